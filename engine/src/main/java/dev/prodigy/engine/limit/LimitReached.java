package dev.prodigy.engine.limit;

import dev.prodigy.model.error.KnownCode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Why a run stops by its own policy (`policy_stopped`, spec 02 §6.4).
///
/// @param limit what is allowed; null for policies that stop at the first failure
/// @param observed what was found: a number of failures, a rate, or a rate's lower bound
public record LimitReached(KnownCode code, @Nullable Double limit, double observed, ItemCounts counts) {

    /// @return the reason as it is written in events
    public String reason() {
        return code.name().toLowerCase(Locale.ROOT);
    }
}
