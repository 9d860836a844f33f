package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.change.ChangeReader;
import dev.prodigy.runtime.world.FileTree;
import dev.prodigy.runtime.world.GitView;
import dev.prodigy.runtime.world.Halt;
import dev.prodigy.runtime.world.SessionHistory;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `isolation: none`: every step works in one directory, the one prodigy was started in or the caller's.
public final class InPlaceWorkspace implements Workspace {
    private final Place place;
    private final @Nullable Repository repository;
    private final @Nullable ChangeReader changes;
    private final @Nullable String branch;
    private final @Nullable SessionHistory history;
    private @Nullable GitView found;

    /// Where the steps work.
    ///
    /// @param directory where they run
    /// @param root no data value leads out of it
    /// @param checkout the top of the user's checkout
    public record Place(Path directory, Path root, Path checkout) {}

    /// The repository that the directory is in.
    ///
    /// @param repository closed with the workspace
    /// @param branch short name of what is checked out there, where the steps are to know it; or null
    /// @param objects directory of git objects of what steps have not committed
    /// @param history of the session whose worktree the directory is in, or null
    public record Around(
            Repository repository,
            @Nullable String branch,
            Path objects,
            @Nullable SessionHistory history) {}

    /// @param around null outside of a repository
    public InPlaceWorkspace(Place place, @Nullable Around around) {
        this.place = place;
        this.repository = around == null ? null : around.repository();
        this.changes = around == null ? null : new ChangeReader(around.repository(), around.objects());
        this.branch = around == null ? null : around.branch();
        this.history = around == null ? null : around.history();
    }

    @Override
    public void tellTo(WorktreeListener listener) {
        if (changes != null) {
            changes.conceal(listener::redactor);
        }
    }

    @Override
    public Session session(Map<String, String> variables) {
        return new Session(tree(variables), false);
    }

    @Override
    public void sessionStepsEnded(boolean good) {}

    @Override
    public void itemsBegin() {}

    @Override
    public AttemptPlace attempt(ItemAttempt attempt, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt) {
        return new SharedPlace(tree(variables), () -> {}, () -> {});
    }

    @Override
    public Path checkout() {
        return place.checkout();
    }

    @Override
    public AttemptPlace again(ItemAttempt attempt, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt) {
        return attempt(attempt, variables, turn, halt);
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
    public void close() {
        if (repository != null && changes != null) {
            changes.close();
            repository.close();
        }
    }

    private Tree tree(Map<String, String> variables) {
        return new FileTree(place.directory(), place.root(), found(), variables, history);
    }

    /// What the user had not committed when the run began is not the run's doing; what the run did before it was taken
    /// up again is.
    private synchronized @Nullable GitView found() {
        if (repository != null && changes != null && found == null) {
            var view = GitView.of(repository, repository.checkout(), changes);
            found = view.found(changes.found(view.tree()));
        }
        return found;
    }
}
