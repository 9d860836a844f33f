package dev.prodigy.cli.dlq;

import dev.prodigy.engine.run.Fold;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.RunEvent;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How far a redrive has come, counted from what it journals: one that is ended before its time has no event that
/// counts (spec 05 §2.5).
final class RedriveOutcomes {
    private final Set<String> open = new HashSet<>();
    private final Set<String> left;
    private final @Nullable EndEvent before;
    private int succeeded;
    private int failed;
    private boolean closed;
    private boolean stopped;

    /// @param chosen ids of the items that were to be run
    /// @param before what the run was, or null where it had not come to an end
    RedriveOutcomes(Set<String> chosen, @Nullable EndEvent before) {
        this.left = new HashSet<>(chosen);
        this.before = before;
    }

    /// Takes the next event of the run itself.
    void take(Event event) {
        switch (event) {
            case LetterEvent.RetryCompleted _ -> closed = true;
            case RunEvent.PolicyStopped _ -> stopped = true;
            default -> {}
        }
    }

    /// Takes the next event of an item.
    void take(String item, Event event) {
        switch (event) {
            case ItemEvent.Requeued(var by, var _) when by.equals("dlq_retry") -> open.add(item);
            case ItemEvent.Completed _ -> succeeded(item);
            // an earlier redrive was killed before it could write that
            case LetterEvent.Removed(var reason, var _) when reason.equals("retried") -> succeeded(item);
            case ItemEvent.Failed its
            when its.isFinal() && open.remove(item) -> {
                left.remove(item);
                failed++;
            }
            case ItemEvent.Skipped _ -> {
                open.remove(item);
                left.remove(item);
            }
            default -> {}
        }
    }

    /// Of one whose merge had taken place when an earlier redrive was killed only the result was missing: it succeeds
    /// without being run.
    private void succeeded(String item) {
        boolean wasOpen = open.remove(item);
        boolean wasLeft = left.remove(item);
        succeeded += wasOpen || wasLeft ? 1 : 0;
    }

    /// @return items that succeeded
    int succeeded() {
        return succeeded;
    }

    /// @return items that failed again
    int failed() {
        return failed;
    }

    /// @param selected how many were to be run
    /// @return those of them that have no new outcome
    int without(int selected) {
        return selected - succeeded - failed;
    }

    /// @param terminal the event that ended the redrive
    /// @return whether it tells what the run was before, because the redrive came to its end and the run stays that
    boolean leftTheRunAsItWas(Event terminal) {
        return closed
                && !stoppedItself(terminal)
                && switch (before) {
                    case null ->
                        terminal instanceof EndEvent.Interrupted end
                                && end.reason().equals(EndEvent.Interrupted.CRASH);
                    case EndEvent.Completed _ -> false;
                    case EndEvent.Interrupted was ->
                        terminal instanceof EndEvent.Interrupted end
                                && end.reason().equals(was.reason())
                                && end.detail().equals(was.detail());
                    case EndEvent.Failed _, EndEvent.Stopped _, EndEvent.TimedOut _, EndEvent.Cancelled _ ->
                        terminal.getClass() == before.getClass();
                };
    }

    /// @param terminal the event that ended the redrive
    /// @return whether a limit, or a row of failures, ended the redrive
    boolean stoppedItself(Event terminal) {
        return terminal instanceof EndEvent.Stopped end
                && (stopped || end.reason().equals(Fold.REDRIVE_STOPPED));
    }
}
