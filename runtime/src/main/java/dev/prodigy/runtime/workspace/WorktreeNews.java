package dev.prodigy.runtime.workspace;

import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.slot.Prepared;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a run journals of its worktrees: each that it makes, before it is made; what was saved; what
/// was found damaged.
final class WorktreeNews {
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final Path worktrees;
    private volatile Consumer<WorktreeEvent> log = _ -> {};

    /// @param worktrees the folder of the repository's worktrees
    WorktreeNews(Path worktrees) {
        this.worktrees = worktrees;
    }

    void tellTo(Consumer<WorktreeEvent> journal) {
        log = journal;
    }

    /// A worktree is about to be used at a place; where there is none yet it is made.
    ///
    /// @param branch its branch's short name, or null
    void using(Path place, @Nullable String branch, ObjectId commit) {
        var name = String.valueOf(place.getFileName());
        if (known.add(name) && !Files.exists(place)) {
            log.accept(new WorktreeEvent.Created(name, place.toString(), branch, commit.hex()));
        }
    }

    /// A slot is about to be used; its branch changes with each attempt.
    void usingSlot(String name, ObjectId commit) {
        using(worktrees.resolve(name), null, commit);
    }

    /// A slot is ready.
    void prepared(String name, Prepared slot) {
        if (slot.replaced()) {
            log.accept(new WorktreeEvent.Orphaned(name, "damaged, and made anew"));
        }
        saved(name, slot.saved(), "an attempt that was cut off left it");
    }

    private void saved(String name, List<Saved> all, String reason) {
        for (var saved : all) {
            switch (saved) {
                case Saved.Kept kept ->
                    log.accept(new WorktreeEvent.Salvaged(
                            name, kept.ref(), kept.commit().hex(), reason));
                case Saved.Retired retired ->
                    log.accept(new WorktreeEvent.Salvaged(
                            name, retired.where().root().toString(), null, retired.reason()));
                case Saved.Nothing _ -> {}
            }
        }
    }
}
