package dev.prodigy.runtime.letter;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.model.event.UnknownEvent;
import dev.prodigy.model.event.WorktreeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Folds the events of one item into its dead letter. Pure: the same events give the same letter, live
/// or from a journal.
public final class ItemCourse {
    private final String jobId;
    private final String itemId;
    private final List<LetterAttempt> failures = new ArrayList<>();
    private int executions;
    private String key = "";
    private @Nullable String correlationId;
    private @Nullable Instant startedAt;
    private @Nullable ErrorRecord handlerError;
    private @Nullable ErrorRecord toldError;
    private LetterEvent.@Nullable Facts facts;

    /// @param jobId the run
    public ItemCourse(String jobId, String itemId) {
        this.jobId = jobId;
        this.itemId = itemId;
    }

    /// Takes the item's next event.
    public void take(Instant at, Context context, Event event) {
        if (correlationId == null) {
            // an item that its breaker refused has it from its letter
            correlationId = context.correlationId();
        }
        switch (event) {
            case ItemEvent.Started started -> begun(at, started);
            case ItemEvent.Failed failed -> failed(at, context, failed);
            case ItemEvent.Completed _ -> failures.clear();
            case HandlerEvent.Started _ -> handlerError = null;
            case HandlerEvent.Failed failed -> handlerError = failed.error();
            case LetterEvent.Added(var letter) -> told(letter);
            case LetterEvent.Updated(var letter) -> told(letter);
            case LetterEvent.Removed _ -> facts = null;
            case HandlerEvent.Completed _,
                    ItemEvent.Interrupted _,
                    ItemEvent.Skipped _,
                    ItemEvent.Loaded _,
                    ItemEvent.CanaryEvaluated _,
                    ItemEvent.Waiting _,
                    ItemEvent.Continued _,
                    ItemEvent.Requeued _,
                    LetterEvent.RetryStarted _,
                    LetterEvent.RetryCompleted _,
                    RunEvent _,
                    EndEvent _,
                    PhaseEvent _,
                    StepEvent _,
                    ControlEvent _,
                    WorktreeEvent _,
                    CircuitEvent _,
                    QuotaEvent _,
                    SubWorkflowEvent _,
                    UnknownEvent _ -> {}
        }
    }

    /// @return the item's letter, or null when it has none
    public @Nullable DeadLetter letter() {
        // a redrive that is waiting, or was killed, has executed the item more often than the letter says
        return facts == null ? null : new DeadLetter(identity(), facts.withAttempts(executions), toldError, failures);
    }

    /// @return the item as one that its last failure gave up, with or without a letter; null when it has not failed
    @Nullable
    FailedItem givenUp() {
        if (failures.isEmpty()) {
            return null;
        }
        var last = failures.getLast();
        // a refusal leaves no work behind; that of the attempt before is where it was
        var ran = DeadLetter.lastThatRan(failures);
        var kept = ran == null ? last : ran;
        return new FailedItem(
                itemId,
                last.error(),
                handlerError,
                kept.branch(),
                kept.salvageRef(),
                kept.keptDirectory(),
                failures.stream().anyMatch(LetterAttempt::hasLogs));
    }

    /// @return whose letter it would be
    DeadLetter.Identity identity() {
        return new DeadLetter.Identity(jobId, itemId, key, correlationId);
    }

    /// @return its failed attempts, oldest first
    List<LetterAttempt> failures() {
        return List.copyOf(failures);
    }

    /// @return when the attempt began that has not failed yet, or null
    @Nullable
    Instant begun() {
        return startedAt;
    }

    private void told(LetterEvent.Facts letter) {
        facts = letter;
        toldError = handlerError;
    }

    private void begun(Instant at, ItemEvent.Started started) {
        key = started.itemKey();
        startedAt = at;
        handlerError = null;
    }

    /// What was made final by a later process than the one that journaled it has two events.
    private void failed(Instant at, Context context, ItemEvent.Failed failed) {
        var number = context.attempt();
        var entry = new LetterAttempt(
                isRefusal(failed) ? 0 : number == null ? failed.attempts() : number,
                context.agentId(),
                startedAt,
                at,
                failed.durationMs(),
                failed.error(),
                failed.signature(),
                failed.branch(),
                failed.salvageRef(),
                failed.keptDirectory());
        if (failures.isEmpty() || entry.isRefusal() || !failures.getLast().isThatOf(entry)) {
            failures.add(entry);
        } else {
            failures.add(failures.removeLast().finallyWith(entry));
        }
        startedAt = null;
        executions = failed.attempts();
    }

    /// Its number is that of the last attempt before (spec 02 §2.1).
    private boolean isRefusal(ItemEvent.Failed failed) {
        var error = failed.error();
        return startedAt == null
                && error.code().equals(KnownCode.CIRCUIT_OPEN.name())
                && !error.origin().isOfStep();
    }
}
