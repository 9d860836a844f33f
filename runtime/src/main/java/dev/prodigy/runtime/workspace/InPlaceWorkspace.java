package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.world.FileTree;
import dev.prodigy.runtime.world.GitView;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `isolation: none`: every step works in the directory prodigy was started in.
public final class InPlaceWorkspace implements Workspace {
    private final Path directory;
    private final @Nullable GitView git;
    private @Nullable GitView found;

    /// @param git null outside of a repository
    public InPlaceWorkspace(Path directory, @Nullable GitView git) {
        this.directory = directory;
        this.git = git;
    }

    @Override
    public Session session(Map<String, String> variables) {
        return new Session(tree(variables), false, List.of());
    }

    @Override
    public void sessionStepsEnded() {}

    @Override
    public void itemsBegin() {}

    @Override
    public AttemptPlace attempt(ItemAttempt attempt, Map<String, String> variables) {
        return new SharedPlace(tree(variables), () -> {});
    }

    @Override
    public Path checkout() {
        return git == null ? directory : git.tree().root();
    }

    @Override
    public AttemptPlace again(ItemAttempt attempt, Map<String, String> variables) {
        return attempt(attempt, variables);
    }

    @Override
    public @Nullable String baseCommit() {
        return null;
    }

    @Override
    public @Nullable String branch() {
        return null;
    }

    @Override
    public @Nullable String sessionPath() {
        return null;
    }

    @Override
    public void tidy(boolean merged) {}

    @Override
    public void close() {}

    private Tree tree(Map<String, String> variables) {
        var view = found();
        return new FileTree(directory, view == null ? directory : view.tree().root(), view, variables);
    }

    /// What the user had not committed when the run began is not the run's doing.
    private synchronized @Nullable GitView found() {
        if (git != null && found == null) {
            found = git.found(git.changes().now(git.tree()));
        }
        return found;
    }
}
