package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.WorkTree;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Repositories that a step has made in a worktree and added to its index. git takes of them no more than the name of
/// the commit that is checked out; what is in them stands nowhere else, unless they are submodules.
final class EmbeddedRepositories {
    private static final String MODULES = ".gitmodules";

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
        var submodules = submodules(git, tree);
        return found.stream().filter(path -> !submodules.contains(path)).toList();
    }

    private static Set<String> submodules(Git git, WorkTree tree) {
        if (!Files.isRegularFile(tree.root().resolve(MODULES))) {
            return Set.of();
        }
        var listed = git.run(GitCommand.at(tree, "config", "-z", "-f")
                .and(tree.root().resolve(MODULES).toString(), "--get-regexp", "^submodule\\..*\\.path$"));
        if (!listed.ok() && listed.exit() != 1) {
            throw listed.failure(GitCode.WORKTREE_ERROR);
        }
        var paths = new HashSet<String>();
        for (var field : listed.fields()) {
            paths.add(field.substring(field.indexOf('\n') + 1));
        }
        return paths;
    }
}
