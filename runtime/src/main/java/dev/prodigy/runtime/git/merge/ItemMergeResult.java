package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.ObjectId;
import java.util.List;

/// How the merge of an item into the session branch ended.
public sealed interface ItemMergeResult {

    /// The item has no commits.
    record NothingToMerge() implements ItemMergeResult {}

    /// The session branch points to the item's merge commit.
    ///
    /// @param commit the new tip
    record Merged(ObjectId commit) implements ItemMergeResult {}

    /// Both sides changed the same; nothing moved.
    ///
    /// @param tip of the session branch
    /// @param files from the repository's top
    record Conflict(ObjectId tip, List<String> files) implements ItemMergeResult {
        public Conflict {
            files = List.copyOf(files);
        }
    }
}
