package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.run.NextCommands;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.session.SessionNotice;
import dev.prodigy.runtime.git.slot.Prepared;
import dev.prodigy.runtime.git.slot.SlotLease;
import dev.prodigy.runtime.git.slot.SlotPool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// What a run tells of its worktrees: each that it makes or removes; what was saved; what was found
/// damaged (spec 05 §6).
public final class WorktreeNews {
    /// The code of a warning that something is left which is no longer needed.
    public static final String NOT_TIDIED = "NOT_TIDIED";

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final Path worktrees;
    private final AtomicBoolean narrow = new AtomicBoolean();
    private volatile WorktreeListener listener = WorktreeListener.NOBODY;

    /// @param worktrees the folder of the repository's worktrees
    WorktreeNews(Path worktrees) {
        this.worktrees = worktrees;
    }

    void tellTo(WorktreeListener hearer) {
        listener = hearer;
    }

    /// @return a text as it may be written into a commit
    String masked(String text) {
        return listener.redactor().redact(text);
    }

    /// A worktree is about to be used at a place; where there is none yet it is made.
    ///
    /// @param branch its branch's short name, or null
    void using(Path place, @Nullable String branch, ObjectId commit) {
        var name = String.valueOf(place.getFileName());
        if (known.add(name) && !Files.exists(place)) {
            listener.happened(new WorktreeEvent.Created(name, place.toString(), branch, commit.hex()));
        }
    }

    /// The items that share a worktree have moved its branch.
    void advanced(String name, ObjectId commit) {
        listener.happened(new WorktreeEvent.Advanced(name, commit.hex()));
    }

    /// A slot is about to be used; its branch changes with each attempt.
    void usingSlot(SlotLease lease, ObjectId commit) {
        var place = worktrees.resolve(lease.name());
        if (lease.isNew()) {
            listener.happened(new WorktreeEvent.Created(lease.name(), place.toString(), null, commit.hex()));
        }
    }

    /// A slot is ready.
    void prepared(String name, Prepared slot) {
        if (slot.replaced()) {
            listener.happened(new WorktreeEvent.Orphaned(name, "gone or damaged, and made anew"));
        }
        for (var saved : slot.saved()) {
            saved(name, saved, "an earlier attempt left it");
            listener.warn("EARLIER_WORK_SAVED", "work of an earlier attempt was saved: " + SavedWords.of(saved));
        }
    }

    /// No slot can be made for now; said once.
    void narrowed(String reason) {
        if (!narrow.getAndSet(true)) {
            listener.warn("FEWER_SLOTS", reason);
        }
    }

    /// @return the words for what could not be tidied up
    public static String notRemoved(GitFailure reason) {
        return NextCommands.behind(
                "a worktree or branch could not be removed: " + reason.getMessage(), List.of("prodigy worktree ls"));
    }

    /// A branch that is no longer needed is still there.
    void notTidied(String branch, GitFailure failure) {
        listener.warn(
                NOT_TIDIED,
                NextCommands.behind(
                        branch + " is merged and could not be deleted: " + failure.getMessage(),
                        List.of("git branch -D " + branch)));
    }

    /// A slot can be neither used nor removed.
    void stuck(String name, GitFailure reason) {
        listener.happened(new WorktreeEvent.Orphaned(name, "it can be neither used nor removed"));
        listener.warn("SLOT_STUCK", reason.getMessage() + "; another slot is used");
    }

    /// Slots are gone, or could not be removed.
    void removed(List<SlotPool.Dismantled> slots) {
        for (var slot : slots) {
            switch (slot) {
                case SlotPool.Dismantled.Gone(var name, var saved) -> {
                    saved(name, saved, "an earlier attempt left it");
                    removed(name);
                }
                case SlotPool.Dismantled.Stuck(var _, var reason) -> listener.warn(NOT_TIDIED, notRemoved(reason));
            }
        }
    }

    /// A worktree is gone.
    void removed(String name) {
        known.remove(name);
        listener.happened(new WorktreeEvent.Removed(name, WorktreeEvent.Removed.RUN_OVER));
    }

    /// The session worktree had to be mended.
    void mended(String name, List<SessionNotice> notices) {
        for (var notice : notices) {
            switch (notice) {
                case SessionNotice.WorktreeRecreated(var _, var saved) -> {
                    listener.happened(new WorktreeEvent.Orphaned(name, "gone or damaged, and made anew"));
                    saved(name, saved, "the worktree was damaged");
                }
                case SessionNotice.BranchPutBack putBack -> saved(name, putBack.saved(), "the branch was moved away");
                case SessionNotice.StrayCommitsSaved stray ->
                    saved(name, stray.saved(), "HEAD was not on the session's branch");
                case SessionNotice.ObstaclesSaved obstacles ->
                    saved(name, obstacles.saved(), "local files stood in the way of the branch's");
                case SessionNotice.MergeGivenUp givenUp ->
                    saved(name, givenUp.saved(), "a merge with conflicts was cut off");
                case SessionNotice.BranchRecreated _ -> {}
            }
            listener.warn("SESSION_MENDED", SessionWords.of(notice));
        }
    }

    /// Steps of the session made commits that are not in its history any more.
    void tookOut(String name, Saved saved) {
        saved(name, saved, "steps took commits out of their history");
        if (saved instanceof Saved.Kept kept && !kept.lost().isEmpty()) {
            listener.warn("COMMITS_SAVED", SavedWords.commits("steps of the run", kept));
        }
    }

    /// Steps of the session left files behind that nobody committed, and that cannot stay where they are.
    void left(String name, Saved saved, String reason) {
        saved(name, saved, reason);
        switch (saved) {
            case Saved.Kept kept
            when !kept.paths().isEmpty() ->
                listener.warn("LEFTOVERS_SAVED", SavedWords.leftovers("steps of the run", kept));
            case Saved.Retired retired ->
                listener.warn("LEFTOVERS_KEPT", SavedWords.leftovers("steps of the run", retired));
            case Saved.Kept _, Saved.Nothing _ -> {}
        }
    }

    /// Something was saved.
    void saved(String name, Saved saved, String reason) {
        salvaged(name, saved, reason).ifPresent(listener::happened);
    }

    /// @return what is journaled of something that was saved; nothing when there was nothing to save
    public static Optional<WorktreeEvent> salvaged(String name, Saved saved, String reason) {
        return switch (saved) {
            case Saved.Kept kept ->
                Optional.of(new WorktreeEvent.Salvaged(
                        name, kept.ref(), kept.commit().hex(), reason));
            case Saved.Retired retired ->
                Optional.of(new WorktreeEvent.Salvaged(name, null, null, reason + ": " + SavedWords.of(retired)));
            case Saved.Nothing _ -> Optional.empty();
        };
    }
}
