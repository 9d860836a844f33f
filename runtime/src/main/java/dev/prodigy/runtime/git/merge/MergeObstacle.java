package dev.prodigy.runtime.git.merge;

import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.runtime.git.RefNames;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Why a run's commits are not merged while one command is to be typed first: the target branch was deleted or replaced
/// by a foreign history, or another run's merge into it was cut off.
public final class MergeObstacle {
    private static final Pattern TOLD = Pattern.compile(
            " (?:is gone; (git branch .+) makes it anew|was replaced.*; (git .+) merges them all the same"
                    + "|was cut off; (prodigy .+) settles what it left there)$");

    private MergeObstacle() {}

    /// @param target name of the branch
    /// @param runId whose commits they are
    /// @return one line for people
    static String gone(String target, String runId) {
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

    /// @param checkout where the branch is checked out
    /// @param runId whose merge was cut off there
    /// @param target name of the branch
    /// @param command that settles it
    /// @return one line for people
    public static String cutOff(Path checkout, String runId, String target, String command) {
        return "in " + checkout + " a merge of " + runId + " into " + target + " was cut off; " + command
                + " settles what it left there";
    }

    /// @param message of a merge that was refused
    /// @return the command to type first, or null where there is none
    public static @Nullable String wayOut(String message) {
        var told = TOLD.matcher(message);
        return told.find()
                ? Stream.of(told.group(1), told.group(2), told.group(3))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null)
                : null;
    }
}
