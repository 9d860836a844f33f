package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.ObjectId;
import java.util.List;

/// What happened between two states of a worktree, committed or not: the git members of `step` and `workflow`
/// (spec 01 §7). Paths are from the repository's top, in byte order; a renamed file counts as deleted and added.
///
/// @param changed all of the three
/// @param commits new ones, oldest first
/// @param insertions lines; binary files count none
public record Changes(
        List<String> added,
        List<String> modified,
        List<String> deleted,
        List<String> changed,
        List<ObjectId> commits,
        long insertions,
        long deletions) {
    /// Nothing happened.
    public static final Changes NONE = new Changes(List.of(), List.of(), List.of(), List.of(), List.of(), 0, 0);

    public Changes {
        added = List.copyOf(added);
        modified = List.copyOf(modified);
        deleted = List.copyOf(deleted);
        changed = List.copyOf(changed);
        commits = List.copyOf(commits);
    }
}
