package dev.prodigy.cli.logs;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the journal tells of the executions of steps. Inside items it tells of failures alone: the other steps of an
/// attempt that came to its end were good.
final class Executions {
    private static final Set<String> BEHIND_ALL_STEPS =
            Set.of("COMMIT_MISSING", "HISTORY_REWRITTEN", "GIT_UNFINISHED", "MERGE_CONFLICT");
    private static final String HANDLERS = "error_policy.handlers.";

    private final Map<String, List<Instant>> starts = new HashMap<>();
    private final Map<String, List<Retried>> retries = new HashMap<>();
    private final Map<String, End> ends = new HashMap<>();
    private final Set<String> endedItemAttempts = new HashSet<>();
    private final Set<String> failedItemHandlers = new HashSet<>();

    /// How the last execution of a step ended.
    private record End(@Nullable Long exitCode) {}

    /// How an execution ended behind which the step was, or may have been, executed again.
    ///
    /// @param attempt which execution it was, from 1
    private record Retried(int attempt, @Nullable Long exitCode) {}

    Executions() {}

    /// Takes the next event.
    void take(Recorded recorded) {
        var context = recorded.context();
        switch (recorded.event()) {
            case ItemEvent.Completed _ -> endedItemAttempts.add(context.itemId() + " " + context.attempt());
            case ItemEvent.Failed failed
            when saysOfAllSteps(failed.error()) -> endedItemAttempts.add(context.itemId() + " " + context.attempt());
            case HandlerEvent.Failed _ -> failedItemHandlers.add(context.itemId() + " " + context.attempt());
            default -> {}
        }
        if (context.step() == null) {
            return;
        }
        switch (recorded.event()) {
            case StepEvent.Started started -> {
                begun(key(context), recorded.timestamp());
                if (started.after() != null) {
                    reaction(started.after(), context);
                }
            }
            case StepEvent.Completed done -> ends.put(key(context), new End(done.exitCode()));
            case StepEvent.RetryScheduled retry
            when retry.layer().equals("step") -> {
                var key = key(context);
                var known = retries.computeIfAbsent(key, _ -> new ArrayList<>());
                int attempt = starts.getOrDefault(key, List.of()).size();
                known.add(new Retried(attempt == 0 ? known.size() + 1 : attempt, exitCode(retry.error())));
            }
            case StepEvent.Failed failed -> ends.put(key(context), new End(exitCode(failed.error())));
            default -> {}
        }
    }

    /// A step that had failed is executed again by a resume.
    private void begun(String key, Instant at) {
        var known = starts.computeIfAbsent(key, _ -> new ArrayList<>());
        var before = ends.remove(key);
        if (before != null) {
            retries.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Retried(known.size(), before.exitCode()));
        }
        known.add(at);
    }

    /// Whether an attempt ended with a step that failed, or behind all of them. One that git or a crash put an end to
    /// may have been within a step of which nothing is known.
    private static boolean saysOfAllSteps(ErrorRecord error) {
        return error.origin().isOfStep() || BEHIND_ALL_STEPS.contains(error.code());
    }

    /// The first step of a list that reacts to another one tells what that one's last execution had come to.
    private void reaction(Value.Fields after, Context context) {
        if (after.get("step") instanceof Value.Text(var step)
                && after.get("result") instanceof Value.Fields result
                && result.get("product") instanceof Value.Fields product
                && product.get("exit_code") instanceof Value.Num(var exit)) {
            var key = key(context, step);
            int attempt = starts.getOrDefault(key, List.of()).size();
            retries.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Retried(attempt, exit.longValue()));
        }
    }

    private static @Nullable Long exitCode(ErrorRecord error) {
        var exit = error.evidence().exitCode();
        return exit == null ? null : Long.valueOf(exit);
    }

    private static String key(Context context) {
        return key(context, String.valueOf(context.step()));
    }

    private static String key(Context context, String step) {
        return new LogPlace(
                        String.valueOf(context.phase()),
                        context.pass(),
                        context.itemId(),
                        context.itemAttempt(),
                        step,
                        context.round(),
                        1,
                        "")
                .stepKey();
    }

    /// @return when the execution began, or null
    @Nullable
    Instant startOf(LogPlace place) {
        var known = starts.get(place.stepKey());
        return known == null || known.size() < place.attempt() ? null : known.get(place.attempt() - 1);
    }

    /// @param last number of the step's last execution
    /// @return the exit code, or null
    @Nullable
    Long exitCodeOf(LogPlace place, int last) {
        var told = toldOf(place, last);
        if (told != null || place.attempt() != last) {
            return told;
        }
        var end = ends.get(place.stepKey());
        return end == null ? exitCodeOfQuietStep(place) : end.exitCode();
    }

    /// A handler's failure, too, may be another one than that of a step.
    private @Nullable Long exitCodeOfQuietStep(LogPlace place) {
        var attempt = place.itemId() + " " + place.itemAttempt();
        boolean inFailedHandler = place.step().startsWith(HANDLERS) && failedItemHandlers.contains(attempt);
        return endedItemAttempts.contains(attempt) && !inFailedHandler ? 0L : null;
    }

    /// What a retry or a reaction said of an execution. Inside items no event tells of executions that were made again
    /// for another reason than a retry: their numbers are known only where there was none such.
    private @Nullable Long toldOf(LogPlace place, int last) {
        var known = retries.getOrDefault(place.stepKey(), List.of());
        if (place.itemId() != null && known.size() != last - 1) {
            return null;
        }
        for (var each : known) {
            if (each.attempt() == place.attempt()) {
                return each.exitCode();
            }
        }
        return null;
    }

    /// @return whether the step has come to its end
    boolean hasEnded(LogPlace place) {
        return ends.containsKey(place.stepKey());
    }
}
