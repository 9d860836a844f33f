package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `git status` says of a worktree: its HEAD and every path that differs from it, ignored ones left out.
///
/// @param head the commit checked out, or null on a branch without commits
/// @param branch short name, or null when HEAD is detached
/// @param entries in git's order
/// @param embedded paths of repositories that are in the index by name only, and are no submodules; looked for by
///     {@link #ofAll} alone
public record Status(
        @Nullable ObjectId head, @Nullable String branch, List<StatusEntry> entries, List<String> embedded) {

    private static final List<String> ALL = List.of("--untracked-files=all", "--ignore-submodules=none");
    private static final String CLOSED = "could not open directory";

    public Status {
        entries = List.copyOf(entries);
        embedded = List.copyOf(embedded);
    }

    /// Asks git. The index is not refreshed, so that not even a file's date changes in the user's checkout.
    ///
    /// @throws GitFailure WORKTREE_ERROR when it is no usable worktree
    public static Status of(Git git, WorkTree tree) {
        return parse(answer(git, tree, ALL).fields());
    }

    /// Asks git about a worktree of prodigy's. Folders that a step closed are opened: git takes what it cannot look
    /// into for nothing.
    ///
    /// @throws GitFailure WORKTREE_ERROR when it is no usable worktree
    public static Status ofOwn(Git git, WorkTree tree) {
        var answer = answer(git, tree, ALL);
        return parse((answer.errors().contains(CLOSED) && open(tree) ? answer(git, tree, ALL) : answer).fields());
    }

    /// Asks git about a worktree of prodigy's whose files are about to be reset or removed: as {@link #ofOwn}, and
    /// what steps have hidden from git is shown to it again. What prodigy provided is left out while it is
    /// unchanged. Costs one process where nothing was hidden.
    ///
    /// @throws GitFailure WORKTREE_ERROR when it is no usable worktree
    public static Status ofAll(Git git, WorkTree tree) {
        var index = IndexFile.of(git, tree);
        HiddenFiles.show(git, tree, index);
        var status = ofOwn(git, tree);
        var embedded = EmbeddedRepositories.in(git, tree, index);
        return new Status(status.head(), status.branch(), ProvidedFiles.leftOut(tree, status.entries()), embedded);
    }

    private static boolean open(WorkTree tree) {
        try {
            return DirectoryTree.open(tree.root());
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot read all of " + tree.root(), e);
        }
    }

    /// Asks git like {@link #ofOwn} about work: what prodigy provided is left out while it is unchanged.
    ///
    /// @throws GitFailure WORKTREE_ERROR when it is no usable worktree
    public static Status ofWork(Git git, WorkTree tree) {
        var status = ofOwn(git, tree);
        return new Status(
                status.head(), status.branch(), ProvidedFiles.leftOut(tree, status.entries()), status.embedded());
    }

    /// Asks git about tracked files alone, and not what is inside of submodules: what a merge would meet.
    ///
    /// @throws GitFailure WORKTREE_ERROR when it is no usable worktree
    public static Status ofTracked(Git git, WorkTree tree) {
        return parse(answer(git, tree, List.of("--untracked-files=no", "--ignore-submodules=dirty"))
                .fields());
    }

    /// @return whether nothing differs
    public boolean isClean() {
        return entries.isEmpty();
    }

    /// @return what it says of some paths alone
    /// @param paths from the worktree's top
    public Status only(Collection<String> paths) {
        return new Status(
                head,
                branch,
                entries.stream().filter(entry -> paths.contains(entry.path())).toList(),
                embedded.stream().filter(paths::contains).toList());
    }

    /// @return the paths that differ
    public List<String> paths() {
        return entries.stream().map(StatusEntry::path).toList();
    }

    private static GitResult answer(Git git, WorkTree tree, List<String> options) {
        var command = GitCommand.at(tree, "status", "--porcelain=v2", "--branch", "-z", "--no-renames");
        return git.run(command.and(options)).orThrow(GitCode.WORKTREE_ERROR);
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
        return new Status(head, branch, entries, List.of());
    }
}
