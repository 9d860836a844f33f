package dev.prodigy.engine.item;

import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.item.ItemId;
import java.time.Duration;
import java.time.Instant;

/// What the events of items do to the table of items.
public final class ItemFold {
    private ItemFold() {}

    /// Takes in an event about one item.
    public static void apply(ItemTable items, Recorded recorded, ItemEvent event) {
        int item = ItemId.index(recorded.context().itemId());
        switch (event) {
            case ItemEvent.Started _ ->
                items.started(
                        item, attempt(recorded.context()), recorded.context().place(), recorded.elapsed());
            case ItemEvent.Completed _ -> items.succeeded(item);
            case ItemEvent.Failed failed -> {
                items.known(item, recorded.context().firstPlace());
                items.attemptFailed(
                        item,
                        recorded.elapsed(),
                        failed.attempts(),
                        failed.executionMs(),
                        failed.retryWaitMs(),
                        failed.error().codes().contains("MERGE_CONFLICT"));
                items.failedLast(item, recorded.seq());
                if (failed.isFinal()) {
                    items.failed(item);
                    items.failedItems().failed(item, items.total(), failed.error(), signature(failed));
                }
            }
            case ItemEvent.Interrupted interrupted ->
                items.interrupted(item, recorded.elapsed(), interrupted.reason().equals("crash"));
            case ItemEvent.Skipped skipped -> {
                items.skipped(item);
                if (skipped.isByPerson()) {
                    items.failedItems().givenUp(item);
                }
            }
            case ItemEvent.Requeued requeued -> {
                items.requeued(item, requeued.maxAttempts());
                items.failedItems().requeued(item);
            }
            case ItemEvent.Waiting waiting ->
                items.held(item, new ItemTable.Hold(waiting.reason(), recorded.elapsed()));
            case ItemEvent.Continued continued -> items.goesOn(item, Duration.ofMillis(continued.waitedMs()));
            case ItemEvent.Loaded _, ItemEvent.CanaryEvaluated _ -> {}
        }
    }

    /// Takes in an event about an item's custom handler.
    public static void apply(ItemTable items, Context context, HandlerEvent event) {
        int item = ItemId.index(context.itemId());
        var handling = items.handling(item);
        switch (event) {
            case HandlerEvent.Started started -> items.handlerStarted(item, Handling.of(started));
            case HandlerEvent.Completed completed -> {
                if (handling != null) {
                    items.handlerEnded(item, handling.ended(completed));
                }
            }
            case HandlerEvent.Failed failed -> {
                if (handling != null) {
                    items.handlerEnded(item, handling.ended(failed));
                }
            }
        }
    }

    /// An attempt of the item failed, and the next is due later.
    public static void waits(ItemTable items, Context context, StepEvent.RetryScheduled retry) {
        var due = retry.dueAt();
        items.waits(
                ItemId.index(context.itemId()),
                due == null ? Instant.EPOCH : due,
                Duration.ofMillis(retry.delayMs()),
                retry.free());
    }

    /// A person was warned of the item's time.
    public static void warned(ItemTable items, Context context) {
        items.warned(ItemId.index(context.itemId()));
    }

    /// A report told all failures so far.
    public static void reported(ItemTable items) {
        items.failedItems().reported();
    }

    /// The figures were journaled.
    public static void measured(ItemTable items) {
        items.failedItems().measured();
    }

    private static Signature signature(ItemEvent.Failed failed) {
        var normalized = failed.normalized();
        return new Signature(
                failed.signature(), normalized == null ? failed.error().message() : normalized);
    }

    /// The process ends, or has died: what held items is over for it.
    ///
    /// @param at on the run clock
    public static void released(ItemTable items, Duration at) {
        items.released(at);
    }

    /// A process takes the run up.
    public static void resumed(ItemTable items, Instant at) {
        items.resumed(at);
    }

    /// The item's dead letter was written or taken away.
    public static void letter(ItemTable items, Context context, boolean there) {
        int item = ItemId.index(context.itemId());
        items.known(item, context.firstPlace());
        items.letters().put(item, there);
    }

    /// The item's commits conflict with what was merged meanwhile, or are being merged again.
    public static void conflict(ItemTable items, Context context, boolean there) {
        items.conflict(ItemId.index(context.itemId()), there);
    }

    private static int attempt(Context context) {
        return context.attempt() == null ? 1 : context.attempt();
    }
}
