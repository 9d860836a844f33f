package dev.prodigy.cli.fsck;

import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RecordedState;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.UnreadableFields;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Damage;
import dev.prodigy.runtime.journal.JournalCheck;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalEnd;
import dev.prodigy.runtime.journal.JournalSalvage;
import dev.prodigy.runtime.journal.JournalScan;
import dev.prodigy.runtime.journal.JournalSettings;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.run.replay.UnknownEventType;
import dev.prodigy.runtime.view.LostJournal;
import dev.prodigy.runtime.view.SessionFiles;
import dev.prodigy.runtime.view.StoredViews;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Looks over one run, and mends what it may.
final class RunCheck {
    private static final String NOWHERE_ELSE =
            "what the damaged file held is nowhere else; put it back from a copy, or" + " begin anew with prodigy run";

    private final Invocation call;
    private final Home home;
    private final RunRef run;
    private final Path folder;
    private final List<String> notes = new ArrayList<>();

    RunCheck(Invocation call, Home home, RunRef run) {
        this.call = call;
        this.home = home;
        this.run = run;
        this.folder = home.events(run.repo(), run.run());
    }

    /// What to do beside looking.
    record Wish(boolean repair, boolean salvage) {
        boolean any() {
            return repair || salvage;
        }
    }

    /// What was found, and left.
    ///
    /// @param missing views that should be there, below the home
    /// @param stale views that say something else than the journal
    /// @param notes lines for people
    record Report(String run, JournalCheck check, List<String> missing, List<String> stale, List<String> notes) {
        boolean isDamaged() {
            return status().equals("damaged");
        }

        String status() {
            return check.status();
        }

        Value.Fields toFields() {
            return new FieldsWriter()
                    .put("run_id", run)
                    .put("files", check.files())
                    .put("records", check.records())
                    .put("last_seq", check.lastSeq())
                    .put("status", status())
                    .put(
                            "damage",
                            new Value.Items(check.damage().stream()
                                    .<Value>map(Report::toFields)
                                    .toList()))
                    .put(
                            "views",
                            new FieldsWriter()
                                    .put("missing", missing)
                                    .put("stale", stale)
                                    .done())
                    .done();
        }

        private static Value.Fields toFields(Damage damage) {
            return new FieldsWriter()
                    .put("file", damage.file().toString())
                    .put("line", damage.line())
                    .put("offset", damage.offset())
                    .put("kind", damage.kind().code())
                    .put("detail", damage.detail())
                    .done();
        }
    }

    private JournalCheck check() {
        var check = Files.exists(folder) ? JournalCheck.of(folder) : JournalCheck.NOTHING;
        return LostJournal.of(home, run).map(check::with).orElse(check);
    }

    Report carryOut(Wish wish) {
        if (!wish.any() || Files.notExists(folder)) {
            return report(check(), false);
        }
        var now = call.console().clock().instant();
        return switch (OwnerLock.tryTake(home.runLock(run.repo(), run.run()), Owner.thisProcess(now))) {
            case OwnerLock.Attempt.Busy _ -> {
                notes.add("it is being executed: nothing was changed");
                yield report(check(), false);
            }
            case OwnerLock.Attempt.Taken(var lock) -> {
                try (lock) {
                    yield mended(wish, lock);
                }
            }
        };
    }

    private Report mended(Wish wish, OwnerLock lock) {
        var check = check();
        boolean bad = check.status().equals("damaged") || JournalSalvage.isUnfinished(folder);
        if (bad && wish.salvage() && !(check.ending() instanceof JournalEnd.Newer)) {
            check = salvaged(check, lock);
        }
        if (check.status().equals("torn_tail") && check.records() > 0 && wish.repair()) {
            if (JournalWriter.cutTail(lock, settings())) {
                notes.add("cut off " + tail(check) + " bytes that were never acknowledged");
                check = check();
            }
        }
        return report(check, wish.repair() || wish.salvage());
    }

    private static boolean isOutsideTheJournal(JournalCheck check) {
        return check.damage().stream().noneMatch(Damage::isOfEvents);
    }

    private JournalCheck salvaged(JournalCheck check, OwnerLock lock) {
        boolean isUnfinished = JournalSalvage.isUnfinished(folder);
        if (!isUnfinished && !check.hasBeginning()) {
            notes.add("nothing to salvage: its first event is lost, and only that says what the run is;"
                    + " put the file back from a copy, or begin anew with prodigy run");
            return check;
        }
        if (!isUnfinished && isOutsideTheJournal(check)) {
            notes.add("nothing to salvage: the events are whole, and " + NOWHERE_ELSE + ". "
                    + JournalEnding.whatFinished(run.run().text()));
            return check;
        }
        if (!Confirmation.isGiven(call, question(check))) {
            notes.add("not salvaged: nobody confirmed it (not_confirmed); --yes confirms it");
            return check;
        }
        JournalSalvage.Salvaged salvaged;
        try {
            salvaged = new JournalSalvage(lock, new LocalDisk(), call.console().clock()).carryOut();
        } catch (JournalDamaged e) {
            notes.add("not salvaged: items have finished, but their list is damaged too, and " + NOWHERE_ELSE + ": "
                    + e.getMessage());
            return check;
        }
        // what was folded from the old journal is of no use to the new one
        Folders.delete(home.state(run.repo(), run.run()));
        notes.add(
                "salvaged " + Counted.of(salvaged.kept(), "event") + "; lost are those from seq " + salvaged.lostFrom()
                        + " to " + salvaged.lostTo() + ", but for finished items; the original is kept as *.damaged");
        laterEvents(salvaged.lostTo()).ifPresent(notes::add);
        return check();
    }

    /// A view never overrules the journal (spec 05 §5.1), but shows that the journal's last files may be gone.
    ///
    /// @param last event that the journal told of
    /// @return what the run's record tells of later ones
    private Optional<String> laterEvents(long last) {
        var record = new SessionFiles(home, new LocalDisk()).read(run);
        return record == null || record.course().lastSeq() <= last
                ? Optional.empty()
                : Optional.of("its record tells of event " + record.course().lastSeq() + ", and the journal ended at "
                        + last + ": its last files may be missing, and what only they told is lost as well");
    }

    /// What finished behind the damage outside of items will run again.
    private String question(JournalCheck check) {
        var again = new TreeSet<String>();
        JournalScan.scan(
                folder,
                line -> {
                    var step = line.text("step");
                    if (line.seq() > check.lastSeq()
                            && line.eventType().equals("step_completed")
                            && !line.has("item_id")
                            && step != null) {
                        again.add(step);
                    }
                },
                _ -> {});
        return "Salvage " + run.run() + "? Events behind " + check.lastSeq() + " are lost, but for finished items."
                + (again.isEmpty()
                        ? ""
                        : " These steps finished and will run again: " + String.join(", ", again) + ".");
    }

    private Report report(JournalCheck check, boolean repair) {
        if (JournalSalvage.isUnfinished(folder)) {
            notes.add("its salvage was cut off: prodigy fsck " + run.run() + " --salvage goes on with it");
        }
        if (check.records() == 0 && !check.status().equals("damaged") && (repair || !isLive())) {
            notes.add("there is no whole record in " + folder + ": nothing of it can be mended or resumed; prodigy run"
                    + " begins anew, prodigy clean sessions --all removes it");
        }
        var found = views(check, repair);
        return new Report(
                run.run().text(),
                check,
                repair || found == null ? List.of() : names(found.missing()),
                repair || found == null ? List.of() : names(found.stale()),
                List.copyOf(notes));
    }

    /// The views of a live run are nobody's concern, nor are those of what never became a run. Where the journal is
    /// damaged they are held against what is valid of it, and left alone.
    private StoredViews.@Nullable Findings views(JournalCheck check, boolean repair) {
        boolean live = !repair && isLive();
        boolean damaged = check.status().equals("damaged");
        if (live || check.records() == 0 || (damaged && (repair || check.ending() instanceof JournalEnd.Newer))) {
            return null;
        }
        try {
            var views = damaged ? RecordedState.viewsOfRest(home, run) : RecordedState.views(home, run);
            if (!repair) {
                return views.check();
            }
            var found = views.repair();
            if (!found.isEmpty()) {
                notes.add("made "
                        + Counted.of(found.missing().size() + found.stale().size(), "view") + " anew");
            }
            return found;
        } catch (JournalDamaged | UnknownEventType | UnreadableFields e) {
            notes.add("the views cannot be compared: " + e.getMessage());
            return null;
        }
    }

    private boolean isLive() {
        return OwnerLock.holder(home.runLock(run.repo(), run.run())).isPresent();
    }

    private List<String> names(List<Path> files) {
        return files.stream()
                .map(file -> home.root().relativize(file).toString())
                .toList();
    }

    private JournalSettings settings() {
        return JournalSettings.defaults(new LocalDisk(), call.console().clock());
    }

    private static long tail(JournalCheck check) {
        return check.ending() instanceof JournalEnd.TornTail tail ? tail.bytes() : 0;
    }
}
