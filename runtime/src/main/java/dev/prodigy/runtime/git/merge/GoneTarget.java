package dev.prodigy.runtime.git.merge;

import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.runtime.git.RefNames;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Why a run's commits are not merged whose target branch somebody has deleted, with the command that makes it anew:
/// with
/// the run's own commits, so that nothing is left to merge.
public final class GoneTarget {
    private static final Pattern TOLD = Pattern.compile(" is gone; (git branch .+) makes it anew$");

    private GoneTarget() {}

    /// @param target name of the branch
    /// @param runId whose commits they are
    /// @return one line for people
    static String told(String target, String runId) {
        var own = RefNames.shortBranch(RefNames.sessionBranch(runId));
        return "the branch " + target + " is gone; git branch " + ShellQuote.word(target) + " " + own
                + " makes it anew";
    }

    /// @param message of a merge that was refused
    /// @return the command to type first, or null where the target is there
    public static @Nullable String wayOut(String message) {
        var told = TOLD.matcher(message);
        return told.find() ? told.group(1) : null;
    }
}
