package dev.prodigy.runtime.git.merge;

import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.runtime.git.RefNames;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Why a run's commits are not merged whose target branch somebody has deleted or put a foreign history in the place
/// of, with the command after which nothing is left to merge.
public final class GoneTarget {
    private static final Pattern TOLD = Pattern.compile(
            " (?:is gone; (git branch .+) makes it anew|was replaced.*; (git .+) merges them all the same)$");

    private GoneTarget() {}

    /// @param target name of the branch
    /// @param runId whose commits they are
    /// @return one line for people
    static String told(String target, String runId) {
        var own = RefNames.shortBranch(RefNames.sessionBranch(runId));
        return "the branch " + target + " is gone; git branch " + ShellQuote.word(target) + " " + own
                + " makes it anew";
    }

    /// @param target name of the branch
    /// @param runId whose commits they are
    /// @param checkout where the branch is checked out, or null
    /// @return one line for people
    static String replaced(String target, String runId, @Nullable Path checkout) {
        var git = checkout == null ? "git " : "git -C " + ShellQuote.word(checkout.toString()) + " ";
        var own = RefNames.shortBranch(RefNames.sessionBranch(runId));
        return "the branch " + target + " was replaced by a history that has nothing in common with the run's commits; "
                + (checkout == null ? git + "checkout " + ShellQuote.word(target) + " && " : "") + git
                + "merge --allow-unrelated-histories --no-edit " + own + " merges them all the same";
    }

    /// @param message of a merge that was refused
    /// @return the command to type first, or null where the target is there
    public static @Nullable String wayOut(String message) {
        var told = TOLD.matcher(message);
        if (!told.find()) {
            return null;
        }
        return told.group(1) == null ? told.group(2) : told.group(1);
    }
}
