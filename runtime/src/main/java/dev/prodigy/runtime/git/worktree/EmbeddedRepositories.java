package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.DeclaredSubmodules.Declared;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import java.util.stream.Collectors;

/// Repositories that a step has made in a worktree and added to its index. git takes of them no more than the name of
/// the commit that is checked out; what is in them stands nowhere else, unless they are submodules.
final class EmbeddedRepositories {
    private EmbeddedRepositories() {}

    /// Costs a process only where the index has such a name and a repository is at its place.
    ///
    /// @return their paths from the worktree's top
    /// @throws GitFailure WORKTREE_ERROR
    static List<String> in(Git git, WorkTree tree, List<IndexEntry> index) {
        var found = index.stream()
                .filter(entry -> entry.isGitlink()
                        && Files.exists(tree.root().resolve(entry.path()).resolve(".git"), LinkOption.NOFOLLOW_LINKS))
                .map(IndexEntry::path)
                .toList();
        if (found.isEmpty()) {
            return found;
        }
        var submodules = DeclaredSubmodules.in(git, tree.root()).stream()
                .map(Declared::path)
                .collect(Collectors.toSet());
        return found.stream().filter(path -> !submodules.contains(path)).toList();
    }
}
