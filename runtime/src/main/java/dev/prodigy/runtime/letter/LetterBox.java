package dev.prodigy.runtime.letter;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.Ending;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Line;
import dev.prodigy.runtime.journal.SegmentReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The dead letters of one run, read from its journal. Nothing is locked or written.
public final class LetterBox implements AutoCloseable {
    /// What a letter does not tell and may be large.
    private static final Set<String> NOT_NEEDED = Set.of("result", "steps");

    private final List<DeadLetter> letters;
    private final Ending ending;
    private final @Nullable ItemStore items;

    private LetterBox(List<DeadLetter> letters, Ending ending, @Nullable ItemStore items) {
        this.letters = letters;
        this.ending = ending;
        this.items = items;
    }

    /// Reads a run's journal to its last valid event.
    ///
    /// @param folder the run's folder
    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be read
    public static LetterBox open(Path folder, RunId run) {
        var letters = new DeadLetters(run.text());
        ItemEvent.Loaded loaded = null;
        try (var reader = JournalReader.open(folder);
                var segments = new SegmentReader(folder)) {
            while (reader.next()) {
                var line = reader.line();
                if (isOfInterest(line)) {
                    var fields = fields(line, segments);
                    var event = EventTypes.read(line.eventType(), fields);
                    letters.take(line.timestamp(), Context.read(fields), event);
                    loaded = event instanceof ItemEvent.Loaded found ? found : loaded;
                }
            }
            return new LetterBox(
                    letters.letters(), reader.ending(), loaded == null ? null : ItemStore.open(folder, loaded));
        }
    }

    /// @return the letters in item order
    public List<DeadLetter> letters() {
        return letters;
    }

    /// @param item an `item_id` in any spelling, an item key or a correlation id
    /// @return the letter of that item, or null
    public @Nullable DeadLetter find(String item) {
        int index = ItemId.index(item);
        return first(letter -> letter.index() == index)
                .or(() -> first(letter -> letter.identity().itemKey().equals(item)))
                .or(() -> first(letter -> item.equals(letter.identity().correlationId())))
                .orElse(null);
    }

    private Optional<DeadLetter> first(Predicate<DeadLetter> wanted) {
        return letters.stream().filter(wanted).findFirst();
    }

    /// @return the record of a letter with the item's data
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when the items are not what was written
    public Value.Fields record(DeadLetter letter) {
        return letter.toValue(data(letter));
    }

    /// @return the item as it was loaded; null (the value) where the journal does not tell
    public Value data(DeadLetter letter) {
        int index = letter.index();
        return items == null || index < 0 || index >= items.count()
                ? Value.Null.NULL
                : items.read(index).data();
    }

    /// @return how the journal ends
    public Ending ending() {
        return ending;
    }

    @Override
    public void close() {
        if (items != null) {
            items.close();
        }
    }

    private static boolean isOfInterest(Line line) {
        var type = line.eventType();
        return type.startsWith("dlq_item_")
                || type.equals("work_items_loaded")
                || type.equals("item_skipped")
                || (type.startsWith("agent_") && !type.equals("agent_usage"));
    }

    /// A successful attempt's result is never read back.
    private static Value.Fields fields(Line line, SegmentReader segments) {
        var members = new LinkedHashMap<>(line.entry().fields().members());
        members.replaceAll((name, value) -> NOT_NEEDED.contains(name) ? value : segments.resolve(value));
        return new Value.Fields(members);
    }
}
