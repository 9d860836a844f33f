package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.world.FileTree;
import dev.prodigy.runtime.world.GitView;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `isolation: none`: every step works in one directory, the one prodigy was started in or the caller's.
public final class InPlaceWorkspace implements Workspace {
    private final Place place;
    private final @Nullable GitView git;
    private final @Nullable String branch;
    private @Nullable GitView found;

    /// Where the steps work.
    ///
    /// @param directory where they run
    /// @param root no data value leads out of it
    /// @param checkout the top of the user's checkout
    public record Place(Path directory, Path root, Path checkout) {}

    /// @param git null outside of a repository
    /// @param branch short name of what is checked out there, where the steps are to know it; or null
    public InPlaceWorkspace(Place place, @Nullable GitView git, @Nullable String branch) {
        this.place = place;
        this.git = git;
        this.branch = branch;
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
        return place.checkout();
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
        return branch;
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
        return new FileTree(place.directory(), place.root(), found(), variables);
    }

    /// What the user had not committed when the run began is not the run's doing.
    private synchronized @Nullable GitView found() {
        if (git != null && found == null) {
            found = git.found(git.changes().now(git.tree()));
        }
        return found;
    }
}
