package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A merge that prodigy has begun in a worktree for steps to resolve, told from one that a step began (spec 03 §10). A
/// line beside the worktree's index names what is merged; it says nothing any more once another merge is in progress.
public final class OwnMerge {
    private static final String FILE = "prodigy-merge";
    private static final String MERGED = "MERGE_HEAD";

    private OwnMerge() {}

    /// Notes what prodigy is about to merge.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public static void begin(WorkTree tree, ObjectId theirs) {
        try {
            Files.writeString(tree.own(FILE), theirs.hex());
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write to " + tree.gitDir(), e);
        }
    }

    /// @return whether it is in progress
    public static boolean isIn(WorkTree tree) {
        var noted = theirs(tree);
        return noted.isPresent() && noted.equals(named(tree.own(MERGED)));
    }

    /// @return what prodigy last merged into this worktree for steps to resolve, over or not
    public static Optional<ObjectId> theirs(WorkTree tree) {
        return named(tree.own(FILE));
    }

    private static Optional<ObjectId> named(Path file) {
        try {
            return Optional.of(Files.readString(file).strip())
                    .filter(ObjectId::isName)
                    .map(ObjectId::new);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
