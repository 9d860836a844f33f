package dev.prodigy.cli.runs;

import dev.prodigy.engine.figures.StepWaits;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.StageTimes;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a run went through outside of its items, and what its steps wait for: a fold over its events, for `runs show`
/// and `status`.
public final class RunHistory {
    private static final Pattern LISTED = Pattern.compile("(commands|setup|reduce)\\[\\d+]");

    private final SequencedMap<String, Leg> phases = new LinkedHashMap<>();
    private final SequencedMap<Integer, Pass> passes = new LinkedHashMap<>();
    private final SequencedMap<Position, Step> steps = new LinkedHashMap<>();
    private final Map<String, Value> begunWith = new LinkedHashMap<>();
    private final Map<String, Value> overrides = new LinkedHashMap<>();
    private final StepWaits waits = new StepWaits();
    private final StageTimes times = new StageTimes();
    private Value.Fields outputs = new Value.Fields(Map.of());
    private Usage usage = Usage.NONE;
    private @Nullable String end;
    private boolean mergedAlone;

    /// A phase.
    private record Leg(
            String status,
            @Nullable Instant startedAt,
            @Nullable Long durationMs) {
        /// @return the same, where nothing has told how long it lasted
        Leg lasting(@Nullable Long ms) {
            return status.equals("running") ? new Leg(status, startedAt, ms) : this;
        }
    }

    private record Pass(@Nullable String arg, String status) {}

    /// Where a step outside of items stands; loops and passes come to it several times.
    private record Position(String path, int pass, List<Integer> round) {}

    /// A step outside of items.
    private record Step(
            Position at,
            @Nullable String id,
            String status,
            int attempts,
            @Nullable Long durationMs) {}

    /// What agents have used so far.
    ///
    /// @param usd null while no execution had a price
    public record Usage(@Nullable BigDecimal usd, long inputTokens, long outputTokens) {
        static final Usage NONE = new Usage(null, 0, 0);

        private Usage plus(StepEvent.AgentUsage more) {
            var cost = more.costUsd() instanceof Value.Num(var number) ? number : null;
            return new Usage(
                    cost == null ? usd : usd == null ? cost : usd.add(cost),
                    inputTokens + (more.inputTokens() == null ? 0 : more.inputTokens()),
                    outputTokens + (more.outputTokens() == null ? 0 : more.outputTokens()));
        }
    }

    /// A run of which nothing is known yet.
    public RunHistory() {}

    /// Takes the next event.
    public void take(Recorded recorded) {
        waits.take(recorded);
        if (recorded.event() instanceof EndEvent ended) {
            end = ended.status();
        }
        var context = recorded.context();
        switch (recorded.event()) {
            case PhaseEvent event -> phase(event, context, recorded);
            case StepEvent.AgentUsage more -> usage = usage.plus(more);
            case StepEvent event
            when context.itemId() == null && context.step() != null -> step(event, context, context.step());
            case RunEvent.Started started -> begunWith.putAll(started.settings().members());
            case RunEvent.Resumed resumed -> {
                end = null;
                takenUp(resumed.reason());
                overrides.clear();
                overrides.putAll(resumed.overrides().members());
            }
            case EndEvent.Completed completed -> outputs = completed.outputs().values();
            case ItemEvent.Requeued(var by, var _) when !by.equals("dlq_retry") -> mapAgain(recorded);
            default -> {}
        }
        times.take(recorded);
        cutOff(recorded);
    }

    /// What a run leaves open at its end lasted until then, unless the run goes on with it.
    private void cutOff(Recorded recorded) {
        switch (recorded.event()) {
            case EndEvent _ ->
                phases.replaceAll((phase, leg) ->
                        leg.lasting(times.of(phase, recorded.elapsed()).toMillis()));
            case RunEvent.Resumed _ -> phases.replaceAll((_, leg) -> leg.lasting(null));
            default -> {}
        }
    }

    /// A run that was merged by itself and goes on comes to its own merge yet.
    private void takenUp(String reason) {
        switch (reason) {
            case RunEvent.Resumed.MERGE -> mergedAlone = true;
            case "dlq_retry" -> {}
            default -> {
                if (mergedAlone) {
                    phases.remove("merge");
                }
                mergedAlone = false;
            }
        }
    }

    /// Items that are pending again open the map phase, and what comes of them is offered again.
    private void mapAgain(Recorded recorded) {
        var begun = begun("map");
        phases.put("map", new Leg("running", begun == null ? recorded.timestamp() : begun, null));
        phases.remove("merge");
    }

    private void phase(PhaseEvent event, Context context, Recorded recorded) {
        switch (event) {
            case PhaseEvent.PhaseStarted(var phase, var _) ->
                phases.put(phase, new Leg("running", recorded.timestamp(), null));
            case PhaseEvent.PhaseCompleted done ->
                phases.put(
                        done.phase(),
                        new Leg(
                                isDone(done) ? "completed" : "skipped",
                                isDone(done) ? begun(done, recorded.timestamp()) : begun(done.phase()),
                                done.durationMs()));
            case PhaseEvent.PhaseFailed(var phase, var _) -> {
                var startedAt = begun(phase);
                var took = startedAt == null
                        ? null
                        : times.of(phase, recorded.elapsed()).toMillis();
                phases.put(phase, new Leg("failed", startedAt, took));
            }
            case PhaseEvent.PassStarted started -> passes.put(number(context), new Pass(started.arg(), "running"));
            case PhaseEvent.PassCompleted done -> {
                var pass = passes.get(number(context));
                passes.put(number(context), new Pass(pass == null ? null : pass.arg(), done.status()));
            }
        }
    }

    private @Nullable Instant begun(String phase) {
        var leg = phases.get(phase);
        return leg == null ? null : leg.startedAt();
    }

    /// A branch that stays as the workflow wishes is where its merge steps were to leave it.
    private static boolean isDone(PhaseEvent.PhaseCompleted phase) {
        return phase.reason() == null || phase.reason().equals(MergeResult.KEPT);
    }

    /// A merge that a person asked for behind the run's end is told of when it is made.
    private Instant begun(PhaseEvent.PhaseCompleted done, Instant at) {
        var known = begun(done.phase());
        return known == null ? at.minusMillis(done.durationMs()) : known;
    }

    private static int number(Context context) {
        return context.pass() == null ? 1 : context.pass();
    }

    private void step(StepEvent event, Context context, String path) {
        var at = new Position(path, number(context), context.round());
        var id = context.stepId();
        int attempt = context.attempt() == null ? 1 : context.attempt();
        switch (event) {
            case StepEvent.Started _ -> steps.put(at, new Step(at, id, "running", attempt, null));
            case StepEvent.Completed done ->
                steps.put(at, new Step(at, id, done.status(), done.attempts(), done.durationMs()));
            case StepEvent.Failed failed ->
                steps.put(
                        at,
                        new Step(
                                at,
                                id,
                                failed.tolerated() ? "tolerated" : "failed",
                                failed.attempts(),
                                failed.durationMs()));
            case StepEvent.Skipped _ -> steps.put(at, new Step(at, id, "skipped", 0, null));
            case StepEvent.RetryScheduled _,
                    StepEvent.AgentUsage _,
                    StepEvent.ItemsListed _,
                    StepEvent.ProcessLeaked _ -> {}
            default -> {}
        }
    }

    /// Nothing goes on in a run that is over: what had not ended shares the run's fate, but is not completed with it.
    private String status(String last, boolean isLive) {
        if (isLive || !last.equals("running")) {
            return last;
        }
        return end == null || end.startsWith("completed") ? "interrupted" : end;
    }

    /// @param isLive whether a process works on the run
    /// @return the member `phases` of spec 05 §2.6
    Value phases(boolean isLive) {
        return new Value.Items(phases.entrySet().stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("phase", each.getKey())
                        .put("status", status(each.getValue().status(), isLive))
                        .put("started_at", each.getValue().startedAt())
                        .put("duration_ms", each.getValue().durationMs())
                        .done())
                .toList());
    }

    /// @return the member `passes`
    Value passes(boolean isLive) {
        return new Value.Items(passes.entrySet().stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("pass", each.getKey())
                        .put("arg", each.getValue().arg())
                        .put("status", status(each.getValue().status(), isLive))
                        .done())
                .toList());
    }

    private static @Nullable Value rounds(Position at) {
        return at.round().isEmpty()
                ? null
                : new Value.Items(at.round().stream().<Value>map(Value::of).toList());
    }

    /// @return the member `steps`: with the pass where there were several, and the `round` inside of loops
    Value steps(boolean isLive) {
        return new Value.Items(steps.values().stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("step", each.at().path())
                        .put("pass", passes.size() > 1 ? Long.valueOf(each.at().pass()) : null)
                        .put("round", rounds(each.at()))
                        .put("step_id", each.id())
                        .put("status", status(each.status(), isLive))
                        .put("attempts", each.attempts())
                        .put("duration_ms", each.durationMs())
                        .done())
                .toList());
    }

    /// @return steps of the run's lists that let their list go on; those of handlers, loops and the merge not counted
    public int stepsCompleted() {
        return (int) steps.values().stream()
                .filter(each -> LISTED.matcher(each.at().path()).matches())
                .filter(each ->
                        !each.status().equals("running") && !each.status().equals("failed"))
                .count();
    }

    /// @return the step that runs now, or null
    public @Nullable String currentStep() {
        return steps.values().stream()
                .filter(each -> each.status().equals("running"))
                .map(each -> each.at().path())
                .reduce((_, last) -> last)
                .orElse(null);
    }

    /// @return what steps wait for
    public StepWaits waits() {
        return waits;
    }

    /// @return the outputs of a run that has ended
    Value.Fields outputs() {
        return outputs;
    }

    /// @return what was said at the start, overridden by what the newest resume said
    Map<String, Value> settings() {
        var settings = new LinkedHashMap<>(begunWith);
        settings.putAll(overrides);
        return settings;
    }

    /// @return what agents have used
    public Usage usage() {
        return usage;
    }
}
