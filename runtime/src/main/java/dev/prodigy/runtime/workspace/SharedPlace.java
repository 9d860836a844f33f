package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.salvage.Saved;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An attempt that works where others work too: its commits cannot be told apart, so that nothing
/// is merged and nothing is saved.
///
/// @param ended takes over what was committed
record SharedPlace(Tree tree, Runnable ended) implements AttemptPlace {
    @Override
    public @Nullable String path() {
        return null;
    }

    @Override
    public @Nullable String branch() {
        return null;
    }

    @Override
    public @Nullable String startCommit() {
        return null;
    }

    @Override
    public boolean needsSetup() {
        return false;
    }

    @Override
    public Finish succeeded(boolean commitRequired, Intent intent, Conflicts conflicts) {
        return new Finish.Good(List.of(), List.of(), new Saved.Nothing());
    }

    @Override
    public Remains failed() {
        return Remains.NOTHING;
    }

    @Override
    public void close() {
        ended.run();
    }
}
