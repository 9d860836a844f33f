package dev.prodigy.engine.run;

import dev.prodigy.engine.breaker.Permit;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Outputs;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What this process has started and not yet heard the end of. It is not journaled: after a restart nothing
/// is under way.
public final class Underway {
    private final Map<Integer, Integer> placeOfItem = new HashMap<>();
    private final BitSet places = new BitSet();
    private final Set<Integer> askedToEnd = new HashSet<>();
    private boolean prepared;
    private @Nullable ErrorRecord unready;
    private boolean stage;
    private boolean stageCut;
    private boolean evaluating;
    private @Nullable Outputs outputs;
    private Tidying tidying = Tidying.AHEAD;
    private boolean endingAsked;
    private boolean drain;
    private @Nullable Ending ending;
    private final Requests requests = new Requests();
    private final Map<Integer, Permit> permits = new HashMap<>();
    private boolean approved;
    private boolean asking;
    private int newItemsFrom;
    private @Nullable Instant wakeAt;
    private Waits waits = Waits.GOING_ON;
    private boolean dispatchHeld;
    private @Nullable Duration callerStands;
    private @Nullable Heard heard;
    private @Nullable Told told;

    Underway() {}

    /// What the calling run said.
    ///
    /// @param at on the run clock
    public record Heard(CallersWord word, Duration at) {}

    /// What the called runs were told, so that it stays the same while nothing changes.
    ///
    /// @param until on the run clock; while the run is paused, what is left
    private record Told(
            boolean paused, boolean draining, @Nullable Duration until) {}

    /// @return what the calling run said last, or null where it said nothing since this process took the run up
    public @Nullable Heard heard() {
        return heard;
    }

    /// The calling run says something.
    public void hear(CallersWord word, Duration at) {
        heard = new Heard(word, at);
    }

    /// Notes what holds for called runs now.
    ///
    /// @param at on the run clock
    /// @return whether those that have begun have to be told; later ones ask
    public boolean tell(CallersWord word, Duration at) {
        var left = word.left();
        var until = left == null || word.paused() ? left : at.plus(left);
        var now = new Told(word.paused(), word.draining(), until);
        boolean isNews = told != null && !told.equals(now);
        told = now;
        return isNews;
    }

    /// @return items whose attempts were not asked to end before; they are from now on
    public List<Integer> askAttempts() {
        return placeOfItem.keySet().stream().filter(askedToEnd::add).sorted().toList();
    }

    /// @return attempts of items that have not ended
    public int attempts() {
        return placeOfItem.size();
    }

    /// @return whether an attempt of the item has not ended
    public boolean has(int item) {
        return placeOfItem.containsKey(item);
    }

    /// @return whether what comes before the first step lies behind
    public boolean prepared() {
        return prepared;
    }

    /// What comes before the first step lies behind.
    ///
    /// @param failure why nothing can begin, or null
    public void prepared(@Nullable ErrorRecord failure) {
        prepared = true;
        unready = failure;
    }

    /// @return why nothing can begin, or null
    public @Nullable ErrorRecord unready() {
        return unready;
    }

    /// @return whether the current stage's own work has not ended
    public boolean stage() {
        return stage;
    }

    /// @return attempts of steps that ask for admission, or have it
    public Requests requests() {
        return requests;
    }

    /// Remembers by which permit of the items' breaker an attempt of the item was admitted.
    public void permit(int item, Permit permit) {
        permits.put(item, permit);
    }

    /// @return the permit of an item whose attempt has not ended, or null when it has none
    public @Nullable Permit permit(int item) {
        return permits.get(item);
    }

    /// Takes back the permit of an item whose attempt has ended.
    ///
    /// @return the permit, or null when it had none
    public @Nullable Permit takePermit(int item) {
        return permits.remove(item);
    }

    /// @return why the run ends before its work is done, or null
    public @Nullable Ending ending() {
        return ending;
    }

    /// @return whether nothing new starts, while what runs may finish
    public boolean draining() {
        return drain;
    }

    /// @return where to look for the next item that was never tried; no pending one lies before it, but
    ///     those put back
    public int newItemsFrom() {
        return newItemsFrom;
    }

    /// Remembers that the run is to be woken.
    ///
    /// @return whether that was not asked for yet
    public boolean wake(Instant moment) {
        boolean asked = moment.equals(wakeAt);
        wakeAt = moment;
        return !asked;
    }

    /// The time that was asked for has come.
    public void woken() {
        wakeAt = null;
    }

    /// @return the place that the next attempt takes: the lowest that is free
    public int nextPlace() {
        return places.nextClearBit(1);
    }

    /// Takes the lowest free place.
    public int take(int item) {
        int place = nextPlace();
        places.set(place);
        placeOfItem.put(item, place);
        return place;
    }

    /// @return the place an item holds, or null
    public @Nullable Integer place(int item) {
        return placeOfItem.get(item);
    }

    /// The attempt of an item has ended.
    public void free(int item) {
        var place = placeOfItem.remove(item);
        if (place != null) {
            places.clear(place);
        }
        askedToEnd.remove(item);
        newItemsFrom = Math.min(newItemsFrom, item);
    }

    /// Remembers that all items before this one are taken care of.
    public void lookFrom(int item) {
        newItemsFrom = item;
    }

    /// An item was put back: it may lie before those that were looked at.
    public void lookAgainFrom(int item) {
        newItemsFrom = Math.min(newItemsFrom, item);
    }

    /// @return whether the person who took the run up answers yes to its gates
    public boolean approved() {
        return approved;
    }

    /// The person who takes the run up answers yes to its gates.
    public void approve() {
        approved = true;
    }

    /// @return whether a person is being asked
    public boolean asking() {
        return asking;
    }

    /// A person is asked, or has answered.
    public void asking(boolean now) {
        asking = now;
    }

    /// The current stage's own work begins or has ended.
    public void stage(boolean running) {
        stage = running;
    }

    /// The current stage's own work was cut off.
    public void cutStage() {
        stage = false;
        stageCut = true;
    }

    /// @return whether a stage's own work was cut off in this process
    public boolean stageCut() {
        return stageCut;
    }

    /// @return whether the outputs are being evaluated, or were
    public boolean evaluating() {
        return evaluating;
    }

    /// The evaluation of the outputs begins.
    public void evaluate() {
        evaluating = true;
    }

    /// @return the outputs, or null while there are none
    @Nullable
    public Outputs outputs() {
        return outputs;
    }

    /// The outputs were evaluated.
    public void outputs(Outputs ready) {
        outputs = ready;
    }

    /// Whether what the run no longer needs was removed.
    public enum Tidying {
        /// Not yet.
        AHEAD,
        /// It is being removed.
        BEGUN,
        /// It is gone, or is to be left for those who come later.
        DONE
    }

    /// @return whether what the run no longer needs was removed
    public Tidying tidying() {
        return tidying;
    }

    /// The removal of what the run no longer needs begins or has ended.
    public void tidying(Tidying now) {
        tidying = now;
    }

    /// The run is to end; of several reasons the first counts.
    ///
    /// @param drainFirst what runs may finish, until something else is to end the run too
    public void end(Ending why, boolean drainFirst) {
        drain = drainFirst && (ending == null || drain);
        ending = ending == null ? why : ending;
    }

    /// @return whether the running work was already asked to end; it is from now on
    public boolean askEnding() {
        var before = endingAsked;
        endingAsked = true;
        return before;
    }

    /// Items that could start are held back from now on, or no more.
    public void dispatchHeld(boolean now) {
        dispatchHeld = now;
    }

    /// @return whether items that could start are held back: by a breaker, the agents' quota, a person
    public boolean dispatchHeld() {
        return dispatchHeld;
    }

    /// @return since when the caller's clock stands still because of that, on the run clock; null: it does not
    public @Nullable Duration callerStands() {
        return callerStands;
    }

    /// The caller's clock stands still from now on; null: it goes on.
    public void callerStands(@Nullable Duration since) {
        callerStands = since;
    }

    /// Which waits for the time of a step's retry have been ended, in the order in which that happens.
    public enum Waits {
        /// None.
        GOING_ON,
        /// Those in items.
        ENDED_IN_ITEMS,
        /// All.
        ENDED
    }

    /// @return whether more waits end now than before
    public boolean endWaits(Waits which) {
        boolean more = which.compareTo(waits) > 0;
        waits = more ? which : waits;
        return more;
    }
}
