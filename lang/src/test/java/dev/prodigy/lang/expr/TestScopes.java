package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Scopes for tests.
final class TestScopes {
    private TestScopes() {}

    /// A scope whose plain names are the members of a JSON object, all of them data.
    static Scope of(String json) {
        var names = new LinkedHashMap<String, Binding>();
        ((Value.Fields) Json.parse(json)).members().forEach((name, value) -> names.put(name, Binding.data(value)));
        return Scope.of(names);
    }

    /// A namespace of data.
    static Binding namespace(String json) {
        return new Binding.Namespace(members(json));
    }

    static Members members(String json) {
        var members = new LinkedHashMap<String, Binding>();
        ((Value.Fields) Json.parse(json)).members().forEach((name, value) -> members.put(name, Binding.data(value)));
        return Members.of(members);
    }

    /// The item and variables of the worked examples (spec 01 §9.5).
    static Scope ofTheWorkedExamples() {
        var names = new LinkedHashMap<String, Binding>();
        names.put("item", Binding.data(Json.parse("""
                {"name": "a b", "evil": "x'; touch C; '$(touch C)", "n": 7, "tags": ["p q","r"], "none": null, "empty": "",
                 "path": "src/a b.txt", "tpl": "${env.HOME} $HOME", "meta": {"k": [1, 2.50]}}""")));
        names.put("DIR", Binding.text("my dir"));
        names.put("FLAGS", Binding.text("-l -a"));
        names.put("VERSION", Binding.text("1.2.3"));
        names.put("API_KEY", Binding.data(Value.of("s3cret")));
        names.put("NOTHING", Binding.of(Value.Null.NULL, Nature.TEXT));
        names.put("SKIPPED", new Binding.Missing("step `b` was skipped"));
        names.put(
                "lines",
                new Binding.Present(Json.parse("[\"l1\",\"l2\"]"), Nature.DATA, ListStyle.LINES, Members.NONE));
        names.put(
                "tests",
                new Binding.Present(
                        Value.of("{\"passed\": 3, \"exit_code\": \"own\"}"),
                        Nature.DATA,
                        ListStyle.JSON,
                        members("{\"success\": true, \"exit_code\": 0}")));
        names.put(
                "step",
                new Binding.Namespace(Members.of(Map.of(
                        "files_changed",
                        new Binding.Present(
                                Value.ofTexts(List.of("a.rs", "b c.md", "lib/d.rs")),
                                Nature.DATA,
                                ListStyle.WORDS,
                                Members.NONE),
                        "name",
                        Binding.text("build")))));
        names.put("error", namespace("{\"code\": \"E1\", \"message\": \"boom\"}"));
        names.put(
                "map",
                namespace("{\"results\": [{\"status\": \"failed\", \"id\": 1}, {\"status\": \"ok\", \"id\": 2}]}"));
        return withEnvironment(Scope.of(names), Map.of("HOME", "/home/me", "EMPTY", ""));
    }

    static Scope withEnvironment(Scope scope, Map<String, String> environment) {
        return new Scope() {
            @Override
            public Binding find(String name) {
                return scope.find(name);
            }

            @Override
            public @Nullable String environment(String name) {
                return environment.get(name);
            }

            @Override
            public Collection<String> names() {
                return scope.names();
            }
        };
    }
}
