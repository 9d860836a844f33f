package dev.prodigy.runtime.git.salvage;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Function;

/// Clears away the directory of a worktree that can no longer be used as one, after saving what is in it
/// (spec 03 §12, *Damage*).
public final class Wreck {
    private final Worksite site;

    /// @param site of the worktree's repository
    public Wreck(Worksite site) {
        this.site = site;
    }

    /// Saves what can be saved, then removes directory and registration. What git cannot read is moved aside as it
    /// is.
    ///
    /// @param root the directory, which need not exist
    /// @param rescue saves what is in the worktree, whose git directory is known even if its `.git` file is gone
    /// @throws Immovable when the directory can be neither removed nor moved
    /// @throws GitFailure when commits in its submodules could not be saved; then its registration is left
    public Saved clear(Path root, Function<WorkTree, Saved> rescue) {
        DirectoryTree.openTop(root);
        var saved = save(root, rescue);
        site.salvage().saveSubmodules(root);
        remove(root);
        return saved;
    }

    /// Removes a worktree from which nothing has to be saved. A directory that cannot be deleted is moved aside.
    ///
    /// @throws Immovable when neither is possible
    public void remove(Path root) {
        try {
            site.registry().remove(root);
        } catch (GitFailure e) {
            if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
                throw e; // of the repository
            }
            moveAside(root);
            site.registry().remove(root);
        }
    }

    /// A directory that can be neither removed nor moved. It is left as it is, and not used again.
    public static final class Immovable extends GitFailure {
        private static final long serialVersionUID = 1;

        Immovable(Path root, IOException cause) {
            super(GitCode.WORKTREE_ERROR, "cannot remove " + root + ", nor move it aside", cause);
        }
    }

    private Saved save(Path root, Function<WorkTree, Saved> rescue) {
        try {
            if (isEmpty(root)) {
                return new Saved.Nothing();
            }
            var gitDirs = WorktreeLink.gitDirsOf(root, site.repository().commonDir());
            if (!gitDirs.isEmpty()) {
                return rescue.apply(new WorkTree(root, gitDirs.getFirst()));
            }
        } catch (IOException | GitFailure e) {
            // Beyond git's reach: the directory itself is kept.
        }
        var place = moveAside(root);
        return new Saved.Retired(new WorkTree(place, place.resolve(".git")), "it is no worktree any more");
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
        for (int n = 2; Files.exists(place, LinkOption.NOFOLLOW_LINKS); n++) {
            place = root.resolveSibling(title + "." + n);
        }
        try {
            return Files.move(root, place);
        } catch (IOException e) {
            throw new Immovable(root, e);
        }
    }
}
