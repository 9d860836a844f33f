/// `prodigy schema`: the JSON Schema of workflow files (spec 05 §2.3).
package dev.prodigy.cli.schema;
