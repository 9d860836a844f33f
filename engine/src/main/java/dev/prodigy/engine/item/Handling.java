package dev.prodigy.engine.item;

import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemHandler.Then;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A custom handler's part in the way of an item: it is to run or runs, or it has ended and nothing durable says yet
/// what became of the item (spec 02 §5.2).
///
/// @param failure of the item's last attempt
/// @param end null until the handler has ended
public record Handling(
        String handler,
        AttemptResult.Failed failure,
        @Nullable End end) {

    /// How a handler ended.
    public sealed interface End {
        /// Its steps succeeded.
        record Good(Then then) implements End {}

        /// It failed or timed out.
        record Bad() implements End {}
    }

    /// @return the event that it begins
    public HandlerEvent.Started begins() {
        return new HandlerEvent.Started(
                handler,
                failure.error(),
                failure.signature().id(),
                failure.signature().normalised(),
                failure.course().durationMs(),
                failure.course().waitMs(),
                failure.course().parkedMs(),
                failure.course().steps(),
                failure.kept().branch(),
                failure.kept().salvageRef(),
                failure.kept().keptDirectory(),
                failure.kept().conflicts(),
                failure.kept().head(),
                failure.kept().left(),
                failure.result());
    }

    static Handling of(HandlerEvent.Started event) {
        var normalized = event.normalized() == null ? event.error().message() : event.normalized();
        return new Handling(
                event.handler(),
                new AttemptResult.Failed(
                        new AttemptResult.Course(event.durationMs(), event.waitMs(), event.parkedMs(), event.steps()),
                        event.error(),
                        new Signature(event.signature(), normalized),
                        new AttemptResult.Kept(
                                event.branch(),
                                event.salvageRef(),
                                event.keptDirectory(),
                                event.conflicts(),
                                event.head(),
                                event.left()),
                        event.result()),
                null);
    }

    /// @return this after the handler's end
    public Handling ended(HandlerEvent.Completed event) {
        var then = Then.valueOf(event.then().toUpperCase(Locale.ROOT));
        var conflicts = failure.kept().conflicts();
        var kept = AttemptResult.Kept.saved(event.branch(), event.salvageRef(), event.keptDirectory(), conflicts);
        return new Handling(handler, failure.keeping(kept), new End.Good(then));
    }

    /// What the handler has resolved and could not be merged fails with the conflict, as a good attempt does (spec 03
    /// §10).
    ///
    /// @return this after the handler's end
    public Handling ended(HandlerEvent.Failed event) {
        boolean inConflict = !event.conflicts().isEmpty();
        var conflicts = inConflict ? event.conflicts() : failure.kept().conflicts();
        var kept = AttemptResult.Kept.saved(event.branch(), event.salvageRef(), event.keptDirectory(), conflicts);
        var failed = inConflict ? conflicting(event.error()) : failure;
        return new Handling(handler, failed.keeping(kept), new End.Bad());
    }

    /// @return the failure to merge, with the failure that was handled as its cause
    private AttemptResult.Failed conflicting(ErrorRecord error) {
        var signature = Signature.of(error, Value.Null.NULL);
        var judged = error.causedAtFirstBy(failure.error())
                .with(failure.error().retries())
                .withSignature(signature.id());
        return new AttemptResult.Failed(failure.course(), judged, signature, failure.kept(), failure.result());
    }
}
