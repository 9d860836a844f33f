package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.ObjectId;
import org.jspecify.annotations.Nullable;

/// A worktree at one moment: what is committed, and what the files are, ignored ones left out.
///
/// @param head the commit checked out, or null before the first
/// @param tree the files, committed or not
public record GitState(@Nullable ObjectId head, ObjectId tree) {
    private static final String NO_COMMIT = "-";

    /// @return the state as text
    public String written() {
        return (head == null ? NO_COMMIT : head.hex()) + ' ' + tree.hex();
    }

    /// @return the state that {@link #written} told, or null when the text is something else
    public static @Nullable GitState read(String written) {
        var ids = written.split(" ", -1);
        if (ids.length != 2 || !ObjectId.isName(ids[1])) {
            return null;
        }
        var tree = new ObjectId(ids[1]);
        if (ids[0].equals(NO_COMMIT)) {
            return new GitState(null, tree);
        }
        return ObjectId.isName(ids[0]) ? new GitState(new ObjectId(ids[0]), tree) : null;
    }
}
