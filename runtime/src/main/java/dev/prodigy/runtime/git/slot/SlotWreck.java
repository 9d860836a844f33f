package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.UseNote;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Clears away a slot that is no longer a usable worktree, after saving what is in it (spec 03 §12).
final class SlotWreck {
    private final Worksite site;

    SlotWreck(Worksite site) {
        this.site = site;
    }

    /// Saves what can be saved of a damaged slot, then removes it. What git cannot read is moved aside as it is.
    Saved clear(Path root) {
        var saved = save(root);
        remove(root);
        return saved;
    }

    /// Removes a slot from which nothing has to be saved. One that cannot be deleted is moved aside.
    void remove(Path root) {
        try {
            site.registry().remove(root);
        } catch (GitFailure e) {
            moveAside(root);
            site.registry().remove(root);
        }
    }

    /// Saves what a user who died left in a slot, whether the slot is damaged or not.
    ///
    /// @throws GitFailure when git cannot read the slot
    Saved save(WorkTree tree) {
        var note = UseNote.of(tree);
        if (note.isPresent() && note.get().settled()) {
            return new Saved.Nothing();
        }
        var ref = note.map(each -> each.user().salvageRef())
                .orElseGet(() -> site.salvage()
                        .freeName(RefNames.salvage("unknown") + tree.root().getFileName() + "-"));
        return site.salvage().save(tree, Status.of(site.repository().git(), tree), ref, Set.of());
    }

    private Saved save(Path root) {
        try {
            if (isEmpty(root)) {
                return new Saved.Nothing();
            }
            var gitDirs = WorktreeLink.gitDirsOf(root, site.repository().commonDir());
            if (!gitDirs.isEmpty()) {
                return save(new WorkTree(root, gitDirs.getFirst()));
            }
        } catch (IOException | GitFailure e) {
            // Beyond git's reach: the directory itself is kept.
        }
        return new Saved.Retired(new WorkTree(moveAside(root), root.resolve(".git")), "it is no worktree any more");
    }

    private static boolean isEmpty(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return true;
        }
        try (var each = Files.newDirectoryStream(root)) {
            return !each.iterator().hasNext();
        }
    }

    private static Path moveAside(Path root) {
        String title = "retired-" + root.getFileName();
        var place = root.resolveSibling(title);
        for (int n = 2; Files.exists(place); n++) {
            place = root.resolveSibling(title + "." + n);
        }
        try {
            return Files.move(root, place);
        } catch (IOException e) {
            throw new GitFailure(GitCode.WORKTREE_ERROR, "cannot move " + root + " aside", e);
        }
    }
}
