package dev.prodigy.engine.step.frame;

import dev.prodigy.model.error.TimeoutScope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The nearest of the limits around a piece of work (spec 02 §10), on the clock of {@link
/// dev.prodigy.engine.world.World#worked}: it stands still while steps wait before breakers and quotas.
///
/// @param at when it passes, or null for never
/// @param limit how long it was in all
/// @param scope whose limit it is
public record Deadline(@Nullable Duration at, Duration limit, TimeoutScope scope) {
    /// There is no limit.
    public static final Deadline NEVER = new Deadline(null, Duration.ZERO, TimeoutScope.STEP);

    /// @return a limit that begins now; no limit for null
    public static Deadline in(@Nullable Duration limit, TimeoutScope scope, Duration worked) {
        return limit == null ? NEVER : new Deadline(worked.plus(limit), limit, scope);
    }

    /// @return the one that passes first; of two that pass together this one, the outer
    public Deadline nearest(Deadline other) {
        if (at == null) {
            return other;
        }
        return other.at == null || other.at.compareTo(at) >= 0 ? this : other;
    }

    /// @return what is left of it, never negative; null for no limit
    public @Nullable Duration left(Duration worked) {
        if (at == null) {
            return null;
        }
        var left = at.minus(worked);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /// @return whether it has passed
    public boolean hasPassed(Duration worked) {
        return at != null && worked.compareTo(at) >= 0;
    }

    /// @return the same limit, passing so much later
    public Deadline later(Duration time) {
        return at == null ? this : new Deadline(at.plus(time), limit, scope);
    }
}
