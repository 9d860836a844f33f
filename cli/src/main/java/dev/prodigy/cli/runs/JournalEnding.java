package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Exit;
import dev.prodigy.runtime.journal.Ending;
import org.jspecify.annotations.Nullable;

/// What a command that read a journal says about its end: what is valid before a damage was shown, then this (spec 05
/// §1).
public final class JournalEnding {
    private JournalEnding() {}

    /// @return what is wrong with the journal, or null
    public static @Nullable CommandFailure failure(Ending ending) {
        return switch (ending) {
            case Ending.Complete _, Ending.TornTail _ -> null;
            case Ending.Damaged(var damage) ->
                new CommandFailure(
                        Exit.STORAGE, "journal_damaged", "the journal is damaged: " + damage.describe(), null);
            case Ending.Newer newer -> new CommandFailure(Exit.STORAGE, "newer_version", newer.describe(), null);
        };
    }
}
