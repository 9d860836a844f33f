package dev.prodigy.runtime.git;

import java.nio.file.Path;

/// A directory with checked-out files and the git directory that is its own: the repository's `.git`, or
/// `.git/worktrees/<id>` of a linked worktree. Commands that name both are not misled by what a step did to the
/// directory's `.git` file.
///
/// @param root the top directory
/// @param gitDir where its HEAD and index are
public record WorkTree(Path root, Path gitDir) {

    /// @return a file of its own git directory, such as `MERGE_HEAD`
    public Path own(String name) {
        return gitDir.resolve(name);
    }

    /// @return how a reference of this linked worktree is named from all others, such as `worktrees/slot-01/HEAD`
    public String foreignName(String reference) {
        return "worktrees/" + gitDir.getFileName() + "/" + reference;
    }
}
