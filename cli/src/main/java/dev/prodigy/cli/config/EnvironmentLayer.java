package dev.prodigy.cli.config;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What environment variables configure: a key's own variable, or `PRODIGY__A__B` for `a.b`.
///
/// `PRODIGY_AUTO_MERGE` is the variable of `merge`: `true` is `yes`; `false` is `ask`, so that nothing is merged
/// unasked whatever the files say, and nothing at all where nobody can be asked.
final class EnvironmentLayer {
    private static final String PREFIX = "PRODIGY__";
    private static final String AUTO_MERGE = "PRODIGY_AUTO_MERGE";

    private final Map<ConfigKey, ConfigValue> values = new EnumMap<>(ConfigKey.class);
    private final Map<String, Value> variables = new LinkedHashMap<>();
    private final List<VariableProblem> problems = new ArrayList<>();

    private EnvironmentLayer() {}

    static EnvironmentLayer read(Map<String, String> environment) {
        var read = new EnvironmentLayer();
        new TreeMap<>(environment).forEach((name, text) -> {
            if (name.startsWith(PREFIX) && !text.isEmpty()) {
                read.generic(name, text);
            }
        });
        for (var key : ConfigKey.values()) {
            var text = key.variable() == null ? null : environment.get(key.variable());
            if (text != null && !text.isEmpty()) {
                read.take(key, String.valueOf(key.variable()), text);
            }
        }
        switch (environment.getOrDefault(AUTO_MERGE, "")) {
            case "true" -> read.merge("yes");
            case "false" -> read.merge("ask");
            case "" -> {}
            default -> read.wrong(AUTO_MERGE, "must be true or false, not `" + environment.get(AUTO_MERGE) + "`");
        }
        return read;
    }

    private void merge(String word) {
        values.put(ConfigKey.MERGE, new ConfigValue(Value.of(word), ConfigSource.ENV, AUTO_MERGE));
    }

    private void generic(String name, String text) {
        var rest = name.substring(PREFIX.length());
        var path = rest.toLowerCase(Locale.ROOT).replace("__", ".");
        var group = ConfigKey.VARIABLES.path() + ".";
        if (path.startsWith(group)) {
            variables.put(rest.substring(group.length() + 1), Value.of(text));
            values.put(
                    ConfigKey.VARIABLES,
                    new ConfigValue(new Value.Fields(variables), ConfigSource.ENV, PREFIX + "VARIABLES__…"));
            return;
        }
        ConfigKey.of(path)
                .ifPresentOrElse(
                        key -> take(key, name, text),
                        () -> problems.add(new VariableProblem(
                                ProblemCode.UNKNOWN_KEY, name, name + " sets the unknown key `" + path + "`")));
    }

    private void take(ConfigKey key, String name, String text) {
        var value = key.read(text);
        boolean bad = value == null
                || (key.form() == ConfigKey.Form.PATTERNS
                        && !List.of(text.split(",", -1)).stream().allMatch(ConfigFile::isPattern));
        if (bad || value == null) {
            wrong(name, "must be " + key.expects() + ", not `" + text + "`");
        } else {
            values.put(key, new ConfigValue(value, ConfigSource.ENV, name));
        }
    }

    private void wrong(String name, String what) {
        problems.add(new VariableProblem(ProblemCode.INVALID_VALUE, name, name + " " + what));
    }

    Map<ConfigKey, ConfigValue> values() {
        return values;
    }

    /// @return what is wrong
    List<VariableProblem> problems() {
        return problems;
    }
}
