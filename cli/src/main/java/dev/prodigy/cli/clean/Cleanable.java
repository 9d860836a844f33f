package dev.prodigy.cli.clean;

import dev.prodigy.cli.config.ConfigKey;
import dev.prodigy.cli.config.Configuration;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.runs.RecordedState;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunEnd;
import dev.prodigy.model.value.UnreadableFields;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalCheck;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.run.replay.UnknownEventType;
import dev.prodigy.runtime.view.LostJournal;
import dev.prodigy.runtime.view.RunRecord;
import dev.prodigy.runtime.view.RunRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run that somebody may want to remove, and what speaks against it.
///
/// @param finishedAt when it ended last; of a run without an end when it last wrote something
/// @param begun whether there is a record of it: what a crash left before the first is no run
public record Cleanable(RunRef run, @Nullable RunRecord record, Instant finishedAt, boolean begun) {
    private static final String EXECUTED = "it is being executed";

    /// @return age of a finished run from which cleaners take it, where nothing else is said
    public static Duration retention(Console console) {
        return Configuration.of(console).duration(ConfigKey.RETENTION);
    }

    /// @return the runs, those that ended first in front
    public static List<Cleanable> of(RunArgument runs, List<RunRef> all) {
        return all.stream()
                .map(run -> of(runs, run))
                .sorted((one, other) -> one.finishedAt().compareTo(other.finishedAt()))
                .toList();
    }

    /// @param everywhere whether of all repositories
    /// @return what crashes have left of runs before these had begun
    public static List<Cleanable> unbegun(RunArgument runs, boolean everywhere) {
        return runs.unbegun(everywhere).stream()
                .map(run -> new Cleanable(run, null, run.run().createdAt().orElse(Instant.EPOCH), false))
                .toList();
    }

    /// @return the run
    static Cleanable of(RunArgument runs, RunRef run) {
        var created = run.run().createdAt().orElse(Instant.EPOCH);
        try {
            var record = new RunRecords(runs.home(), new LocalDisk(), ref -> {
                        var state = RecordedState.read(runs.home(), ref).state();
                        UnknownEventType.refuse(state);
                        return state;
                    })
                    .find(run);
            var times = record.course().times();
            var end = times.finishedAt() == null ? times.updatedAt() : times.finishedAt();
            return new Cleanable(run, record, end == null ? created : end, true);
        } catch (JournalDamaged | UnknownEventType | UnreadableFields e) {
            return new Cleanable(run, null, created, true);
        }
    }

    /// @param limit what ended later stays
    /// @return whether a cleaner has a word to say of it: it is old enough, or being executed, which is always told
    public boolean isConcerned(RunArgument runs, Instant limit) {
        return !finishedAt.isAfter(limit) || RunEnd.isHeld(runs, run);
    }

    /// @param includeResumable whether runs that can go on, or have dead letters, may be removed too
    /// @return why it stays for its own sake, or null when nothing of it speaks against its removal (spec 05 §2.10)
    @Nullable
    String protection(RunArgument runs, boolean includeResumable) {
        if (RunEnd.isHeld(runs, run)) {
            return EXECUTED;
        }
        if (includeResumable || (!begun && LostJournal.of(runs.home(), run).isEmpty())) {
            return null;
        }
        if (record == null || isDamaged(runs)) {
            return damaged();
        }
        if (record.isResumable()) {
            return "it can be resumed (" + record.status() + ")";
        }
        var letters = record.course().dlq();
        return letters == 0 ? null : "it has " + Counted.of(letters, "dead letter");
    }

    /// @return why what is made of its journal stays, or null when it can be made anew (spec 05 §2.10)
    @Nullable
    public String protectionOfViews(RunArgument runs) {
        if (RunEnd.isHeld(runs, run)) {
            return EXECUTED;
        }
        return record == null || isDamaged(runs) ? damaged() : null;
    }

    private String damaged() {
        return "its journal is damaged; prodigy fsck " + run.run() + " tells more";
    }

    /// A record that is as new as the journal tells nothing of damage in it.
    private boolean isDamaged(RunArgument runs) {
        var folder = runs.home().events(run.repo(), run.run());
        return LostJournal.of(runs.home(), run).isPresent()
                || JournalCheck.of(folder).status().equals("damaged");
    }
}
