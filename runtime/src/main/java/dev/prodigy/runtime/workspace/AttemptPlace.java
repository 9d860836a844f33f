package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.salvage.Saved;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where one attempt of an item works.
public interface AttemptPlace extends AutoCloseable {

    /// @return its files
    Tree tree();

    /// @return the slot's path, or null when it works in place
    @Nullable
    String path();

    /// @return short name of the item's branch, or null
    @Nullable
    String branch();

    /// @return the commit it started from, or null outside of git
    @Nullable
    String startCommit();

    /// @return the last commit in the slot, or null when it works in place
    @Nullable
    String head();

    /// Takes back what was committed since, and leaves the files as they are: whatever committed it was cut off and
    /// begins again (spec 02 §12).
    ///
    /// @param head what {@link #head} gave before
    void goBackTo(String head);

    /// @return whether `worktree.setup` has to run first
    boolean needsSetup();

    /// Hears that `worktree.setup` has ended well: what it left is no work of the attempt's, and the next attempt in
    /// the same slot may do without.
    ///
    /// @param hadSteps whether there was any
    /// @throws dev.prodigy.runtime.git.GitFailure when that cannot be remembered
    default void isSetUp(boolean hadSteps) {}

    /// Looks for the evidence that a success must show, saves leftovers and merges the commits (spec 03
    /// §6, §10).
    ///
    /// @param commitRequired whether the item as a whole must bring a commit
    /// @param intent makes the merge's intent durable
    /// @param conflicts what is done where the commits conflict with work merged meanwhile
    /// @throws Cut when the run is ending while a conflict is being resolved
    Finish succeeded(boolean commitRequired, Intent intent, Conflicts conflicts) throws Cut;

    /// Saves what a failed or interrupted attempt leaves.
    Remains failed();

    /// Gives the place back.
    @Override
    void close();

    /// How an attempt whose steps were good ended.
    sealed interface Finish {
        /// All evidence holds, and its commits are merged.
        ///
        /// @param saved what was saved and not merged, oldest first
        record Good(List<String> commits, List<String> filesChanged, List<Saved> saved) implements Finish {
            public Good {
                saved = List.copyOf(saved);
            }
        }

        /// Something is missing.
        ///
        /// @param code of the error record
        /// @param conflicts files in conflict
        record Bad(String code, String message, List<String> conflicts, Remains remains) implements Finish {}
    }

    /// What is kept of a failed attempt.
    ///
    /// @param branch short name of the branch with its commits, or null
    /// @param saved its uncommitted work, and commits that the branch does not reach, oldest first
    record Remains(@Nullable String branch, List<Saved> saved) {
        /// Nothing is.
        public static final Remains NOTHING = new Remains(null, List.of());

        public Remains {
            saved = List.copyOf(saved);
        }

        /// @return the reference to what was saved, which can be checked out; null where there is none, also where
        ///     the directory as a whole was kept instead
        public @Nullable String salvageRef() {
            return saved.stream()
                    .filter(Saved.Kept.class::isInstance)
                    .map(kept -> ((Saved.Kept) kept).ref())
                    .findFirst()
                    .orElse(null);
        }

        /// @return the absolute path of the directory that was kept as a whole, the first of several, or null
        public @Nullable String keptDirectory() {
            return saved.stream()
                    .filter(Saved.Retired.class::isInstance)
                    .map(retired -> ((Saved.Retired) retired).where().root().toString())
                    .findFirst()
                    .orElse(null);
        }
    }

    /// Decides about conflicts with work merged meanwhile, and resolves them where the merge is in
    /// progress (spec 03 §10).
    interface Conflicts {
        /// Hears of a conflict.
        ///
        /// @param round how many rounds of resolving there were before
        /// @return whether it is to be resolved here
        boolean tryToResolve(List<String> files, int round);

        /// Makes the place ready with `worktree.setup` where it had to be made anew for this.
        ///
        /// @throws dev.prodigy.runtime.git.GitFailure WORKTREE_ERROR when that fails
        /// @throws Cut when the run is ending
        void setUp() throws Cut;

        /// Resolves it; the files have their markers.
        ///
        /// @return what that failed with, for people; null where it went well: the files tell the rest
        /// @throws Cut when the run is ending
        @Nullable
        String resolve(List<String> files) throws Cut;
    }

    /// Makes an intent durable before a branch moves.
    interface Intent {
        /// @param head the item's last commit
        /// @param target short name of the branch
        /// @param targetCommit what it points to
        /// @param mergeCommit what it will point to
        /// @param commits the item's own, oldest first
        void record(String head, String target, String targetCommit, String mergeCommit, List<String> commits);

        /// Hears that it was carried out.
        ///
        /// @param commit the merge commit
        /// @param target short name of the branch
        void done(String commit, String target);
    }
}
