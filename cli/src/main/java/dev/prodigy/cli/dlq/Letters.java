package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.engine.signature.FinalFailure;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.view.LostJournal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The dead letters of a run, or of all runs of a repository, the newest run first.
final class Letters implements AutoCloseable {

    private final List<Opened> boxes = new ArrayList<>();
    private @Nullable CommandFailure met;

    private Letters() {}

    /// A run with its letters.
    ///
    /// @param folder the run's
    record Opened(RunRef run, Path folder, LetterBox box, ShownLetters shown) {
        Stream<DeadLetter> letters() {
            return box.letters();
        }
    }

    /// @param run null for all runs of this repository
    static Letters open(Invocation call, RunArgument runs, @Nullable RunRef run) {
        var letters = new Letters();
        for (var each : run != null ? List.of(run) : runs.withLost(call.has(Globals.ALL_REPOS))) {
            var lost = LostJournal.of(runs.home(), each);
            if (each.run().kind() == RunId.Kind.MAPREDUCE && lost.isPresent()) {
                letters.met = letters.met == null ? JournalEnding.lost(lost.get()) : letters.met;
            } else if (each.run().kind() == RunId.Kind.MAPREDUCE) {
                var folder = runs.home().events(each.repo(), each.run());
                var box = LetterBox.openWhole(folder, each.run());
                letters.boxes.add(new Opened(each, folder, box, new ShownLetters(runs.home(), each)));
            }
        }
        return letters;
    }

    /// @return the runs
    List<Opened> boxes() {
        return boxes;
    }

    /// @return what is wrong with a journal or with what is kept beside it, or else with a record that was asked for;
    /// or null
    @Nullable
    CommandFailure failure() {
        for (var each : boxes) {
            var failure = JournalEnding.failure(each.box().ending(), each.folder());
            if (failure != null) {
                return failure;
            }
        }
        return met;
    }

    /// Reads the record of each letter, one at a time; those of a run end where one cannot be read, which
    /// {@link #failure} tells.
    void records(Consumer<Value.Fields> taker) {
        for (var each : boxes) {
            try {
                each.letters().map(each.box()::record).forEach(record -> {
                    each.shown().add(record);
                    taker.accept(record);
                });
            } catch (JournalDamaged e) {
                met = met == null ? JournalEnding.failure(e) : met;
            }
        }
    }

    /// Compares all letters with their files, for what tells of them without their records. A value that cannot
    /// be read is damage, which {@link #failure} tells where it matters.
    void lookAtFiles() {
        for (var each : boxes) {
            try {
                each.letters().map(each.box()::record).forEach(each.shown()::add);
            } catch (JournalDamaged _) {
                return;
            }
        }
    }

    /// @return why each item failed, read anew each time one goes through it
    Iterable<FinalFailure> finalFailures() {
        return () -> boxes.stream()
                .flatMap(each -> each.letters().<FinalFailure>mapMulti((letter, found) -> {
                    var error = letter.error();
                    if (error != null) {
                        var signature = Signature.of(error, each.box().data(letter));
                        found.accept(new FinalFailure(letter.identity().itemId(), error, signature, false));
                    }
                }))
                .iterator();
    }

    @Override
    public void close() {
        for (var each : boxes) {
            each.shown().renew(each.box());
            each.box().close();
        }
    }
}
