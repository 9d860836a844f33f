package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.change.SessionCommits;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry.Kind;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.worktree.Registration;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.UseNote;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks at one worktree and says what it is for and what state it is in.
final class WorktreeInspection {
    private final Repository repository;
    private final SlotPlaces places;
    private final KnownRun.Lookup runs;
    private final List<ObjectId> usersHeads;

    /// @param usersHeads what is checked out in worktrees that are not prodigy's
    WorktreeInspection(Repository repository, SlotPlaces places, KnownRun.Lookup runs, List<ObjectId> usersHeads) {
        this.repository = repository;
        this.places = places;
        this.runs = runs;
        this.usersHeads = usersHeads;
    }

    /// @param name of a directory among the worktrees, there or only registered
    WorktreeEntry inspect(String name, Optional<Registration> registration) {
        var path = places.worktrees().resolve(name);
        var tree = WorktreeLink.at(path).filter(found -> WorktreeLink.isIntact(found, repository.commonDir()));
        if (registration.isEmpty() || (Files.exists(path) && tree.isEmpty())) {
            return stray(path, registration.map(Registration::head).orElse(null));
        }
        if (SlotPlaces.isName(name)) {
            return slot(path, tree, registration.get());
        }
        if (name.startsWith("retired-")) {
            return retired(path, tree, registration.get());
        }
        return session(path, tree);
    }

    /// A worktree that is being made or removed looks like one: its name says whose it will be.
    private WorktreeEntry stray(Path path, @Nullable ObjectId head) {
        String name = String.valueOf(path.getFileName());
        var run = runs.find(name);
        boolean inUse = SlotPlaces.isName(name)
                ? isLeased(path)
                : run.filter(KnownRun::live).isPresent();
        return entry(
                Kind.STRAY,
                path,
                run.map(KnownRun::runId).orElse(null),
                null,
                new Content(head, null, 0, true),
                inUse ? WorktreeState.ACTIVE : WorktreeState.ORPHANED,
                null);
    }

    /// A session branch is all that is left of a session, or all that there ever was.
    WorktreeEntry branchWithoutWorktree(String runId, ObjectId tip) {
        var run = runs.find(runId);
        var content = new Content(tip, RefNames.sessionBranch(runId), ahead(tip, run), false);
        var state = sessionState(run, content, true);
        return entry(Kind.SESSION, places.worktrees().resolve(runId), runId, null, content, state, null);
    }

    /// The branch of a failed item is its run's. When that is gone, or has forgotten the item, nobody asks for
    /// it any more.
    WorktreeEntry itemBranch(String branch, String runId, ObjectId tip) {
        return new WorktreeEntry(
                Kind.ITEM_BRANCH,
                RefNames.shortBranch(branch),
                runId,
                branch.substring(RefNames.itemBranches(runId).length()),
                places.worktrees().resolve(runId),
                branch,
                tip,
                WorktreeState.ORPHANED,
                ahead(tip, Optional.empty()),
                false,
                null);
    }

    private WorktreeEntry session(Path path, Optional<WorkTree> tree) {
        String runId = String.valueOf(path.getFileName());
        var run = runs.find(runId);
        var tip = repository.refs().find(RefNames.sessionBranch(runId));
        var content = content(tree, RefNames.sessionBranch(runId), tip.orElse(null), run);
        return entry(
                Kind.SESSION,
                path,
                runId,
                null,
                content,
                sessionState(run, content, tree.isPresent()),
                createdAt(tree));
    }

    private WorktreeEntry slot(Path path, Optional<WorkTree> tree, Registration registration) {
        var note = tree.flatMap(UseNote::of);
        String runId = note.map(each -> each.user().runId()).orElse(null);
        String itemId = note.map(each -> each.user().itemId()).orElse(null);
        Optional<KnownRun> run = runId == null ? Optional.empty() : runs.find(runId);
        var content = content(tree, registration.branch(), registration.head(), run);
        var state =
                isLeased(path) ? WorktreeState.ACTIVE : tree.isPresent() ? WorktreeState.IDLE : WorktreeState.MISSING;
        return entry(Kind.SLOT, path, runId, itemId, content, state, createdAt(tree));
    }

    private WorktreeEntry retired(Path path, Optional<WorkTree> tree, Registration registration) {
        var note = tree.flatMap(UseNote::of);
        var content = content(tree, registration.branch(), registration.head(), Optional.empty());
        return entry(
                Kind.RETIRED,
                path,
                note.map(each -> each.user().runId()).orElse(null),
                note.map(each -> each.user().itemId()).orElse(null),
                content,
                WorktreeState.ORPHANED,
                createdAt(tree));
    }

    private static WorktreeEntry entry(
            Kind kind,
            Path path,
            @Nullable String runId,
            @Nullable String itemId,
            Content content,
            WorktreeState state,
            @Nullable Instant createdAt) {
        String name = String.valueOf(path.getFileName());
        return new WorktreeEntry(
                kind,
                name,
                runId,
                itemId,
                path,
                content.branch,
                content.head,
                state,
                content.ahead,
                content.dirty,
                createdAt);
    }

    private record Content(
            @Nullable ObjectId head, @Nullable String branch, int ahead, boolean dirty) {}

    /// @param branch that belongs to it, or null
    /// @param head what to count from, or null for what is checked out
    private Content content(
            Optional<WorkTree> tree, @Nullable String branch, @Nullable ObjectId head, Optional<KnownRun> run) {
        var status = tree.map(this::statusOf);
        ObjectId actual = head != null ? head : status.map(Status::head).orElse(null);
        boolean dirty = status.isPresent() && !status.get().isClean();
        return new Content(actual, branch, actual == null ? 0 : ahead(actual, run), dirty);
    }

    /// @param complete whether no directory is missing that git knows of
    private static WorktreeState sessionState(Optional<KnownRun> run, Content content, boolean complete) {
        if (run.isEmpty()) {
            return WorktreeState.ORPHANED;
        }
        if (run.get().live()) {
            return WorktreeState.ACTIVE;
        }
        if (!complete) {
            return WorktreeState.MISSING;
        }
        if (content.ahead > 0) {
            return WorktreeState.UNMERGED;
        }
        var base = run.get().base();
        boolean hasCommits = base != null && !base.equals(content.head);
        return hasCommits || !run.get().resumable() ? WorktreeState.MERGED : WorktreeState.IDLE;
    }

    private boolean isLeased(Path slot) {
        var lock = OsLock.tryAcquire(places.lock(String.valueOf(slot.getFileName())));
        lock.ifPresent(OsLock::close);
        return lock.isEmpty();
    }

    /// Without a known run, or a target of it, everything that no branch and no checkout of the user's has counts:
    /// what they have merged by hand is in one of these.
    private int ahead(ObjectId head, Optional<KnownRun> run) {
        var command = GitCommand.at(repository.checkout(), "rev-list", "--count", head.hex(), "--not");
        var base = run.map(KnownRun::base);
        var merged = run.map(KnownRun::target)
                .flatMap(target -> base.map(from -> SessionCommits.notCounted(repository, target, from))
                        .or(() -> repository.refs().find("refs/heads/" + target)));
        if (merged.isPresent()) {
            command = command.and(merged.get().hex());
        } else {
            command = command.and(base.map(ObjectId::hex).stream().toList())
                    .and(usersHeads.stream().map(ObjectId::hex).toList())
                    .and("--exclude=prodigy/*", "--exclude=prodigy-items/*", "--branches");
        }
        var counted = repository.git().run(command);
        return counted.ok() ? Integer.parseInt(counted.line()) : 0;
    }

    private @Nullable Status statusOf(WorkTree tree) {
        try {
            return Status.of(repository.git(), tree);
        } catch (GitFailure e) {
            return null;
        }
    }

    /// git writes the file when it makes the worktree, and never again.
    private static @Nullable Instant createdAt(Optional<WorkTree> tree) {
        try {
            return tree.isPresent()
                    ? Files.getLastModifiedTime(tree.get().own("commondir")).toInstant()
                    : null;
        } catch (IOException e) {
            return null;
        }
    }
}
