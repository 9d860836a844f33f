package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the merge of a run into the user's branch ended, or would end (spec 03 §11).
public sealed interface TargetMergeResult {

    /// The target has everything already.
    record AlreadyContained(ObjectId target) implements TargetMergeResult {}

    /// One merge commit was made.
    ///
    /// @param commit the new tip of the target
    /// @param before what the target pointed to
    /// @param checkout where it was merged, or null when the target was checked out nowhere
    record Merged(
            ObjectId commit, ObjectId before, @Nullable Path checkout) implements TargetMergeResult {}

    /// Both sides changed the same: MERGE_CONFLICT. The target is untouched.
    ///
    /// @param target what it points to
    /// @param files from the repository's top
    record Conflict(ObjectId target, List<String> files) implements TargetMergeResult {
        public Conflict {
            files = List.copyOf(files);
        }

        /// Says what is wrong, and how to solve it: a merge by hand is what a resume then finds done.
        ///
        /// @param branch name of the target
        /// @param runId whose commits they are
        /// @param tried what steps that were to resolve it came to, or null
        /// @return one line
        public String explained(String branch, String runId, @Nullable String tried) {
            var files = String.join(", ", this.files);
            var own = RefNames.sessionBranch(runId).substring("refs/heads/".length());
            return "the run's commits conflict with " + branch + " in " + files + (tried == null ? "" : "; " + tried)
                    + "; solve it on " + branch
                    + ": git merge " + own + ", git commit, then resume the run";
        }
    }

    /// The user's repository is in a state in which nothing is merged into it: MERGE_REFUSED. Nothing was touched.
    ///
    /// @param reason one line, for people
    /// @param checkout where the reason is, or null
    record Refused(String reason, @Nullable Path checkout) implements TargetMergeResult {

        /// @return the reason, and where it is; one line
        public String explained() {
            return checkout == null ? reason : "in " + checkout + ": " + reason;
        }
    }

    /// git or a hook of the user refused: GIT_ERROR. The checkout is as it was.
    ///
    /// @param evidence what git and the hooks printed
    /// @param saved full name of the reference that keeps what was changed there meanwhile, or null
    record Failed(
            String evidence,
            @Nullable Path checkout,
            @Nullable String saved) implements TargetMergeResult {

        /// @param branch name of the target
        /// @return what failed, where, and the first line of what was printed; one line
        public String explained(String branch) {
            var where = checkout == null ? "" : " in " + checkout;
            var changed = saved == null ? "" : " (files that were changed meanwhile are saved in " + saved + ")";
            var what = "git merge into " + branch + where + " failed and was taken back" + changed;
            return evidence.lines()
                    .findFirst()
                    .map(line -> what + ": " + line.strip())
                    .orElse(what);
        }
    }

    /// The thread was interrupted; the checkout is as it was.
    record Interrupted() implements TargetMergeResult {}
}
