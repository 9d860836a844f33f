package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.progress.Progress;
import dev.prodigy.runtime.run.MergeConsent;
import java.util.Locale;
import java.util.Set;

/// Asks the person at the terminal whether to merge; without one the answer is no (spec 00, 05 §2.1).
final class TerminalConsent implements MergeConsent {
    private static final Set<String> YES = Set.of("y", "yes");

    private final Invocation call;
    private final Progress progress;
    private final boolean unasked;
    /// @param unasked the command itself is the consent
    TerminalConsent(Invocation call, Progress progress, boolean unasked) {
        this.call = call;
        this.progress = progress;
        this.unasked = unasked;
    }

    @Override
    public boolean mayMerge(int commits, String target) {
        if (call.has(Execution.NO_MERGE)) {
            return false;
        }
        if (unasked || call.has(Globals.YES) || call.has(Execution.AUTO_MERGE) || isAutomatic()) {
            return true;
        }
        var terminal = call.console().terminal();
        if (!terminal.in() || !terminal.err()) {
            return false;
        }
        var counted = commits == 1 ? "1 commit" : commits + " commits";
        return progress.undisturbed(() -> {
            call.console().err().print("Merge " + counted + " into " + target + "? [y/N] ");
            call.console().err().flush();
            return YES.contains(call.console().answer().strip().toLowerCase(Locale.ROOT));
        });
    }

    private boolean isAutomatic() {
        return "true".equals(call.console().variable("PRODIGY_AUTO_MERGE"));
    }
}
