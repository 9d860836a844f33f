package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.policy.ErrorCollection;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// When failed items are reported, and the figures at the end (spec 02 §4, §9.1). The setting governs reporting only:
/// every failure is journaled when it happens.
final class ErrorReporting {
    private final @Nullable MapRules rules;

    ErrorReporting(@Nullable MapRules rules) {
        this.rules = rules;
    }

    /// @return the report that is due while items still run, or null
    RunEvent.@Nullable ErrorReport due(RunState state) {
        var items = state.items();
        if (items == null || rules == null) {
            return null;
        }
        int waiting = items.failedItems().unreportedCount();
        boolean full = switch (rules.policy().errorCollection()) {
            case ErrorCollection.Aggregate _ -> false;
            case ErrorCollection.Immediate _ -> waiting > 0;
            case ErrorCollection.Batched(int size) -> waiting >= size;
        };
        return full ? report(rules, items) : null;
    }

    /// Adds what is still to be told when the map phase ends, or the run does in it: the rest of the failures, then the
    /// figures.
    void close(RunState state, Decision.Builder decision) {
        var items = state.items();
        if (items == null || rules == null || items.failedItems().isMeasured()) {
            return;
        }
        if (items.failedItems().unreportedCount() > 0) {
            decision.event(report(rules, items));
        }
        decision.event(new RunEvent.ErrorMetrics(items.metrics().toValue()));
    }

    private static RunEvent.ErrorReport report(MapRules rules, ItemTable items) {
        var failed = items.failedItems();
        var errors = failed.unreported().stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("item_id", ItemId.of(each.item()))
                        .put("error", ErrorJson.write(each.error()))
                        .done())
                .toList();
        return new RunEvent.ErrorReport(
                word(rules.policy().errorCollection()), failed.unreportedCount(), new Value.Items(errors));
    }

    private static String word(ErrorCollection strategy) {
        return switch (strategy) {
            case ErrorCollection.Aggregate _ -> "aggregate";
            case ErrorCollection.Immediate _ -> "immediate";
            case ErrorCollection.Batched(int size) -> "batched:" + size;
        };
    }
}
