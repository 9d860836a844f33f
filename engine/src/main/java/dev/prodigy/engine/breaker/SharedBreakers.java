package dev.prodigy.engine.breaker;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How the steps of this process that came to a breaker had set it: steps that share one set it alike (spec 02 §7,
/// `key`). What stands in the file is compared before anything runs; what placeholders give, when a step starts.
public final class SharedBreakers {
    private final Map<Circuit.Name, Use> first = new HashMap<>();

    /// Nobody has come to a breaker yet.
    public SharedBreakers() {}

    private record Use(BreakerPolicy policy, @Nullable String step) {}

    /// A step comes to its breaker.
    ///
    /// @param step its path
    /// @return why it may not use it, or null when it may
    public @Nullable ErrorRecord objection(Circuit circuit, @Nullable String step) {
        var before = first.putIfAbsent(circuit.name(), new Use(circuit.policy(), step));
        var different = before == null ? List.<String>of() : different(circuit.policy(), before.policy());
        return different.isEmpty() || before == null
                ? null
                : ErrorRecord.of(
                        ErrorCode.of("INVALID_VALUE", Category.DEFINITION),
                        "the circuit breaker \"" + circuit.name().key() + "\" of " + step + " is shared with "
                                + before.step() + ", and set differently there: " + String.join(", ", different));
    }

    private static List<String> different(BreakerPolicy here, BreakerPolicy there) {
        var different = new ArrayList<String>();
        compare("failure_threshold", here.failureThreshold(), there.failureThreshold(), different);
        compare("success_threshold", here.successThreshold(), there.successThreshold(), different);
        compare("timeout", here.timeout().toMillis() + "ms", there.timeout().toMillis() + "ms", different);
        compare("half_open_requests", here.halfOpenRequests(), there.halfOpenRequests(), different);
        compare("on_open", word(here.onOpen()), word(there.onOpen()), different);
        if (!Objects.equals(here.tripsOn(), there.tripsOn())) {
            different.add("trips_on");
        }
        return different;
    }

    private static String word(OnOpen onOpen) {
        return onOpen.name().toLowerCase(Locale.ROOT);
    }

    private static void compare(String name, Object here, Object there, List<String> different) {
        if (!here.equals(there)) {
            different.add(name + " is " + here + " here and " + there + " there");
        }
    }
}
