package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `git status` says of a worktree: its HEAD and every path that differs from it, ignored ones left out.
///
/// @param head the commit checked out, or null on a branch without commits
/// @param branch short name, or null when HEAD is detached
/// @param entries in git's order
public record Status(@Nullable ObjectId head, @Nullable String branch, List<StatusEntry> entries) {

    public Status {
        entries = List.copyOf(entries);
    }

    /// Asks git. The index is not refreshed, so that not even a file's date changes in the user's checkout.
    ///
    /// @throws GitFailure WORKTREE_ERROR when it is no usable worktree
    public static Status of(Git git, WorkTree tree) {
        return ask(git, tree, "--untracked-files=all", "--ignore-submodules=none");
    }

    /// Asks git about tracked files alone, and not what is inside of submodules: what a merge would meet.
    ///
    /// @throws GitFailure WORKTREE_ERROR when it is no usable worktree
    public static Status ofTracked(Git git, WorkTree tree) {
        return ask(git, tree, "--untracked-files=no", "--ignore-submodules=dirty");
    }

    /// @return whether nothing differs
    public boolean isClean() {
        return entries.isEmpty();
    }

    /// @return the paths that differ
    public List<String> paths() {
        return entries.stream().map(StatusEntry::path).toList();
    }

    private static Status ask(Git git, WorkTree tree, String... options) {
        var command = GitCommand.at(tree, "status", "--porcelain=v2", "--branch", "-z", "--no-renames");
        return parse(
                git.run(command.and(options)).orThrow(GitCode.WORKTREE_ERROR).fields());
    }

    static Status parse(List<String> fields) {
        ObjectId head = null;
        String branch = null;
        var entries = new ArrayList<StatusEntry>();
        for (var field : fields) {
            if (field.startsWith("# branch.oid ")) {
                String name = field.substring("# branch.oid ".length());
                head = ObjectId.isName(name) ? new ObjectId(name) : null;
            } else if (field.startsWith("# branch.head ")) {
                String name = field.substring("# branch.head ".length());
                branch = name.equals("(detached)") ? null : name;
            } else if (!field.startsWith("#")) {
                entries.add(StatusEntry.parse(field));
            }
        }
        return new Status(head, branch, entries);
    }
}
