package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.GitFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An attempt that works where others work too: its commits cannot be told apart, so that nothing
/// is merged and nothing is saved.
///
/// @param succeeded takes over what was committed, and fails where finished work was taken out of the history
/// @param ended takes over what can be
record SharedPlace(Tree tree, Runnable succeeded, Runnable ended) implements AttemptPlace {
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
    public @Nullable String head() {
        return null;
    }

    @Override
    public void goBackTo(String head) {}

    @Override
    public boolean needsSetup() {
        return false;
    }

    @Override
    public Finish succeeded(boolean commitRequired, Intent intent, Conflicts conflicts) {
        try {
            succeeded.run();
            return new Finish.Good(List.of(), List.of(), List.of());
        } catch (GitFailure e) {
            return new Finish.Bad(e.code().name(), String.valueOf(e.getMessage()), List.of(), Remains.NOTHING);
        }
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
