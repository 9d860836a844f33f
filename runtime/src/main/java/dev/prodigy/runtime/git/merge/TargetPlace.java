package dev.prodigy.runtime.git.merge;

import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.Registration;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import dev.prodigy.runtime.git.worktree.Unfinished;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import dev.prodigy.runtime.git.worktree.WorktreeRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Where the user's branch is checked out, and whether a merge may touch that checkout (spec 03 §11).
sealed interface TargetPlace {

    /// Checked out in no worktree.
    record Nowhere() implements TargetPlace {}

    /// Checked out in one, where nothing stands in the way.
    record CleanCheckout(WorkTree tree) implements TargetPlace {}

    /// Checked out where a merge would meet the user's work.
    record Busy(String reason, Path checkout) implements TargetPlace {}

    /// @param target full name of the branch
    static TargetPlace find(Repository repository, WorktreeRegistry registry, String target) {
        var users = new ArrayList<WorkTree>();
        for (var each : registry.list()) {
            var tree = treeOf(repository, each);
            if (tree.isPresent()) {
                if (target.equals(each.branch())) {
                    users.add(tree.get());
                } else if (isMovedBy(tree.get(), target)) {
                    return new Busy("a rebase or bisect of the branch is under way", each.path());
                }
            } else if (each.locked() && target.equals(each.branch())) {
                return new Busy(
                        "the branch is checked out in this worktree, which is locked and not there now; bring it back,"
                                + " or, if it is gone for good: git worktree unlock "
                                + ShellQuote.word(each.path().toString()),
                        each.path());
            }
        }
        if (users.isEmpty()) {
            return new Nowhere();
        }
        if (users.size() > 1) {
            return new Busy(
                    "the branch is checked out in " + users.size() + " worktrees",
                    users.getFirst().root());
        }
        return inspect(repository, users.getFirst());
    }

    /// @param target full name of the branch
    /// @return the worktrees that have it checked out, whatever their state
    static List<WorkTree> checkoutsOf(Repository repository, WorktreeRegistry registry, String target) {
        return registry.list().stream()
                .filter(each -> target.equals(each.branch()))
                .flatMap(each -> treeOf(repository, each).stream())
                .toList();
    }

    private static TargetPlace inspect(Repository repository, WorkTree tree) {
        var unfinished = Unfinished.in(tree);
        if (!unfinished.isEmpty()) {
            var titles = unfinished.stream().map(Unfinished::title).collect(Collectors.joining(", "));
            return new Busy("an operation is unfinished there: " + titles + "; finish or abort it first", tree.root());
        }
        var changed = Status.ofTracked(repository.git(), tree).entries().stream()
                .map(StatusEntry::path)
                .toList();
        if (!changed.isEmpty()) {
            return new Busy(
                    changed.size() + (changed.size() == 1 ? " tracked file has" : " tracked files have") + " changes: "
                            + FewNames.of(changed)
                            + (changed.size() == 1 ? "; commit or stash it first" : "; commit or stash them first"),
                    tree.root());
        }
        return new CleanCheckout(tree);
    }

    /// A worktree whose directory is gone cannot be disturbed: git prunes it. Should it come back before, its files and
    /// its index are as they were, only the branch has moved on. One that is away for a while is locked.
    static Optional<WorkTree> treeOf(Repository repository, Registration registration) {
        if (registration.bare() || !Files.isDirectory(registration.path())) {
            return Optional.empty();
        }
        return WorktreeLink.at(registration.path())
                .or(() -> Optional.of(new WorkTree(registration.path(), repository.commonDir())));
    }

    /// While a branch is rebased or bisected HEAD is detached, and the branch is moved or returned to
    /// at the end.
    private static boolean isMovedBy(WorkTree tree, String target) {
        String name = RefNames.shortBranch(target);
        return Stream.of("rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START")
                .map(tree::own)
                .filter(Files::isRegularFile)
                .anyMatch(file -> List.of(target, name).contains(read(file)));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
