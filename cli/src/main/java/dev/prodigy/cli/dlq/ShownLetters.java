package dev.prodigy.cli.dlq;

import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.ViewRenewal;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.letter.LetterFiles;

/// The letters of a run that a command tells of, beside their files: what was shown is compared with its file, of the
/// others only whether it is there.
final class ShownLetters {
    private final Home home;
    private final RunRef run;
    private final LetterFiles files;
    private boolean isStale;

    ShownLetters(Home home, RunRef run) {
        this.home = home;
        this.run = run;
        this.files = new LetterFiles(new LocalDisk(), home.dlq(run.repo(), run.run()));
    }

    /// A record of the run is shown.
    void add(Value.Fields record) {
        isStale = isStale || !files.holds(record);
    }

    /// Everything was shown: has the files made anew where one was missing or stale.
    void renew(LetterBox box) {
        ViewRenewal.of(
                home,
                run,
                () -> JournalEnding.failure(box.ending()) == null
                        && (isStale || !files.compareNames(box.items()).isEmpty()));
    }
}
