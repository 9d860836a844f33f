package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The control fields of a handler and what they add up to (spec 01 §5).
final class HandlerKeys {
    private static final Key<Integer> MAX_ATTEMPTS = Key.of(
            "max_attempts", Numbers.integer(1, 1000), "Executions of the step in all; 1: the handler runs, no rerun.");
    static final Key<Boolean> FAIL_WORKFLOW = Key.of(
                    "fail_workflow", Booleans.BOOLEAN, "false: a failure that stands is tolerated.")
            .byDefault(true);
    static final Key<Boolean> COMMIT_REQUIRED = Key.of(
                    "commit_required", Booleans.BOOLEAN, "The handler must commit, else it failed.")
            .byDefault(false);

    private static final String CAPTURE_NAME = "capture";
    private static final Words<Strategy> STRATEGIES = Words.of("strategy", Strategy.class);
    private static final Key<Strategy> STRATEGY = Key.of("strategy", STRATEGIES, "What the handler is for.");
    private static final Key<Integer> MAX_RETRIES =
            Key.of("max_retries", Numbers.integer(0, 999), "Reruns of the step; one less than max_attempts.");
    private static final Key<Boolean> RETRY_ORIGINAL =
            Key.of("retry_original", Booleans.BOOLEAN, "Whether the step runs again after its handler.");
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout", Given.orNothing(Durations.SECONDS), "Limit of the handler as a whole.")
            .or("timeout_ms", Given.orNothing(Durations.POSITIVE_MS));
    private static final Key<Boolean> FATAL = Key.of(
                    "handler_failure_fatal",
                    Booleans.BOOLEAN,
                    "A failing handler fails the step even where the failure would be tolerated.")
            .byDefault(false);
    static final Key<SequencedMap<String, Value>> CAPTURE = Key.of(
            CAPTURE_NAME,
            new Maps<>("a map of names", ReservedNames::checkKey, ReservedNames.FREE_KEY, DataShapes.VALUE),
            "Names that get the handler's combined output.");

    /// All control fields.
    static final KeySet CONTROL = KeySet.of(
            STRATEGY,
            MAX_ATTEMPTS,
            MAX_RETRIES,
            RETRY_ORIGINAL,
            FAIL_WORKFLOW,
            TIMEOUT,
            COMMIT_REQUIRED,
            FATAL,
            CAPTURE);

    /// The same where `capture` is an option of the handler's step.
    private static final KeySet WITHOUT_CAPTURE = KeySet.of(
            STRATEGY, MAX_ATTEMPTS, MAX_RETRIES, RETRY_ORIGINAL, FAIL_WORKFLOW, TIMEOUT, COMMIT_REQUIRED, FATAL);

    /// The JSON Schema says it too: one way to count.
    static final Value.Fields ONE_COUNT = Schemas.not(Schemas.required(MAX_ATTEMPTS.name(), MAX_RETRIES.name()));

    /// And that nothing but recovery runs the step again.
    static final Value.Fields RERUN_TO_RECOVER = Schemas.notAll(
            Schemas.mapWith(RETRY_ORIGINAL.name(), Booleans.TRUE),
            Schemas.mapWith(STRATEGY.name(), Schemas.not(Schemas.of("const", STRATEGIES.written(Strategy.RECOVERY)))));

    private static final int WITH_AGENT = 3;
    private static final int WITHOUT_AGENT = 2;

    private HandlerKeys() {}

    /// @return the control fields of this map: a `capture` that is no map belongs to the step, if the map is one
    static KeySet control(Node.Mapping map) {
        return isCaptureOfHandler(map) ? CONTROL : WITHOUT_CAPTURE;
    }

    /// @return whether a `capture` in this map would be the handler's
    static boolean isCaptureOfHandler(Node.Mapping map) {
        var capture = map.get(CAPTURE_NAME);
        return capture == null || capture instanceof Node.Mapping || HandlerMap.isListed(map);
    }

    /// @return the names that take the handler's combined output
    static List<String> captures(Entries entries) {
        var captures = entries.get(CAPTURE);
        return captures == null ? List.of() : List.copyOf(captures.keySet());
    }

    /// @return whether a field of these never belongs to the steps; a `capture` may do so
    static boolean isOnlyControl(String name, KeySet control) {
        return control.find(name) != null && !name.equals(CAPTURE_NAME);
    }

    /// @return a handler without control fields
    static FailureReaction plain(List<Step> steps) {
        return new FailureReaction.Handle(
                steps, Strategy.RECOVERY, attempts(steps), true, null, false, false, List.of());
    }

    /// Reads a handler written as a map.
    static @Nullable FailureReaction read(Node.Mapping map, String list, Place place) {
        var handler = HandlerMap.of(map, list, control(map), true, place);
        var entries = handler.entries();
        var steps = handler.steps() == null ? List.<Step>of() : handler.steps();
        var reaction = handle(steps, entries);
        entries.finish();
        return handler.steps() == null ? null : reaction;
    }

    private static FailureReaction handle(List<Step> steps, Entries entries) {
        entries.conflict("mean the same; give one of them", MAX_ATTEMPTS, MAX_RETRIES);
        boolean counted = entries.has(MAX_ATTEMPTS) || entries.has(MAX_RETRIES);
        boolean failWritten = entries.has(FAIL_WORKFLOW);
        var retryOriginal = entries.get(RETRY_ORIGINAL);
        boolean failWorkflow = entries.get(FAIL_WORKFLOW, true);
        var written = entries.get(STRATEGY);
        var strategy = written != null ? written : byRule(steps, counted, failWritten && failWorkflow, retryOriginal);
        checkRerun(entries, written, retryOriginal);
        int attempts = entries.get(MAX_ATTEMPTS, entries.get(MAX_RETRIES, attempts(steps) - 1) + 1);
        if (Boolean.FALSE.equals(retryOriginal)) {
            attempts = 1;
        }
        return new FailureReaction.Handle(
                steps,
                strategy,
                attempts,
                failWorkflow,
                entries.get(TIMEOUT),
                entries.get(COMMIT_REQUIRED, false),
                entries.get(FATAL, false),
                captures(entries));
    }

    /// The strategy of a handler that names none.
    private static Strategy byRule(
            List<Step> steps, boolean counted, boolean failsAsWritten, @Nullable Boolean retryOriginal) {
        boolean reruns = counted || Boolean.TRUE.equals(retryOriginal) || hasAgent(steps);
        return failsAsWritten && !reruns ? Strategy.CLEANUP : Strategy.RECOVERY;
    }

    /// @param normal of the handler that is meant
    /// @return the same with every default, and with what follows from its other fields; where one of
    ///     those is known only when the step starts, so is what follows from it
    static Value.Fields explained(Value normal, FailureReaction.Handle handle) {
        var known = new HashMap<String, Value>();
        boolean rerunIsOpen = isOpen(RETRY_ORIGINAL, normal);
        if (!rerunIsOpen && !isOpen(FAIL_WORKFLOW, normal)) {
            known.put(STRATEGY.name(), STRATEGIES.written(handle.strategy()));
        }
        if (!rerunIsOpen && written(MAX_RETRIES, normal) == null) {
            known.put(MAX_ATTEMPTS.name(), Value.of(handle.maxAttempts()));
        }
        return HandlerMap.filledIn(normal, CONTROL, known);
    }

    private static boolean isOpen(Key<Boolean> key, Value normal) {
        return written(key, normal) instanceof Value.Text;
    }

    private static @Nullable Value written(Key<?> key, Value normal) {
        return normal instanceof Value.Fields map ? map.get(key.name()) : null;
    }

    private static void checkRerun(Entries entries, @Nullable Strategy strategy, @Nullable Boolean retryOriginal) {
        if (Boolean.TRUE.equals(retryOriginal) && strategy != null && strategy != Strategy.RECOVERY) {
            var message = "\"retry_original: true\" needs the strategy recovery";
            entries.at(RETRY_ORIGINAL).error(ProblemCode.CONFLICTING_KEYS, entries.keySpan(RETRY_ORIGINAL), message);
        }
    }

    private static int attempts(List<Step> steps) {
        return hasAgent(steps) ? WITH_AGENT : WITHOUT_AGENT;
    }

    private static boolean hasAgent(List<Step> steps) {
        return steps.stream().anyMatch(step -> switch (step.kind()) {
            case StepKind.Agent _ -> true;
            case StepKind.Foreach foreach -> hasAgent(foreach.body());
            case StepKind.Inline inline -> hasAgent(inline.body());
            case StepKind.Shell _,
                    StepKind.WriteFile _,
                    StepKind.Validate _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> false;
        });
    }
}
