package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Saved;
import java.nio.file.Path;
import java.util.List;

/// A slot that is ready for an attempt.
///
/// @param directory where its steps run: the slot, or the subdirectory prodigy was started from
/// @param setupNeeded whether `worktree.setup` has to run before the steps
/// @param saved what a dead user of the slot, or an earlier attempt's branch, had left
/// @param replaced whether the slot was found damaged and was made anew
public record Prepared(WorkTree tree, Path directory, boolean setupNeeded, List<Saved> saved, boolean replaced) {

    public Prepared {
        saved = List.copyOf(saved);
    }

    /// @return this, saying whether it stands in for a slot that was damaged
    Prepared asReplacement(boolean damaged) {
        return new Prepared(tree, directory, setupNeeded, saved, damaged);
    }
}
