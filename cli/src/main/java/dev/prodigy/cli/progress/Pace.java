package dev.prodigy.cli.progress;

import dev.prodigy.model.event.ControlEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How fast items come to their ends, by what this process has seen; for display only. While nothing may start it is
/// not told, and the time of a pause is no part of it.
final class Pace {
    private static final int ENOUGH_FOR_A_GUESS = 3;
    private static final String QUOTA = "quota";

    private final Set<String> pausedBy = new HashSet<>();
    private @Nullable Instant pausedAt;
    private @Nullable Instant since;
    private long ended;

    /// What went before says nothing of what comes: another process works on the run.
    void beginAgain() {
        pausedBy.clear();
        pausedAt = null;
        since = null;
        ended = 0;
    }

    /// An item began.
    void begin(Instant at) {
        since = since == null ? at : since;
    }

    /// An item came to its end.
    void end() {
        ended++;
    }

    /// The usage limit of the agents is reached.
    void pauseForQuota(Instant at) {
        pause(QUOTA, at);
    }

    /// The usage limit is over.
    void goOnAfterQuota(Instant at) {
        pausedBy.remove(QUOTA);
        goOn(at);
    }

    /// Somebody paused dispatch.
    void pause(String by, Instant at) {
        if (pausedBy.add(by) && pausedBy.size() == 1) {
            pausedAt = at;
        }
    }

    /// A person's word goes before the caller's; the caller takes back its own alone.
    void goOn(String by, Instant at) {
        pausedBy.removeIf(
                each -> !each.equals(QUOTA) && (each.equals(ControlEvent.CALLER) || !by.equals(ControlEvent.CALLER)));
        goOn(at);
    }

    private void goOn(Instant at) {
        if (pausedBy.isEmpty() && pausedAt != null) {
            if (since != null) {
                since = since.plus(Duration.between(pausedAt.isBefore(since) ? since : pausedAt, at));
            }
            pausedAt = null;
        }
    }

    /// @param items that have no outcome yet
    /// @return the time until they have theirs; null where that would be a wild guess
    @Nullable
    Duration remaining(long items, Instant now) {
        if (since == null || ended < ENOUGH_FOR_A_GUESS || items <= 0 || pausedAt != null) {
            return null;
        }
        long elapsed = Math.max(1, Duration.between(since, now).toMillis());
        return Duration.ofMillis((long) ((double) elapsed / ended * items));
    }
}
