package dev.prodigy.runtime.view;

import dev.prodigy.model.item.ItemId;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.letter.LetterFiles;
import org.jspecify.annotations.Nullable;

/// Writes the dead letter files of a live run. What happened to an item before this process, and what
/// the item is, the journal and its segments tell; they are opened when the first letter needs them.
final class LiveLetters implements AutoCloseable {
    private final RunViews.Place place;
    private final LetterFiles files;
    private @Nullable LetterBox journal;

    LiveLetters(RunViews.Place place) {
        this.place = place;
        this.files = new LetterFiles(
                place.disk(), place.home().dlq(place.run().repo(), place.run().run()));
    }

    /// Makes the files that an earlier process died before it wrote, and takes away those that it died before it
    /// removed.
    ///
    /// @param items those with a letter
    synchronized void putRight(int[] items) {
        var difference = files.compareNames(items);
        if (!difference.isEmpty()) {
            try (var box = open()) {
                files.repair(box, difference);
            }
        }
    }

    synchronized void write(DeadLetter letter) {
        var box = journal();
        // its last attempt may have begun in an earlier process, or was never made
        var whole = box.identified(letter.isWhole() ? letter : box.whole(letter));
        files.write(letter.identity().itemId(), box.record(whole));
    }

    synchronized void remove(int item) {
        files.remove(ItemId.of(item));
    }

    @Override
    public synchronized void close() {
        if (journal != null) {
            journal.close();
        }
    }

    private LetterBox journal() {
        var opened = journal;
        if (opened == null) {
            opened = open();
            journal = opened;
        }
        return opened;
    }

    private LetterBox open() {
        return LetterBox.open(
                place.home().events(place.run().repo(), place.run().run()),
                place.run().run());
    }
}
