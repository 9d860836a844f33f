package dev.prodigy.cli.command;

import java.util.Locale;
import java.util.Set;

/// Asks before something is deleted. Without a terminal the answer is no (spec 05 §1, "Prompts").
public final class Confirmation {
    /// What deleting commands take beside `--yes`.
    public static final Option<Boolean> FORCE = Option.flag("the same as --yes", "-f", "--force");

    private static final Set<String> YES = Set.of("y", "yes");

    private Confirmation() {}

    /// @param question such as `Remove 3 dead letters?`
    /// @return whether the person agrees
    public static boolean isGiven(Invocation call, String question) {
        if (call.has(Globals.YES) || call.has(FORCE)) {
            return true;
        }
        var terminal = call.console().terminal();
        if (!terminal.in() || !terminal.err()) {
            return false;
        }
        call.console().err().print(question + " [y/N] ");
        call.console().err().flush();
        return YES.contains(call.console().answer().strip().toLowerCase(Locale.ROOT));
    }

    /// @param what was not done, such as `3 dead letters were not removed`
    /// @return what to report when it was not given
    public static CommandFailure missing(String what) {
        return new CommandFailure(
                ExitCode.NOT_POSSIBLE,
                "not_confirmed",
                what + ": nobody confirmed it",
                "add --yes to do it without a question");
    }
}
