package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.view.EffectiveSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `prodigy runs show` and `sessions show`: a run with its phases, passes, steps and files.
public final class RunsShow implements Command {
    private static final int NAME_WIDTH = 16;

    /// Shows a run.
    public RunsShow() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "RUN is an id, the beginning of one, or last.",
                List.of(Argument.optional("RUN")),
                List.of(RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var sight = RunSight.of(RunServices.of(call.console()), runs, run, false);
        var document = document(runs, run, sight);
        if (call.json()) {
            call.document(document);
        } else {
            document.members().forEach((name, value) -> print(call, name, value));
        }
        return sight.reading().conclude(call);
    }

    private static Value.Fields document(RunArgument runs, RunRef run, RunSight sight) {
        var history = sight.reading().history();
        var home = runs.home();
        var folder = home.events(run.repo(), run.run());
        var settings = new EffectiveSettings(composed(folder), sight.state());
        return new FieldsWriter()
                .putAll(sight.toFields())
                .put("phases", history.phases(sight.record().isLive()))
                .put("passes", history.passes(sight.record().isLive()))
                .put("steps", history.steps(sight.record().isLive()))
                .put(
                        "children",
                        runs.called(run).stream().map(each -> each.run().text()).toList())
                .put("outputs", history.outputs())
                .put("settings", settings.toFields(history.settings()))
                .put("journal", journal(folder))
                .put("log_dir", home.logs(run.repo(), run.run()).toString())
                .done();
    }

    /// Without it what the journal tells is shown all the same.
    private static Value composed(Path folder) {
        try {
            return WorkflowRecord.read(folder).composed();
        } catch (JournalDamaged _) {
            return Value.Null.NULL;
        }
    }

    private static List<String> journal(Path folder) {
        var files = new ArrayList<String>();
        try (var found = Files.newDirectoryStream(folder, "events-*.jsonl*")) {
            found.forEach(file -> files.add(file.toString()));
        } catch (IOException e) {
            throw StorageFailure.of("read", folder, e);
        }
        files.sort(null);
        return files;
    }

    /// A line for each member; lists of objects a line for each of them.
    private static void print(Invocation call, String name, Value value) {
        switch (value) {
            case Value.Null _ -> {}
            case Value.Text(var text) -> line(call, name, text);
            case Value.Items(var values) -> values.forEach(each -> line(call, name, words(each)));
            case Value.Fields fields when fields.members().isEmpty() -> {}
            case Value.Fields _, Value.Num _, Value.Bool _ -> line(call, name, words(value));
        }
    }

    private static void line(Invocation call, String name, String text) {
        call.line(call.style().faint(name + " ".repeat(Math.max(1, NAME_WIDTH - name.length())))
                + Printable.line(text));
    }

    private static String words(Value value) {
        if (!(value instanceof Value.Fields(var members))) {
            return Json.shown(value);
        }
        return members.entrySet().stream()
                .map(each -> each.getKey() + "=" + Json.shown(each.getValue()))
                .collect(java.util.stream.Collectors.joining("  "));
    }
}
