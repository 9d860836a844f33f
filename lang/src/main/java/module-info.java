/// Text becomes what the user wrote, and that becomes what will run: YAML, expressions, interpolation, schema,
/// lint.
@org.jspecify.annotations.NullMarked
module dev.prodigy.lang {
    requires transitive dev.prodigy.model;
    requires org.snakeyaml.engine;
    requires transitive tools.jackson.core;
    requires re2j;
    requires json.schema;

    exports dev.prodigy.lang.expr;
    exports dev.prodigy.lang.expr.modifier;
    exports dev.prodigy.lang.expr.pattern;
    exports dev.prodigy.lang.expr.scope;
    exports dev.prodigy.lang.expr.value;
    exports dev.prodigy.lang.json;
    exports dev.prodigy.lang.jsonschema;
    exports dev.prodigy.lang.shell;
    exports dev.prodigy.lang.shell.request;
    exports dev.prodigy.lang.decode;
    exports dev.prodigy.lang.decode.env;
    exports dev.prodigy.lang.items;
    exports dev.prodigy.lang.yaml;
    exports dev.prodigy.lang.decode.workflow;
    exports dev.prodigy.lang.lint;
    exports dev.prodigy.lang.load;
    exports dev.prodigy.lang.schema;
    exports dev.prodigy.lang.jsonpath;
}
