package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.world.Halt;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a run's steps work: in git worktrees of its own, or in the directory prodigy was started in
/// (spec 03 §9).
public interface Workspace extends AutoCloseable {

    /// Says who hears of worktrees that are made, found damaged, saved from or removed; until then
    /// nobody does.
    default void tellTo(WorktreeListener listener) {}

    /// The run is being ended: git that stands still is not waited for. Never blocks.
    default void hurry() {}

    /// Opens the place where setup, reduce, merge and a standard workflow's steps work, making it if it
    /// is not there.
    ///
    /// @param variables environment of the user's git hooks
    /// @throws dev.prodigy.runtime.git.GitFailure when it cannot be made
    Session session(Map<String, String> variables);

    /// Takes over what steps committed in the session.
    ///
    /// @param good whether they came to a good end: then the session must be fit for what comes next
    /// @throws dev.prodigy.runtime.git.GitFailure HISTORY_REWRITTEN when finished work is no longer in the
    ///     history, GIT_UNFINISHED when a merge or the like was left half done
    void sessionStepsEnded(boolean good);

    /// Says where the items were read from. A file lies in the session, and nobody misses it in an item's place.
    ///
    /// @param name a path from where setup works, or a word for what is no file
    default void itemsReadFrom(String name) {}

    /// Hears that `worktree.setup` has ended well in the new session: what it left is no work of the steps.
    ///
    /// @param hadSteps whether there was any
    /// @throws dev.prodigy.runtime.git.GitFailure when that cannot be remembered
    default void sessionWasSetUp(boolean hadSteps) {}

    /// @return paths of what is not committed in the session, which items that start from its commit will not see; the
    ///     file with the items is left out, and what `worktree.setup` made and nobody changed
    /// @throws dev.prodigy.runtime.git.GitFailure when git cannot tell
    default List<String> unseenByItems() {
        return List.of();
    }

    /// Lets go of the session's branch, so that items can be merged into it.
    void itemsBegin();

    /// Makes a place for one attempt of an item.
    ///
    /// @param turn when it may ask for a slot
    /// @param halt ends the wait for one
    /// @throws dev.prodigy.runtime.git.GitFailure when it cannot be made
    /// @throws Cut when the run is ending
    /// @throws NoRoomForSlots when there is no room for any slot
    AttemptPlace attempt(ItemAttempt attempt, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt)
            throws Cut;

    /// @return the top of the user's checkout; outside of git the directory prodigy was started in
    Path checkout();

    /// Makes the place of an attempt again as the attempt left it, as far as anything is left of it.
    ///
    /// @param turn when it may ask for a slot
    /// @param halt ends the wait for one
    /// @throws dev.prodigy.runtime.git.GitFailure when it cannot be made
    /// @throws Cut when the run is ending
    /// @throws NoRoomForSlots when there is no room for any slot
    AttemptPlace again(ItemAttempt attempt, Map<String, String> variables, PlaceQueue.Turn turn, Halt halt) throws Cut;

    /// @return the commit the run started from, or null outside of git
    @Nullable
    String baseCommit();

    /// @return the short name of the branch that collects the run's commits, or null
    @Nullable
    String branch();

    /// @return path of the session worktree, or null when steps work in place
    @Nullable
    String sessionPath();

    /// Removes what the run no longer needs.
    ///
    /// @param merged whether nothing is left that the target lacks
    void tidy(boolean merged);

    /// Ends helper processes. Files stay.
    @Override
    void close();

    /// An open session.
    ///
    /// @param created whether it is new, so that `worktree.setup` has to run
    record Session(Tree tree, boolean created) {}
}
