package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The arguments ITEM: an `item_id` (`item-007`; `item-7` and `7` mean it too), an item key or a
/// correlation id (spec 05 §1).
public final class ItemArguments {
    private ItemArguments() {}

    /// @param state of the run, whose items are loaded
    /// @return the items' indices from 0, each once, in the order given
    /// @throws CommandFailure when one of them is no item of the run
    public static List<Integer> resolve(RunArgument runs, RunRef run, RunState state, List<String> names) {
        var folder = runs.home().events(run.repo(), run.run());
        var found = new ArrayList<Integer>();
        for (var name : names) {
            int item = index(folder, state, name);
            if (item < 0) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "item_not_found",
                        "no item of " + run.run() + " is called `" + name + "`",
                        "Items are called by their id (item-001), their number or their item_key: prodigy events "
                                + run.run() + " --type agent_started");
            }
            if (!found.contains(item)) {
                found.add(item);
            }
        }
        return found;
    }

    private static int index(Path folder, RunState state, String name) {
        var table = state.items();
        int index = ItemId.index(name);
        if (table != null && table.has(index)) {
            requireClear(folder, state.loaded(), name);
            return index;
        }
        int keyed = byKey(folder, state, name);
        return keyed >= 0 ? keyed : byCorrelation(folder, name);
    }

    private static int byKey(Path folder, RunState state, String key) {
        var loaded = state.loaded();
        return loaded == null ? -1 : byKey(folder, loaded, key);
    }

    /// @param folder the run's
    /// @param loaded the items
    /// @return the index of the item with that key, or -1
    public static int byKey(Path folder, ItemEvent.Loaded loaded, String key) {
        try (var items = ItemStore.open(folder, loaded)) {
            return items.keyed(key);
        }
    }

    /// Refuses the number of an item that is the key of another one too. The whole `item_id` is always that item's.
    /// Where the list of items is damaged nothing is refused: that is told elsewhere.
    ///
    /// @param folder the run's
    /// @param loaded the items; null where there are none yet
    /// @throws CommandFailure when the text means two items
    public static void requireClear(Path folder, ItemEvent.@Nullable Loaded loaded, String name) {
        int index = ItemId.index(name);
        if (loaded == null || index < 0 || index >= loaded.total() || name.equals(ItemId.of(index))) {
            return;
        }
        int keyed;
        try {
            keyed = byKey(folder, loaded, name);
        } catch (JournalDamaged _) {
            return;
        }
        if (keyed >= 0 && keyed != index) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "item_ambiguous",
                    "`" + name + "` is the number of " + ItemId.of(index) + " and the key of " + ItemId.of(keyed),
                    "Type " + ItemId.of(index) + " or " + ItemId.of(keyed) + ".");
        }
    }

    private static int byCorrelation(Path folder, String id) {
        try (var reader = JournalReader.open(folder)) {
            while (reader.next()) {
                var line = reader.line();
                // an item that its breaker refused was never started
                if (id.equals(line.text("correlation_id"))) {
                    return ItemId.index(line.text("item_id"));
                }
            }
            return -1;
        }
    }
}
