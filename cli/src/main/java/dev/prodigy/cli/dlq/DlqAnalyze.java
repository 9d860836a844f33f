package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.ExportTarget;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.engine.signature.ErrorCluster;
import dev.prodigy.engine.signature.ErrorMetrics;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `prodigy dlq analyze`: dead letters that failed alike.
public final class DlqAnalyze implements Command {
    private static final int NAMED = 10;
    private static final int SHOWN = 300;
    private static final Option<Path> EXPORT =
            Option.value(Path::of, "FILE", "also write the JSON document to FILE", "--export");

    @Override
    public Signature signature() {
        return Signature.of(
                "Without RUN those of all runs of this repository.",
                List.of(Argument.optional("RUN")),
                List.of(EXPORT, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var text = RunArgument.given(call, call.arguments().word(0));
        var run = text == null ? null : runs.resolve(text);
        try (var letters = Letters.open(call, runs, run)) {
            var metrics = ErrorMetrics.of(0, letters.finalFailures());
            var document = document(run, metrics);
            var file = call.value(EXPORT);
            if (file != null) {
                try (var target = ExportTarget.open(call, file)) {
                    target.out().println(Json.write(document));
                }
            }
            letters.lookAtFiles();
            var failure = letters.failure();
            if (call.json()) {
                call.document(
                        failure == null
                                ? document
                                : new FieldsWriter()
                                        .putAll(document)
                                        .put("error", failure.toValue())
                                        .done());
            } else {
                print(call, run, metrics);
                if (failure != null) {
                    JournalEnding.tell(call, failure);
                }
            }
            return failure == null ? ExitCode.OK : failure.exitCode();
        }
    }

    private static Value.Fields document(@Nullable RunRef run, ErrorMetrics metrics) {
        return new FieldsWriter()
                .put("job_id", Value.of(run == null ? null : run.run().text()))
                .put("total", metrics.total())
                .put("error_types", metrics.typesValue())
                .put("failure_patterns", metrics.patternsValue())
                .put(
                        "clusters",
                        new Value.Items(metrics.clusters().stream()
                                .<Value>map(ErrorCluster::toValue)
                                .toList()))
                .done();
    }

    private static void print(Invocation call, @Nullable RunRef run, ErrorMetrics metrics) {
        var style = call.style();
        if (metrics.total() == 0) {
            call.note("no dead letters");
            return;
        }
        call.line(Counted.of(metrics.total(), "dead letter") + ": " + types(metrics));
        for (var cluster : metrics.clusters()) {
            call.line("");
            call.line(style.strong(cluster.count() + "×") + "  " + style.bad(cluster.code()) + "  "
                    + beginning(Printable.line(cluster.signature().normalised())));
            call.line("    " + Counted.named(cluster.items(), cluster.count(), NAMED));
            call.line("    for example: " + beginning(Printable.line(cluster.sample())));
            call.line(style.faint(
                    "    prodigy dlq retry " + (run == null ? "RUN" : run.run().text()) + " --signature "
                            + cluster.signature().id()));
        }
        metrics.patterns().forEach(pattern -> {
            if (pattern.toValue().get("suggested_action") instanceof Value.Text(var action)) {
                call.line("");
                call.line(pattern.category().word() + " (" + pattern.frequency() + "): " + action);
            }
        });
    }

    /// All of it is in the JSON.
    private static String beginning(String text) {
        if (text.length() <= SHOWN) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN) + "…";
    }

    private static String types(ErrorMetrics metrics) {
        return String.join(
                ", ",
                metrics.typesValue().members().entrySet().stream()
                        .map((Map.Entry<String, Value> each) -> Json.write(each.getValue()) + " " + each.getKey())
                        .toList());
    }
}
