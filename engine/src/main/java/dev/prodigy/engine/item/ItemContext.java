package dev.prodigy.engine.item;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.item.ItemId;

/// What an item's events carry of it: its id, the agent, and the correlation id that it keeps for good (spec 03 §5).
public final class ItemContext {
    private ItemContext() {}

    /// @return the context of an event outside of an attempt; its attempt is the one that began last
    public static Context of(ItemTable items, int item) {
        return of(items, item, items.attempts(item), 0);
    }

    /// @param place the one that an attempt would have taken: where it would have been the first, it names the
    ///     item from now on, as if that attempt had been made
    /// @return the context of an item's end without a further attempt
    public static Context untried(ItemTable items, int item, int place) {
        return Context.item(
                ItemId.of(item), items.attempts(item), null, correlation(item, items.firstPlace(item, place)));
    }

    /// @param place the one that the attempt holds; 0 for none
    public static Context of(ItemTable items, int item, int attempt, int place) {
        int first = items.firstPlace(item, place);
        return Context.item(
                ItemId.of(item),
                attempt,
                place == 0 ? null : "agent-" + place,
                first == 0 ? null : correlation(item, first));
    }

    /// @param place the one that the attempt holds; 0 for none
    /// @return the context of an attempt whose end is not journaled yet
    public static Context ofAttempt(MapRules rules, ItemTable items, int item, int attempt, int place) {
        return counted(rules, items, item, of(items, item, attempt, place));
    }

    /// @param attempt of an attempt whose end is not journaled yet
    /// @return the same; where the item may have several attempts, with the number of the last one, if all from
    ///     this one on fail
    public static Context counted(MapRules rules, ItemTable items, int item, Context attempt) {
        var number = attempt.attempt();
        int allowed = items.allowance(item, rules.policy().itemRetry().attempts());
        return number == null || allowed <= 1
                ? attempt
                : attempt.inAttempt(number, number + Math.max(0, allowed - items.allowanceUsed(item) - 1));
    }

    private static String correlation(int item, int place) {
        return "agent-" + place + "-" + ItemId.of(item);
    }
}
