package dev.prodigy.cli.config;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// `prodigy config trace`: where each value comes from, and what it overrides.
public final class ConfigTrace implements Command {
    private static final Option<Boolean> ALL =
            Option.flag("also keys of which nothing but the default is there", "--all");
    private static final Option<Boolean> OVERRIDES =
            Option.flag("only keys that are set in several places", "--overrides");
    private static final Option<Boolean> DIAGNOSE =
            Option.flag("also what is wrong with files and variables", "--diagnose");

    /// Traces the configuration.
    public ConfigTrace() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "The command line beats the environment, that the workflow, that the repository's .prodigy/config.yml, that"
                        + " config.yml of the home, that the default.",
                List.of(Argument.optional("KEY")),
                List.of(ALL, OVERRIDES, DIAGNOSE));
    }

    @Override
    public int run(Invocation call) {
        var configuration = Configuration.of(call.console());
        var word = call.arguments().word(0);
        var values = new ArrayList<Value>();
        for (var key : ConfigKeys.matching(word)) {
            var all = configuration.all(key);
            boolean wanted = !all.isEmpty()
                    && (call.has(ALL) || word != null || all.getFirst().source() != ConfigSource.DEFAULT)
                    && (!call.has(OVERRIDES) || all.size() > 1);
            if (wanted) {
                values.add(toValue(key, all));
                if (!call.json()) {
                    print(call, key, all);
                }
            }
        }
        if (call.json()) {
            var document = new FieldsWriter().put("values", new Value.Items(values));
            if (call.has(DIAGNOSE)) {
                document.put("problems", troubles(configuration));
            }
            call.document(document.done());
        } else if (call.has(DIAGNOSE)) {
            troubles(configuration).forEach(call::line);
        }
        return ExitCode.OK;
    }

    private static List<String> troubles(Configuration configuration) {
        var lines = new ArrayList<String>();
        configuration.problems().forEach(problem -> lines.add(ConfigCheck.line(problem)));
        configuration.variableProblems().forEach(each -> lines.add(each.message()));
        return lines;
    }

    private static Value toValue(ConfigKey key, List<ConfigValue> all) {
        var winner = all.getFirst();
        return new FieldsWriter()
                .put("key", key.path())
                .put("value", Shown.masked(key, winner.value()))
                .put("source", winner.source().word())
                .put("from", winner.from())
                .put(
                        "overridden",
                        new Value.Items(all.stream()
                                .skip(1)
                                .<Value>map(each -> new FieldsWriter()
                                        .put("source", each.source().word())
                                        .put("from", each.from())
                                        .put("value", Shown.masked(key, each.value()))
                                        .done())
                                .toList()))
                .done();
    }

    private static void print(Invocation call, ConfigKey key, List<ConfigValue> all) {
        var winner = all.getFirst();
        call.line(key.path() + " = " + ConfigShow.text(Shown.masked(key, winner.value())) + "  ("
                + winner.source().word() + ": " + winner.from() + ")");
        all.stream()
                .skip(1)
                .forEach(each -> call.line("  over "
                        + ConfigShow.text(Shown.masked(key, each.value())) + "  ("
                        + each.source().word() + ": " + each.from() + ")"));
    }
}
