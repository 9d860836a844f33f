package dev.prodigy.runtime.letter;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.JournalEnd;
import dev.prodigy.runtime.journal.JournalLookup;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Line;
import dev.prodigy.runtime.journal.SegmentReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The dead letters of one run, read from its journal one at a time: however many there are, a few
/// bytes of each are in memory. Nothing is locked or written.
public final class LetterBox implements AutoCloseable {
    /// What a letter does not tell and may be large.
    private static final Set<String> NOT_NEEDED = Set.of("result", "steps");

    private final String run;
    private final LetterIndex index;
    private final JournalLookup journal;
    private final SegmentReader segments;
    private final JournalEnd ending;
    private final @Nullable ItemStore items;

    private LetterBox(
            String run,
            LetterIndex index,
            Path folder,
            JournalLookup journal,
            JournalEnd ending,
            @Nullable ItemStore items) {
        this.run = run;
        this.index = index;
        this.journal = journal;
        this.segments = new SegmentReader(folder);
        this.ending = ending;
        this.items = items;
    }

    /// Reads a run's journal to its last valid event.
    ///
    /// @param folder the run's folder
    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be read
    public static LetterBox open(Path folder, RunId run) {
        return read(folder, run, JournalReader.open(folder));
    }

    /// Reads a run's journal as {@link #open} does, and on the way the values that its events have in segments:
    /// {@link #ending} then tells of these too.
    ///
    /// @param folder the run's folder
    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be read
    public static LetterBox openWhole(Path folder, RunId run) {
        return read(folder, run, JournalReader.openWhole(folder));
    }

    private static LetterBox read(Path folder, RunId run, JournalReader opened) {
        var index = new LetterIndex();
        var journal = new JournalLookup(folder);
        ItemEvent.Loaded loaded = null;
        try (opened) {
            while (opened.next()) {
                var line = opened.line();
                if (line.eventType().equals("work_items_loaded")
                        && EventTypes.read(line.eventType(), line.entry().fields()) instanceof ItemEvent.Loaded found) {
                    loaded = found;
                } else {
                    note(index, line, journal);
                }
            }
            var items = loaded == null ? null : ItemStore.open(folder, loaded);
            return new LetterBox(run.text(), index, folder, journal, opened.ending(), items);
        }
    }

    /// @return the letters in item order; each is read when it is asked for
    public Stream<DeadLetter> letters() {
        return index.letters().stream().mapToObj(this::letter).mapMulti((letter, found) -> {
            if (letter != null) {
                found.accept(letter);
            }
        });
    }

    /// @return how many there are
    public int count() {
        return index.letters().cardinality();
    }

    /// @return indices of the items with a letter
    public int[] items() {
        return index.letters().stream().toArray();
    }

    /// @param item its index
    /// @return the item as one that its last failure gave up, with or without a letter; null when it has not failed
    public @Nullable FailedItem givenUp(int item) {
        return course(item).givenUp();
    }

    /// @param item an `item_id` in any spelling, an item key or a correlation id
    /// @return the letter of that item, or null
    public @Nullable DeadLetter find(String item) {
        int number = ItemId.index(item);
        if (number >= 0 && index.letters().get(number)) {
            return letter(number);
        }
        var byKey = first(letter -> letter.identity().itemKey().equals(item));
        return byKey == null ? first(letter -> item.equals(letter.identity().correlationId())) : byKey;
    }

    /// @return the letter with the failed attempts and the beginnings that the journal tells of
    public DeadLetter whole(DeadLetter letter) {
        var course = course(letter.index());
        return letter.after(course.failures(), course.begun());
    }

    /// @return the letter of an item of which only its last events were known
    public DeadLetter identified(DeadLetter letter) {
        var identity = letter.identity();
        return identity.isWhole()
                ? letter
                : letter.of(keyed(
                        letter.index(), identity.with(course(letter.index()).identity())));
    }

    /// @return the record of a letter with the item's data
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when the items are not what was written
    public Value.Fields record(DeadLetter letter) {
        return letter.toValue(data(letter));
    }

    /// @return the item as it was loaded; null (the value) where the journal does not tell
    public Value data(DeadLetter letter) {
        var item = loaded(letter.index());
        return item == null ? Value.Null.NULL : item.data();
    }

    private ItemStore.@Nullable Item loaded(int item) {
        return items == null || item < 0 || item >= items.count() ? null : items.read(item);
    }

    /// An item that failed without an attempt has its key from where it was loaded.
    private DeadLetter.Identity keyed(int item, DeadLetter.Identity identity) {
        var loaded = identity.itemKey().isEmpty() ? loaded(item) : null;
        return loaded == null ? identity : identity.keyed(loaded.key());
    }

    /// @return how the journal ends
    public JournalEnd ending() {
        return ending;
    }

    @Override
    public void close() {
        journal.close();
        segments.close();
        if (items != null) {
            items.close();
        }
    }

    private static void note(LetterIndex index, Line line, JournalLookup journal) {
        var type = line.eventType();
        boolean isLetter = type.startsWith("dlq_item_");
        boolean isFailure = type.equals("agent_started") || type.equals("agent_failed") || type.startsWith("handler_");
        if (!isLetter && !isFailure) {
            if (type.equals("agent_completed")) {
                int item = ItemId.index(line.text("item_id"));
                if (item >= 0) {
                    index.forget(item);
                }
            }
            return;
        }
        int item = ItemId.index(line.text("item_id"));
        long place = journal.place(line);
        if (item >= 0 && place >= 0) {
            index.note(item, place);
            if (isLetter) {
                index.letter(item, !type.equals("dlq_item_removed"));
            }
        }
    }

    private @Nullable DeadLetter first(Predicate<DeadLetter> wanted) {
        return letters().filter(wanted).findFirst().orElse(null);
    }

    private @Nullable DeadLetter letter(int item) {
        var letter = course(item).letter();
        return letter == null ? null : letter.of(keyed(item, letter.identity()));
    }

    private ItemCourse course(int item) {
        var course = new ItemCourse(run, ItemId.of(item));
        for (long place : index.places(item)) {
            var line = journal.at(place);
            var fields = fields(line);
            course.take(line.timestamp(), Context.read(fields), EventTypes.read(line.eventType(), fields));
        }
        return course;
    }

    /// An attempt's result is never read back.
    private Value.Fields fields(Line line) {
        var members = new LinkedHashMap<>(line.entry().fields().members());
        members.replaceAll(
                (name, value) -> NOT_NEEDED.contains(name) ? value : Objects.requireNonNull(segments.resolve(value)));
        return new Value.Fields(members);
    }
}
