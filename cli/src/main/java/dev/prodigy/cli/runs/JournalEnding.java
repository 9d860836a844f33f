package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.Damage;
import dev.prodigy.runtime.journal.JournalBeginning;
import dev.prodigy.runtime.journal.JournalCheck;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalEnd;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a command that read a journal says about its end: what is valid before a damage was shown, then this (spec 05
/// §1).
public final class JournalEnding {
    /// What helps when something was written by a newer version of the program.
    public static final String OTHER_VERSION = "Use that version of prodigy, or another PRODIGY_HOME.";

    private static final String NO_BEGINNING = "Put the journal back from a copy, or begin anew with prodigy run.";

    private JournalEnding() {}

    /// @return the failure of what met the damage
    public static CommandFailure failure(JournalDamaged damaged) {
        return failure(damaged.damage());
    }

    static CommandFailure failure(Damage damage) {
        return failure(damage, wayOut(damage));
    }

    /// @return the failure of what met a run whose journal is gone as a whole
    public static CommandFailure lost(Damage damage) {
        return failure(damage, NO_BEGINNING);
    }

    private static CommandFailure failure(Damage damage, String wayOut) {
        return new CommandFailure(
                ExitCode.STORAGE, "journal_damaged", "the journal is damaged: " + damage.describe(), wayOut);
    }

    private static String wayOut(Damage damage) {
        if (JournalBeginning.isLost(damage)) {
            return NO_BEGINNING;
        }
        return damage.isOfEvents()
                ? "prodigy fsck --all shows all damage; prodigy fsck " + damage.run() + " --salvage keeps what finished"
                : "What that file held is nowhere else: put it back from a copy, or begin anew with prodigy run. "
                        + whatFinished(damage.run());
    }

    /// @param run its id
    /// @return how to see what of the run finished: items, or in a run that has none steps
    public static String whatFinished(String run) {
        boolean hasItems = RunId.parse(run)
                .map(RunId::kind)
                .filter(RunId.Kind.MAPREDUCE::equals)
                .isPresent();
        return "What finished: prodigy events " + run + " --type " + (hasItems ? "agent_completed" : "step_completed");
    }

    /// @param ending how it ended, its large values included where they were read with it
    /// @param folder of the run whose journal was read
    /// @return what is wrong with the journal, or else with what is kept beside it of the workflow and its
    ///     items; or null
    public static @Nullable CommandFailure failure(JournalEnd ending, Path folder) {
        var failure = failure(ending);
        if (failure != null) {
            return failure;
        }
        try {
            WorkflowRecord.read(folder);
            ItemStore.check(folder);
            return null;
        } catch (JournalDamaged e) {
            return failure(e);
        }
    }

    /// Reads all of a run's truth, as nothing else does of a run that has ended.
    ///
    /// @param folder of the run
    /// @throws CommandFailure when any of it is damaged
    public static void requireWhole(Path folder) {
        var check = JournalCheck.of(folder);
        var failure = failure(check.ending());
        if (failure != null) {
            throw failure;
        }
        if (!check.damage().isEmpty()) {
            throw failure(check.damage().getFirst());
        }
    }

    /// @return what is wrong with the journal, or null
    public static @Nullable CommandFailure failure(JournalEnd ending) {
        return switch (ending) {
            case JournalEnd.Complete _, JournalEnd.TornTail _ -> null;
            case JournalEnd.Damaged(var damage) -> failure(damage);
            case JournalEnd.Newer newer -> failure(newer);
        };
    }

    /// @return the failure of what met an event of a newer version
    public static CommandFailure failure(JournalEnd.Newer newer) {
        return new CommandFailure(ExitCode.STORAGE, "newer_version", newer.describe(), OTHER_VERSION);
    }

    /// Says it behind what was shown.
    public static void tell(Invocation call, CommandFailure failure) {
        call.console().err().println("prodigy: " + failure.message());
        if (failure.hint() != null) {
            call.console().err().println("\n" + failure.hint());
        }
    }
}
