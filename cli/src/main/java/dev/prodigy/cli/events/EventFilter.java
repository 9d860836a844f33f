package dev.prodigy.cli.events;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.ItemArguments;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Line;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which events are wanted.
///
/// @param types any of these; empty = all
/// @param agent the `agent_id`, or null for any
/// @param items `item_id`s and correlation ids, or null for any
/// @param since the earliest, or null
/// @param until the latest, or null
record EventFilter(
        List<EventTypeName> types,
        @Nullable String agent,
        @Nullable Set<String> items,
        @Nullable Instant since,
        @Nullable Instant until)
        implements Predicate<Line> {
    private static final String LOADED = "work_items_loaded";
    private static final Option<EventTypeName> TYPE = Option.values(
            EventTypeName::read, "TYPE", "events of this type; may be repeated", "--event-type", "--type");
    private static final Option<String> AGENT = Option.value(Values::text, "ID", "events of this agent", "--agent-id");
    private static final Option<String> ITEM = Option.value(
            Values::text,
            "ITEM",
            "events of this item: item-007, 7, its key, or its correlation id",
            "--item",
            "--item-id");
    private static final Option<Since> SINCE =
            Option.value(Since::read, "WHEN", "not before: minutes or a duration ago, or a timestamp", "--since");
    private static final Option<Since> UNTIL = Option.value(Since::read, "WHEN", "not after", "--until");

    /// How many at most.
    static final Option<Integer> LIMIT = Option.value(Values::count, "N", "the newest N", "--limit", "-n");

    /// What commands that filter events declare.
    static final List<Option<?>> OPTIONS = List.of(TYPE, AGENT, ITEM, SINCE, UNTIL);

    EventFilter {
        types = List.copyOf(types);
    }

    /// @param journal the run's folder, where an item's key is looked up
    static EventFilter of(Invocation call, @Nullable Path journal) {
        var now = call.console().clock().instant();
        var item = call.value(ITEM);
        var since = call.value(SINCE);
        var until = call.value(UNTIL);
        return new EventFilter(
                call.values(TYPE),
                call.value(AGENT),
                item == null ? null : names(item, journal),
                since == null ? null : since.from(now),
                until == null ? null : until.from(now));
    }

    @Override
    public boolean test(Line line) {
        return (types.isEmpty() || types.stream().anyMatch(type -> type.matches(line)))
                && (agent == null || agent.equals(line.text("agent_id")))
                && (items == null || isOfItem(line, items))
                && (since == null || !line.timestamp().isBefore(since))
                && (until == null || !line.timestamp().isAfter(until));
    }

    private static boolean isOfItem(Line line, Set<String> items) {
        var item = line.text("item_id");
        var correlation = line.text("correlation_id");
        return (item != null && items.contains(item)) || (correlation != null && items.contains(correlation));
    }

    private static Set<String> names(String item, @Nullable Path journal) {
        var names = new TreeSet<>(Set.of(item));
        int index = ItemId.index(item);
        if (index >= 0) {
            if (journal != null) {
                ItemArguments.requireClear(journal, ItemStore.loaded(journal), item);
            }
            names.add(ItemId.of(index));
        } else if (journal != null) {
            names.addAll(keyed(item, journal));
        }
        return names;
    }

    /// A key stands in the events that begin an attempt. An item that was never begun has it where the items are.
    private static Set<String> keyed(String key, Path journal) {
        var found = new TreeSet<String>();
        ItemEvent.Loaded loaded = null;
        try (var reader = JournalReader.open(journal)) {
            while (reader.next()) {
                var line = reader.line();
                var id = key.equals(line.text("item_key")) ? line.text("item_id") : null;
                if (id != null) {
                    found.add(id);
                }
                if (line.eventType().equals(LOADED)
                        && EventTypes.read(LOADED, line.entry().fields()) instanceof ItemEvent.Loaded items) {
                    loaded = items;
                }
            }
        }
        int index = found.isEmpty() && loaded != null ? ItemArguments.byKey(journal, loaded, key) : -1;
        if (index >= 0) {
            found.add(ItemId.of(index));
        }
        return found;
    }
}
