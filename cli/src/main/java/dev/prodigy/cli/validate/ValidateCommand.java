package dev.prodigy.cli.validate;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.config.ConfigCheck;
import dev.prodigy.cli.workflow.ProblemText;
import dev.prodigy.cli.workflow.WorkflowFiles;
import dev.prodigy.lang.load.LoadOptions;
import dev.prodigy.lang.load.WorkflowLoader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;

/// `prodigy validate`.
public final class ValidateCommand implements Command {
    private static final Option<Boolean> STRICT = Option.flag("warnings are errors", "--strict");
    private static final Option<Boolean> EXPLAIN =
            Option.flag("add the normal form, every default filled in, and the worst case of retries", "--explain");
    private static final Option<Boolean> RULES = Option.flag("list what is checked", "--rules");
    private static final Option<Boolean> SUGGEST = Option.flag("say what was probably meant (always on)", "--suggest");
    private static final Option<String> FORMAT =
            Option.value(Values.oneOf("text", "json"), "text|json", "the same as --output", "--format");

    @Override
    public Signature signature() {
        return Signature.of(
                "Reads, composes and checks; executes nothing. Ends with 0, or with 2 when there is an error. FILE `-` is"
                        + " stdin.",
                List.of(Argument.any("FILE")),
                List.of(STRICT, EXPLAIN, RULES, SUGGEST, FORMAT));
    }

    @Override
    public int run(Invocation call) {
        var files = call.arguments().words();
        boolean json = call.json() || "json".equals(call.value(FORMAT));
        if (call.has(RULES)) {
            return rules(call, json);
        }
        if (files.isEmpty()) {
            throw CommandFailure.usage("FILE is missing", "prodigy validate --help");
        }
        var sources = new WorkflowFiles(call.console());
        var options = ConfigCheck.usable(call, call.console().directory())
                .loading(LoadOptions.DEFAULT.withStrict(call.has(STRICT)));
        var checked = files.stream()
                .map(WorkflowFiles::label)
                .map(file -> new Checked(file, WorkflowLoader.load(file, sources, options)))
                .toList();
        checked.forEach(each -> sources.conceal(each.loaded().secrets()));
        if (json) {
            call.document(document(checked, call.has(EXPLAIN)));
        } else {
            var text = new CheckedText(new ProblemText(sources, call.style()), call.style(), call::line);
            checked.forEach(each -> text.print(each, call.has(EXPLAIN)));
        }
        return checked.stream().allMatch(Checked::isValid) ? ExitCode.OK : ExitCode.USAGE;
    }

    private static Value document(List<Checked> checked, boolean explained) {
        if (checked.size() == 1) {
            return checked.getFirst().toValue(explained);
        }
        return new FieldsWriter()
                .put("valid", checked.stream().allMatch(Checked::isValid))
                .put(
                        "errors",
                        checked.stream()
                                .mapToLong(each -> each.loaded().errors())
                                .sum())
                .put(
                        "warnings",
                        checked.stream()
                                .mapToLong(each -> each.loaded().warnings())
                                .sum())
                .put(
                        "files",
                        new Value.Items(checked.stream()
                                .<Value>map(each -> each.toValue(explained))
                                .toList()))
                .done();
    }

    private static int rules(Invocation call, boolean json) {
        if (json) {
            call.document(new FieldsWriter()
                    .put(
                            "rules",
                            new Value.Items(Rule.all().stream()
                                    .<Value>map(Rule::toValue)
                                    .toList()))
                    .done());
        } else {
            Rule.all().forEach(rule -> call.line(rule.line()));
        }
        return ExitCode.OK;
    }
}
