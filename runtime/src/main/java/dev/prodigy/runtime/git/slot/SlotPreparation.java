package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Survivors;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.salvage.Wreck;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import dev.prodigy.runtime.git.worktree.HeadLog;
import dev.prodigy.runtime.git.worktree.SpecialFiles;
import dev.prodigy.runtime.git.worktree.StaleLocks;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.Unfinished;
import dev.prodigy.runtime.git.worktree.UseNote;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes a leased slot ready for an attempt: saves what a dead user left, replaces what is damaged,
/// resets, copies the included files (spec 03 §9, §12).
final class SlotPreparation {
    /// A forced checkout ends a merge by itself, but leaves these half done.
    private static final Set<Unfinished> STUBBORN = Collections.unmodifiableSet(
            EnumSet.of(Unfinished.REBASE, Unfinished.CHERRY_PICK, Unfinished.REVERT, Unfinished.BISECT));

    private final Worksite site;
    private final Reuse reuse;
    private final Provision provision;
    private final Wreck wreck;
    private final SlotReset reset;

    SlotPreparation(Worksite site, Reuse reuse, Provision provision) {
        this.site = site;
        this.reuse = reuse;
        this.provision = provision;
        this.wreck = new Wreck(site);
        this.reset = new SlotReset(site);
    }

    /// @param root the slot's directory, which need not exist
    /// @param use by whom
    /// @param head what is checked out
    /// @param past how far this run has come with the slot before
    /// @throws Wreck.Immovable when the slot can be neither used nor removed
    /// @throws GitFailure WORKTREE_ERROR, GIT_LOCK
    Prepared prepare(Path root, UseNote use, ObjectId head, SlotPast past) {
        var saved = new ArrayList<Saved>();
        boolean existed = Files.isDirectory(root);
        var tree = existed ? usable(root, saved) : null;
        if (tree != null) {
            boolean ours = past == SlotPast.SET_UP
                    && UseNote.of(tree)
                            .filter(note ->
                                    note.user().runId().equals(use.user().runId()))
                            .isPresent();
            boolean mayKeep = ours && reuse == Reuse.KEEP_IGNORED;
            try {
                return prepare(tree, use, head, mayKeep, saved);
            } catch (GitFailure e) {
                if (e.code() == GitCode.GIT_LOCK) {
                    throw e;
                }
                wreck.remove(root);
            }
        }
        return prepare(make(root, head), use, head, false, saved).asReplacement(existed || past != SlotPast.UNUSED);
    }

    /// Makes a slot without files.
    WorkTree make(Path root, ObjectId commit) {
        var tree = site.registry().add(root, commit);
        SlotSettings.remember(tree);
        return tree;
    }

    /// Saves what a user who died left in a slot, then removes the slot.
    Saved remove(Path root) {
        return wreck.clear(root, this::rescue);
    }

    /// @return the worktree, with nothing left in it that would have to be saved; null when a new one
    ///     is needed
    private @Nullable WorkTree usable(Path root, List<Saved> saved) {
        DirectoryTree.openTop(root);
        var tree = WorktreeLink.at(root)
                .filter(found -> WorktreeLink.isIntact(found, site.repository().commonDir()))
                .orElse(null);
        if (tree == null) {
            saved.add(wreck.clear(root, this::rescue));
            return null;
        }
        if (UseNote.of(tree).filter(note -> !note.settled()).isPresent()) {
            StaleLocks.clear(tree);
            try {
                saved.add(rescue(tree));
                SlotReset.giveBack(tree);
            } catch (GitFailure e) {
                saved.add(wreck.clear(root, this::rescue));
            }
        }
        if (!Files.isDirectory(root)) {
            return null;
        }
        if (!SlotSettings.areUnchanged(tree) || !Collections.disjoint(Unfinished.in(tree), STUBBORN)) {
            wreck.remove(root);
            return null;
        }
        return tree;
    }

    private Prepared prepare(WorkTree tree, UseNote use, ObjectId head, boolean mayKeep, List<Saved> saved) {
        var all = new ArrayList<>(saved);
        all.add(reset.checkOut(tree, use.user(), head));
        var made = mayKeep ? reset.madeBySetup(tree) : Optional.<List<String>>empty();
        boolean keepIgnored = made.isPresent();
        reset.clean(tree, !keepIgnored, made.orElse(List.of()));
        SpecialFiles.remove(site.repository().git(), tree);
        provision.checkOutSubmodules(site.repository(), tree);
        if (keepIgnored) {
            provision.includeAgain(site.repository(), tree);
        } else {
            provision.include(tree);
        }
        HeadLog.begin(tree);
        SpecialFiles.mark(tree);
        use.write(tree);
        all.removeIf(Saved.Nothing.class::isInstance);
        return new Prepared(tree, directory(tree), !keepIgnored, all, false);
    }

    /// Saves what a user who died left, under the name of the attempt that the slot's note gives.
    private Saved rescue(WorkTree tree) {
        var note = UseNote.of(tree);
        if (note.isEmpty() || note.get().settled()) {
            // Never made ready for anyone, or everything was taken out.
            return new Saved.Nothing();
        }
        var status = Status.ofAll(site.repository().git(), tree);
        return site.salvage().save(tree, status, note.get().user().salvageRef(), Survivors.ALL);
    }

    /// The subdirectory may hold no tracked file, and then is not there.
    Path directory(WorkTree tree) {
        var directory = tree.root().resolve(site.repository().prefix());
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot make " + directory, e);
        }
    }
}
