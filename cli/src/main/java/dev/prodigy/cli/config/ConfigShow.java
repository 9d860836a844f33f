package dev.prodigy.cli.config;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `prodigy config show`: what is configured, defaults included.
public final class ConfigShow implements Command {
    /// Shows the configuration.
    public ConfigShow() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "KEY is a key, such as storage.min_free, or a group of keys. Values whose name is secret are masked.",
                List.of(Argument.optional("KEY")),
                List.of());
    }

    @Override
    public int run(Invocation call) {
        var configuration = Configuration.of(call.console());
        var shown = new LinkedHashMap<String, Value>();
        for (var key : ConfigKeys.matching(call.arguments().word(0))) {
            var found = configuration.find(key);
            if (found != null) {
                var value = key == ConfigKey.VARIABLES ? new Value.Fields(configuration.variables()) : found.value();
                shown.put(key.path(), Shown.masked(key, value));
            }
        }
        if (call.json()) {
            call.document(nested(shown));
        } else {
            shown.forEach((path, value) -> call.line(path + ": " + text(value)));
        }
        return ExitCode.OK;
    }

    static String text(Value value) {
        return Printable.line(Json.shown(value));
    }

    /// `a.b` is the member `b` of the object `a`.
    private static Value nested(Map<String, Value> values) {
        var groups = new LinkedHashMap<String, Map<String, Value>>();
        var members = new LinkedHashMap<String, Value>();
        values.forEach((path, value) -> {
            int dot = path.indexOf('.');
            if (dot < 0) {
                members.put(path, value);
            } else {
                var group = groups.computeIfAbsent(path.substring(0, dot), _ -> new LinkedHashMap<>());
                group.put(path.substring(dot + 1), value);
                members.put(path.substring(0, dot), new Value.Fields(group));
            }
        });
        return new Value.Fields(members);
    }
}
