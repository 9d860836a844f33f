package dev.prodigy.engine.figures;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the events of steps say of their attempts. Inside an item the journal tells of failures and retries as they
/// happen, and of the steps that succeeded at the end of the item's attempt.
final class StepFigures {
    private static final String UNKNOWN = "unknown";

    private final Figures figures;
    private final Map<String, Open> open = new HashMap<>();

    /// A step that has begun and not ended.
    private static final class Open {
        /// What kind of step it is.
        private String kind = UNKNOWN;
        /// The last attempt that is known to have failed.
        private int failed;
        private boolean executes;
        private final String path;
        private final @Nullable String id;

        Open(Context context, String path) {
            this.path = path;
            this.id = context.stepId();
        }

        boolean isNamed(@Nullable String node) {
            return node == null || node.equals(path) || node.equals(id);
        }
    }

    /// What a good step took.
    ///
    /// @param ownSuccess whether its last attempt succeeded, and not what replaced it
    private record Effort(int attempts, boolean ownSuccess, long executionMs) {}

    StepFigures(Figures figures) {
        this.figures = figures;
    }

    void take(Context context, StepEvent event) {
        var path = context.step();
        if (path == null) {
            return;
        }
        switch (event) {
            case StepEvent.Started started -> started(context, path, started);
            case StepEvent.RetryScheduled retry -> retry(context, path, retry);
            case StepEvent.Completed done -> {
                var step = open.remove(place(context, path));
                var kind = step == null ? UNKNOWN : step.kind;
                boolean ownSuccess =
                        done.recoveredBy() == null || done.recoveredBy().equals("handler");
                ended(kind, new Effort(done.attempts(), ownSuccess, done.executionMs()), step);
            }
            case StepEvent.Failed failed -> failed(context, path, failed);
            case StepEvent.AgentUsage usage -> usage(usage);
            case StepEvent.Skipped _, StepEvent.ItemsListed _, StepEvent.ProcessLeaked _ -> {}
        }
    }

    private void started(Context context, String path, StepEvent.Started event) {
        if (event.after() != null) {
            reacting(context, new FieldsReader(event.after()));
        }
        begun(context, path, event.kind()).executes = true;
    }

    /// A list begins that reacts to what a step has come to, be it a failure.
    private void reacting(Context context, FieldsReader after) {
        var step = open.get(place(context, after.text("step")));
        if (step == null) {
            return;
        }
        step.executes = false;
        if (after.valueOrNull("error") instanceof Value.Fields error
                && after.fields("result").get("attempts") instanceof Value.Num(var attempts)
                && attempts.intValue() > step.failed) {
            attemptFailed(step, attempts.intValue(), ErrorJson.read(error));
        }
    }

    private void retry(Context context, String path, StepEvent.RetryScheduled event) {
        var step = begun(context, path, known(event.kind()));
        step.executes = false;
        if (event.attempt() > step.failed) {
            attemptFailed(step, event.attempt(), event.error());
        }
        figures.count(
                Layer.STEP.retries(), step.kind, figures.code(event.error().code()));
        figures.observe(Metric.RETRY_WAIT, event.delayMs(), step.kind);
    }

    private void failed(Context context, String path, StepEvent.Failed event) {
        var known = open.remove(place(context, path));
        var error = event.error();
        var code = figures.code(error.code());
        var step = known == null ? new Open(context, path) : known;
        step.kind = known == null ? known(event.kind()) : step.kind;
        figures.count(Layer.STEP.errors().last(), code, error.category().word());
        if (known == null && event.attempts() > 0) {
            figures.count(Layer.STEP.firstAttempts(), step.kind);
        }
        if (event.attempts() > step.failed) {
            figures.add(Layer.STEP.attempts(), (long) event.attempts() - step.failed - 1, step.kind, "failed");
            attemptFailed(step, event.attempts(), error);
        }
        if (event.attempts() > 0) {
            figures.observe(Metric.STEP_EXECUTION, event.executionMs(), step.kind);
        }
    }

    /// The attempt of an item ended: of its steps, those that succeeded are told now.
    ///
    /// @param steps the member `steps` of the item's event
    void itemEnded(String item, Value steps) {
        if (!(steps instanceof Value.Items(var all))) {
            return;
        }
        for (var each : all) {
            if (each instanceof Value.Fields fields) {
                succeededInItem(item, new FieldsReader(fields));
            }
        }
        itemGone(item);
    }

    /// The attempt of an item is over, whatever its steps were at.
    void itemGone(String item) {
        if (!open.isEmpty()) {
            open.keySet().removeIf(place -> place.startsWith(item + " "));
        }
    }

    private void succeededInItem(String item, FieldsReader in) {
        var status = in.text("status");
        boolean recovered = status.equals("recovered");
        if (!recovered && !status.equals("succeeded")) {
            return;
        }
        var told = in.numberOrNull("attempts");
        int attempts = told == null ? 1 : Math.toIntExact(told);
        var said = in.textOrNull("kind");
        var kind = said == null ? ItemEvent.UNSAID_KIND : said;
        var step = open.remove(item + " " + in.text("step") + "[]");
        if (step == null && attempts > 0) {
            figures.count(Layer.STEP.firstAttempts(), kind);
        }
        ended(kind, new Effort(attempts, !recovered, in.number("execution_ms")), step);
    }

    /// @param step what was known of it before, or null
    private void ended(String kind, Effort effort, @Nullable Open step) {
        if (effort.attempts() == 0) {
            return;
        }
        int failures = effort.attempts() - (effort.ownSuccess() ? 1 : 0) - (step == null ? 0 : step.failed);
        figures.add(Layer.STEP.attempts(), failures, kind, "failed");
        if (effort.ownSuccess()) {
            figures.count(Layer.STEP.attempts(), kind, "succeeded");
            figures.observe(Metric.ATTEMPTS_UNTIL_SUCCESS, effort.attempts(), kind);
        }
        figures.observe(Metric.STEP_EXECUTION, effort.executionMs(), kind);
    }

    private void usage(StepEvent.AgentUsage usage) {
        var model = known(usage.model());
        tokens(model, "input", usage.inputTokens());
        tokens(model, "output", usage.outputTokens());
        tokens(model, "cache", usage.cacheTokens());
        if (usage.costUsd() instanceof Value.Num(var cost)) {
            figures.add(Metric.COST, cost, model);
        }
    }

    private void tokens(String model, String direction, @Nullable Long tokens) {
        if (tokens != null) {
            figures.add(Metric.TOKENS, tokens, model, direction);
        }
    }

    /// No process works on the run: nothing executes.
    void stopped() {
        open.values().forEach(step -> step.executes = false);
    }

    int open() {
        return open.size();
    }

    /// @return executions under way outside of items
    int active() {
        return (int) open.values().stream().filter(step -> step.executes).count();
    }

    private Open begun(Context context, String path, String kind) {
        var place = place(context, path);
        var known = open.get(place);
        if (known != null) {
            return known;
        }
        var step = new Open(context, path);
        step.kind = kind;
        open.put(place, step);
        figures.count(Layer.STEP.firstAttempts(), kind);
        return step;
    }

    /// An attempt that a breaker did not admit was not made: the last that was made failed with what is behind it.
    private static ErrorRecord ofExecution(ErrorRecord error) {
        var cause = error.cause();
        return cause != null && error.code().equals(KnownCode.CIRCUIT_OPEN.name()) ? cause : error;
    }

    private void attemptFailed(Open step, int attempt, ErrorRecord standing) {
        var error = ofExecution(standing);
        step.failed = attempt;
        figures.count(Layer.STEP.attempts(), step.kind, "failed");
        figures.count(
                Layer.STEP.errors().every(),
                figures.code(error.code()),
                error.category().word());
        var scope = error.evidence().timeoutScope();
        // a step that runs others may fail with the error of one of them, which was counted there
        if (scope != null && step.isNamed(error.origin().nodeId())) {
            switch (scope) {
                case ATTEMPT, IDLE, STEP -> {
                    figures.count(Metric.TIMEOUTS, scope.word());
                    figures.count(Layer.STEP.timeouts(), step.kind);
                }
                case AGENT, PHASE, WORKFLOW, SYNCHRONIZATION -> {}
            }
        }
    }

    private static String known(@Nullable String word) {
        return word == null ? UNKNOWN : word;
    }

    /// The event of an item's attempt calls a step by its id where it has one.
    private static String place(Context context, String path) {
        var item = context.itemId();
        return item == null
                ? context.phase() + "#" + context.pass() + " " + path + context.round()
                : item + " " + (context.stepId() == null ? path : context.stepId()) + context.round();
    }
}
