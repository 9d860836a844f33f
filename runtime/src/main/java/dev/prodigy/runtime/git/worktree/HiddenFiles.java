package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.WorkTree;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import java.util.function.Predicate;

/// Tracked files whose changes a step has hidden from git with `update-index --skip-worktree` or `--assume-unchanged`:
/// no status names them, and no checkout puts them back.
final class HiddenFiles {
    private HiddenFiles() {}

    /// Lets git look at them again. Files that a sparse checkout leaves out stay left out.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    static void show(Git git, WorkTree tree, List<IndexEntry> index) {
        // git calls a file assumed unchanged also where a setting of the user's says so of all
        var assumed = paths(index, IndexEntry::assumedUnchanged);
        boolean sparse = Files.exists(tree.own("info/sparse-checkout"));
        var skipped = paths(index, entry -> entry.skipped() && !(sparse && isAbsent(tree, entry)));
        update(git, tree, "--no-assume-unchanged", assumed);
        update(git, tree, "--no-skip-worktree", skipped);
    }

    private static boolean isAbsent(WorkTree tree, IndexEntry entry) {
        return !Files.exists(tree.root().resolve(entry.path()), LinkOption.NOFOLLOW_LINKS);
    }

    private static List<String> paths(List<IndexEntry> index, Predicate<IndexEntry> which) {
        return index.stream().filter(which).map(IndexEntry::path).toList();
    }

    private static void update(Git git, WorkTree tree, String flag, List<String> paths) {
        if (!paths.isEmpty()) {
            git.run(GitCommand.at(tree, "update-index", flag, "-z", "--stdin").reading(String.join("\0", paths) + "\0"))
                    .orThrow(GitCode.WORKTREE_ERROR);
        }
    }
}
