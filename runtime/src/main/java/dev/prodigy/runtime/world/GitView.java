package dev.prodigy.runtime.world;

import dev.prodigy.runtime.git.GitExecution;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.change.ChangeReader;
import dev.prodigy.runtime.git.change.EvidenceCheck;
import dev.prodigy.runtime.git.change.GitState;
import dev.prodigy.runtime.git.change.StepCommit;
import java.util.function.Supplier;

/// What git can say of and do in one working tree.
///
/// @param place where the tree is; a slot may be made anew while an item has it
/// @param origin the state in which the run or item found the tree; asked for only when it is needed
public record GitView(
        Repository repository,
        Supplier<WorkTree> place,
        ChangeReader changes,
        EvidenceCheck evidence,
        Supplier<GitState> origin) {

    /// @return the view of one working tree that was made of a commit
    public static GitView of(Repository repository, WorkTree tree, ChangeReader changes, ObjectId base) {
        return of(repository, () -> tree, changes, base);
    }

    /// @return the view of one working tree that was made of a commit
    public static GitView of(Repository repository, Supplier<WorkTree> place, ChangeReader changes, ObjectId base) {
        return new GitView(repository, place, changes, new EvidenceCheck(repository), () -> changes.at(base));
    }

    /// @return the view of a working tree that is the user's own
    public static GitView of(Repository repository, WorkTree tree, ChangeReader changes) {
        return new GitView(repository, () -> tree, changes, new EvidenceCheck(repository), () -> changes.now(tree));
    }

    /// @return the tree where it is now
    public WorkTree tree() {
        return place.get();
    }

    /// @param execution of the step whose commits are made
    /// @return what makes and checks them
    StepCommit commits(GitExecution execution) {
        return new StepCommit(repository, execution);
    }

    /// @return the same, where the state that was found is known
    public GitView found(GitState state) {
        return new GitView(repository, place, changes, evidence, () -> state);
    }
}
