package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Exit;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.runtime.journal.Ending;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a command that read a journal says about its end: what is valid before a damage was shown, then this (spec 05
/// §1).
public final class JournalEnding {
    /// What helps when a journal is damaged.
    public static final String WAY_OUT = "prodigy fsck --all shows all damage; fsck RUN --salvage keeps what finished";

    /// What helps when something was written by a newer version of the program.
    public static final String OTHER_VERSION = "Use that version of prodigy, or another PRODIGY_HOME.";

    private static final String LOST =
            "What that file held is nowhere else: put it back from a copy, or begin anew with prodigy run. What finished:"
                    + " prodigy events RUN --type agent_completed";

    private JournalEnding() {}

    /// @return the failure of what met the damage
    public static CommandFailure failure(JournalDamaged damaged) {
        boolean lost = !damaged.damage().isOfEvents();
        return new CommandFailure(
                Exit.STORAGE, "journal_damaged", String.valueOf(damaged.getMessage()), lost ? LOST : WAY_OUT);
    }

    /// @param folder of the run whose journal was read
    /// @return what is wrong with the journal, or else with what is kept beside it of the workflow; or null
    public static @Nullable CommandFailure failure(Ending ending, Path folder) {
        var failure = failure(ending);
        if (failure != null) {
            return failure;
        }
        try {
            WorkflowRecord.read(folder);
            return null;
        } catch (JournalDamaged e) {
            return failure(e);
        }
    }

    /// @return what is wrong with the journal, or null
    public static @Nullable CommandFailure failure(Ending ending) {
        return switch (ending) {
            case Ending.Complete _, Ending.TornTail _ -> null;
            case Ending.Damaged(var damage) ->
                new CommandFailure(
                        Exit.STORAGE, "journal_damaged", "the journal is damaged: " + damage.describe(), WAY_OUT);
            case Ending.Newer newer -> failure(newer);
        };
    }

    /// @return the failure of what met an event of a newer version
    public static CommandFailure failure(Ending.Newer newer) {
        return new CommandFailure(Exit.STORAGE, "newer_version", newer.describe(), OTHER_VERSION);
    }

    /// Says it behind what was shown.
    public static void tell(Invocation call, CommandFailure failure) {
        call.console().err().println("prodigy: " + failure.message());
        if (failure.hint() != null) {
            call.console().err().println("\n" + failure.hint());
        }
    }
}
