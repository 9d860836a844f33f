package dev.prodigy.runtime.world;

import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.change.ChangeReader;
import dev.prodigy.runtime.git.change.EvidenceCheck;
import dev.prodigy.runtime.git.change.StepCommit;

/// What git can say of and do in one working tree.
public record GitView(WorkTree tree, ChangeReader changes, StepCommit commits, EvidenceCheck evidence) {

    /// @return the view of one working tree
    public static GitView of(Repository repository, WorkTree tree, ChangeReader changes) {
        return new GitView(tree, changes, new StepCommit(repository), new EvidenceCheck(repository));
    }
}
