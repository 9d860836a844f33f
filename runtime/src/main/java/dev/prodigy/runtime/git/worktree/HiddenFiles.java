package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Tracked files whose changes a step has hidden from git with `update-index --skip-worktree` or `--assume-unchanged`:
/// no status names them, and no checkout puts them back. The user does so, too, to keep changes of their own.
public final class HiddenFiles {
    private static final String ASSUME = "assume-unchanged";
    private static final String SKIP = "skip-worktree";

    private HiddenFiles() {}

    /// Lets git look at them again. Files that a sparse checkout leaves out stay left out.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    static void show(Git git, WorkTree tree, List<IndexEntry> index) {
        // git calls a file assumed unchanged also where a setting of the user's says so of all
        var assumed = paths(index, IndexEntry::assumedUnchanged);
        boolean sparse = Files.exists(tree.own("info/sparse-checkout"));
        var skipped = paths(index, entry -> entry.skipped() && !(sparse && isAbsent(tree, entry)));
        update(git, GitCommand.at(tree), ASSUME, assumed);
        update(git, GitCommand.at(tree), SKIP, skipped);
    }

    /// Files of which git does not see that they were changed.
    ///
    /// @param option of `git update-index` that hid them, without its dashes
    /// @param paths from the worktree's top
    public record Changed(String option, List<String> paths) {
        public Changed {
            paths = List.copyOf(paths);
        }

        private static final Changed NONE = new Changed("", List.of());
    }

    /// Looks for some. The worktree's index stays as it is. Costs no process where none are hidden.
    ///
    /// @param which of the paths are asked for
    /// @param scratch an existing directory for temporary files
    /// @return those that were hidden by one option, if any
    /// @throws GitFailure WORKTREE_ERROR
    public static Changed changed(Git git, WorkTree tree, Predicate<String> which, Path scratch) {
        var hidden = IndexFile.of(git, tree).stream()
                .filter(entry -> entry.assumedUnchanged() || entry.skipped())
                .filter(entry -> which.test(entry.path()) && !isAbsent(tree, entry))
                .toList();
        if (hidden.isEmpty()) {
            return Changed.NONE;
        }
        var differing = differing(git, tree, hidden, scratch);
        var found = hidden.stream()
                .filter(entry -> differing.contains(entry.path()))
                .toList();
        boolean assumed = found.stream().anyMatch(IndexEntry::assumedUnchanged);
        return new Changed(
                assumed ? ASSUME : SKIP, paths(found, entry -> assumed ? entry.assumedUnchanged() : entry.skipped()));
    }

    /// In a copy of the index they are shown. As in a merge a file whose date is another differs.
    private static Set<String> differing(Git git, WorkTree tree, List<IndexEntry> hidden, Path scratch) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory(scratch, "index");
            var index = folder.resolve("index");
            Files.copy(tree.own("index"), index);
            var place = GitCommand.at(tree).with("GIT_INDEX_FILE", index.toString());
            update(git, place, ASSUME, paths(hidden, IndexEntry::assumedUnchanged));
            update(git, place, SKIP, paths(hidden, IndexEntry::skipped));
            var differing = git.run(place.and("diff-files", "--name-only", "-z", "--ignore-submodules"));
            return Set.copyOf(differing.orThrow(GitCode.WORKTREE_ERROR).fields());
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot copy the index of " + tree.root(), e);
        } finally {
            DirectoryTree.discard(folder);
        }
    }

    private static boolean isAbsent(WorkTree tree, IndexEntry entry) {
        return !Files.exists(tree.root().resolve(entry.path()), LinkOption.NOFOLLOW_LINKS);
    }

    private static List<String> paths(List<IndexEntry> index, Predicate<IndexEntry> which) {
        return index.stream().filter(which).map(IndexEntry::path).toList();
    }

    private static void update(Git git, GitCommand place, String option, List<String> paths) {
        if (!paths.isEmpty()) {
            var update = place.and("update-index", "--no-" + option, "-z", "--stdin");
            git.run(update.reading(String.join("\0", paths) + "\0")).orThrow(GitCode.WORKTREE_ERROR);
        }
    }
}
