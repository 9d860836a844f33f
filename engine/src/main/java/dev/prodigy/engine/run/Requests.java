package dev.prodigy.engine.run;

import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.breaker.Permit;
import dev.prodigy.engine.breaker.SharedBreakers;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Attempts of steps in this process that ask for admission, or have it. After a crash there are none: lost
/// ones begin anew.
public final class Requests {
    private final Map<Long, Asking> asking = new LinkedHashMap<>();
    private final Map<Long, Admitted> admitted = new HashMap<>();
    private final Map<String, Long> toldOf = new HashMap<>();
    private final SharedBreakers breakers = new SharedBreakers();
    private @Nullable Long probe;
    private int probeItem = NO_ITEM;
    private long firstAttempts;
    private Duration stood = Duration.ZERO;
    private Duration stoodUntil = Duration.ZERO;

    /// No item is started to make a probe.
    public static final int NO_ITEM = -1;

    Requests() {}

    /// One that asks.
    ///
    /// @param since when it began to, on the run clock
    /// @param again whether it was admitted before, and met the agents' usage limit
    public record Asking(StepRequest request, Duration since, boolean again) {}

    /// One that was admitted.
    ///
    /// @param permit of its breaker, or null where it has none
    public record Admitted(StepRequest request, @Nullable Permit permit) {}

    /// @return how those that asked had set their breakers
    public SharedBreakers breakers() {
        return breakers;
    }

    /// @return those that ask, oldest first
    public List<Map.Entry<Long, Asking>> asking() {
        return List.copyOf(asking.entrySet());
    }

    /// One asks from now on.
    public void ask(long number, StepRequest request, Duration since) {
        asking.put(number, new Asking(request, since, false));
    }

    /// One that was admitted asks once more.
    public void askAgain(long number, StepRequest request, Duration since) {
        asking.put(number, new Asking(request, since, true));
    }

    /// One that asked is admitted.
    public void admit(long number, StepRequest request, @Nullable Permit permit) {
        asking.remove(number);
        admitted.put(number, new Admitted(request, permit));
    }

    /// One that asked gets another answer, or was cut off.
    public void forget(long number) {
        asking.remove(number);
    }

    /// One that asked goes on, or away.
    ///
    /// @param since when it began to ask, on the run clock
    public void stood(Duration since, Duration now) {
        var from = since.compareTo(stoodUntil) < 0 ? stoodUntil : since;
        if (now.compareTo(from) > 0) {
            stood = stood.plus(now.minus(from));
            stoodUntil = now;
        }
    }

    /// @return how long attempts in this process waited for admission; those that stood there together
    ///     count once
    public Duration stood() {
        return stood;
    }

    /// An admitted one has ended.
    ///
    /// @return it, or null when it had not been admitted
    public @Nullable Admitted leave(long number) {
        return admitted.remove(number);
    }

    /// @return whether the journal does not tell yet that the item waits; it is to, because of this request
    public boolean tell(String itemId, long number) {
        return toldOf.putIfAbsent(itemId, number) == null;
    }

    /// @return whether the journal tells that the item waits because of this request; it no longer does
    public boolean untell(@Nullable String itemId, long number) {
        return itemId != null && toldOf.remove(itemId, number);
    }

    /// @return whether somebody is on the way to see whether the agents' limit is over
    public boolean isProbing() {
        return probe != null || probeItem != NO_ITEM;
    }

    /// @return the item that was started to make a probe and has not come to its agent yet, or {@link
    ///     #NO_ITEM}
    public int probeItem() {
        return probeItem;
    }

    /// An item is started to make a probe.
    public void probeItem(int item) {
        probeItem = item;
    }

    /// The request makes the probe.
    public void probe(long number) {
        probe = number;
        probeItem = NO_ITEM;
    }

    /// @return whether this request made the probe; it no longer does
    public boolean endProbe(long number) {
        boolean itWas = probe != null && probe == number;
        if (itWas) {
            probe = null;
        }
        return itWas;
    }

    /// An item's attempt has ended.
    public void itemEnded(int item) {
        if (probeItem == item) {
            probeItem = NO_ITEM;
        }
    }

    /// Counts the first attempt of a step in an item; the journal tells the others.
    ///
    /// @param journaled the count that the journal knows
    public void countFirst(long journaled) {
        firstAttempts = Math.max(firstAttempts, journaled) + 1;
    }

    /// @param journaled the count that the journal knows
    /// @return first attempts of steps in items so far
    public long firstAttempts(long journaled) {
        return Math.max(firstAttempts, journaled);
    }
}
