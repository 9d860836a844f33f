/// The JSON Schema of workflow files, made from the declarations that decode them (spec 05 §2.3).
package dev.prodigy.lang.schema;
