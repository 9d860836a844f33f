/// JSON Schema, draft 2020-12, over our own values. Start with {@link JsonSchema}.
package dev.prodigy.lang.jsonschema;
