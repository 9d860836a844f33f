package dev.prodigy.runtime.run;

import java.util.regex.Pattern;

/// Finds out whether anything in a workflow reads what its steps change in git. Goes by words, so that it may see a
/// reader where there is none, but never misses one.
final class ChangesAsked {
    /// The names that `step.` and `workflow.` give, and the options that look at commits. The normal form says of every
    /// option what it is.
    private static final Pattern READER =
            Pattern.compile("files_|insertions|deletions|\\bcommits\\b|commit_count|commit_config"
                    + "|\"(commit_required|auto_commit)\":(?!false)");

    private ChangesAsked() {}

    /// @param workflow in its normal form, as JSON
    static boolean by(String workflow) {
        return READER.matcher(workflow).find();
    }
}
