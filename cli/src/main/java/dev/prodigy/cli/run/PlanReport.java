package dev.prodigy.cli.run;

import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.workflow.ProblemJson;
import dev.prodigy.cli.workflow.RemainingWork;
import dev.prodigy.cli.workflow.WorstCase;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.yaml.YamlText;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.run.forecast.RunPreview;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The Plan: what a run would do (spec 05 §2.1).
final class PlanReport {
    /// What the workflow was put together from.
    static final Option<Boolean> COMPOSITION =
            Option.flag("add the composed document and where its parts came from to the plan", "--show-composition");

    private final Invocation call;
    private final WorkflowLoading loading;
    /// No line of a plan shows what a step must not print, so none is printed as it is made.
    private final List<String> lines = new ArrayList<>();

    /// @param loading what loaded the workflow
    PlanReport(Invocation call, WorkflowLoading loading) {
        this.call = call;
        this.loading = loading;
    }

    /// @return the exit code
    int print(RunnableWorkflow loaded, RunPreview preview) {
        if (call.verbosity() >= 0) {
            warn(preview);
        }
        if (call.json()) {
            var document = loading.redactor().redactDocument("", document(loaded, preview));
            call.document(preview.redactor().redactDocument("", document));
        } else {
            text(loaded, preview);
            lines.forEach(line -> call.line(redacted(line, preview)));
        }
        return ExitCode.OK;
    }

    /// Beside those of the file, which its loading has printed.
    private void warn(RunPreview preview) {
        for (var warning : preview.warnings()) {
            var style = call.errorStyle();
            var span = warning.span();
            var line = (span == null ? "" : style.strong(Printable.line(span.toString())) + ": ")
                    + style.doubtful("warning") + " " + warning.code() + ": " + Printable.line(warning.message());
            call.console().err().println(redacted(line, preview));
        }
    }

    private String redacted(String line, RunPreview preview) {
        return preview.redactor().redact(loading.redactor().redact(line));
    }

    private void line(String text) {
        lines.add(text);
    }

    private Value.Fields document(RunnableWorkflow loaded, RunPreview preview) {
        var workflow = loaded.workflow();
        return new FieldsWriter()
                .put("workflow", workflow.header().name())
                .put("mode", workflow.mode().word())
                .put("file", loaded.path())
                .putAll(preview.toFields())
                .put("worst_case", WorstCase.toValue(workflow, ahead(preview)))
                .put("warnings", warnings(preview))
                .put("composition", call.has(COMPOSITION) ? composition(loaded) : null)
                .done();
    }

    private Value.Items warnings(RunPreview preview) {
        var warnings = new ArrayList<>(ProblemJson.of(loading.warnings()).values());
        preview.warnings().forEach(warning -> warnings.add(warning.toFields()));
        return new Value.Items(warnings);
    }

    private static RemainingWork ahead(RunPreview preview) {
        var skipped = preview.steps().stream()
                .filter(step -> step.verdict().action() == RunPreview.Action.SKIP)
                .map(RunPreview.Step::path)
                .collect(Collectors.toSet());
        return new RemainingWork(
                skipped,
                preview.passes() == null ? 1 : preview.passes(),
                preview.items() == null ? null : preview.items().toRun());
    }

    private Value.Fields composition(RunnableWorkflow loaded) {
        return new FieldsWriter()
                .put("document", loaded.normalForm())
                .put(
                        "parts",
                        new Value.Items(loading.parts().entrySet().stream()
                                .map(part -> part(part.getKey(), part.getValue()))
                                .toList()))
                .done();
    }

    private static Value part(String path, Span place) {
        return new FieldsWriter()
                .put("path", path)
                .put("file", place.file())
                .put("line", place.line())
                .put("column", place.column())
                .done();
    }

    private void text(RunnableWorkflow loaded, RunPreview preview) {
        var workflow = loaded.workflow();
        var file = loaded.path() == null ? "" : "  " + loaded.path();
        line(Printable.line(workflow.header().name()) + " (" + workflow.mode().word() + ")" + file);
        preview.steps().forEach(this::step);
        if (preview.passes() != null && preview.passes() != 1) {
            line("passes  at most " + preview.passes());
        }
        if (preview.items() != null) {
            items(preview.items());
        }
        var limits = limits(preview.limits());
        if (!limits.isEmpty()) {
            line("limits  " + limits);
        }
        line("at worst  " + WorstCase.told(workflow, ahead(preview)));
        if (call.has(COMPOSITION)) {
            line("composed document");
            YamlText.write(loaded.normalForm()).lines().forEach(each -> line("  " + Printable.line(each)));
            loading.parts().forEach((path, place) -> line(Printable.line(path) + "  from " + place));
        }
    }

    private void step(RunPreview.Step step) {
        var most = step.most();
        var attempts =
                most.attempts() == null ? most.openAttempts() : most.attempts().toString();
        var timeout = most.timeout() == null ? most.openTimeout() : Durations.format(most.timeout());
        var more = (attempts == null || attempts.equals("1") ? "" : ", up to " + attempts + " attempts")
                + (timeout == null ? "" : ", " + timeout + " each");
        line("%-8s%s  %s  %s"
                .formatted(
                        step.verdict().action().word(),
                        step.path(),
                        step.kind(),
                        Printable.line(step.command().strip())));
        line(" ".repeat(8) + Printable.line(step.verdict().reason()) + more);
    }

    private void items(RunPreview.Items items) {
        if (items.stages() instanceof Value.Items(var stages) && !stages.isEmpty()) {
            line("items   "
                    + stages.stream().map(PlanReport::stage).collect(Collectors.joining(", "))
                    + (items.selected() == null ? "" : "; selected " + items.selected()));
        }
        if (items.unknownBecause() != null) {
            line((items.total() == null ? "items   not known: " : " ".repeat(8))
                    + Printable.line(items.unknownBecause()));
        }
        items.sample()
                .forEach(item -> line("%-8s%s  %s  %s"
                        .formatted(
                                item.verdict().action().word(),
                                item.itemId(),
                                Printable.line(item.itemKey()),
                                Printable.line(item.verdict().reason()))));
        if (items.selected() != null && items.selected() > items.sample().size()) {
            line(" ".repeat(8) + "and " + (items.selected() - items.sample().size()) + " more");
        }
    }

    private static String stage(Value stage) {
        if (!(stage instanceof Value.Fields fields)) {
            return "";
        }
        var in = new FieldsReader(fields);
        return in.text("stage") + " " + in.number("count");
    }

    private static String limits(RunPreview.Limits limits) {
        var told = new ArrayList<String>();
        if (limits.maxParallel() != null) {
            told.add("at most " + limits.maxParallel() + " at once");
        }
        if (limits.maxFailures() != null) {
            told.add("stops at " + limits.maxFailures() + " failed items");
        }
        if (limits.failureThreshold() != null) {
            told.add("stops above a failure rate of " + limits.failureThreshold());
        }
        if (limits.timeout() != null) {
            told.add("ends after " + Durations.format(limits.timeout()));
        }
        return String.join(", ", told);
    }
}
