package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Survivors;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.worktree.StaleLocks;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Callers;
import dev.prodigy.runtime.run.request.Caller;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs that steps of items started, or that were called by such, and that died with their attempt. An attempt
/// begins anew and never takes one up again (spec 03 §6), so their branches go, but those that dead letters
/// name; what only these reach is saved.
public final class ItemChildren {
    private final Home home;
    private final RunRef parent;
    private final Worksite site;

    /// @param parent whose items they belong to; the caller holds its lock, and none of its processes lives
    public ItemChildren(Home home, RunRef parent, Worksite site) {
        this.home = home;
        this.parent = parent;
        this.site = site;
    }

    /// Removes their branches, and what an earlier call that was cut off left of them.
    ///
    /// @return what was saved
    public List<Saved> clear() {
        var saved = new ArrayList<Saved>();
        branches().forEach((run, branches) -> {
            var state = startedInAnItem(run);
            if (state != null) {
                StaleLocks.clear(site.repository().commonDir(), run.text());
                saved.addAll(remove(run, state, branches));
            }
        });
        saved.removeIf(Saved.Nothing.class::isInstance);
        return saved;
    }

    /// Item branches tell of a run too: that of its session may be gone already.
    private Map<RunId, Map<String, ObjectId>> branches() {
        var byRun = new TreeMap<RunId, Map<String, ObjectId>>();
        Stream.of(RefNames.SESSION_BRANCHES, RefNames.ITEM_BRANCHES)
                .forEach(prefix -> site.repository()
                        .refs()
                        .below(prefix)
                        .forEach((branch, tip) -> RunId.parse(
                                        branch.substring(prefix.length()).split("/", 2)[0])
                                .ifPresent(run -> byRun.computeIfAbsent(run, _ -> new LinkedHashMap<>())
                                        .put(branch, tip))));
        return byRun;
    }

    /// A child is younger than its parent; other runs' journals need not be read.
    ///
    /// @return what the run came to; null where it is none of these
    private @Nullable RunState startedInAnItem(RunId run) {
        var born = run.createdAt();
        var before = parent.run().createdAt();
        if (born.isEmpty()
                || before.isEmpty()
                || born.get().isBefore(before.get())
                || !new Callers(home).isLeftBelow(run.text(), parent)) {
            return null;
        }
        var state = ChildJournal.look(home, new RunRef(parent.repo(), run));
        var started = state == null ? null : state.started();
        var caller = started == null ? null : Caller.read(started);
        return caller != null && isInSlot(caller.place().tree()) ? state : null;
    }

    private boolean isInSlot(Path place) {
        var worktrees = home.worktrees(parent.repo());
        return place.startsWith(worktrees)
                && !place.equals(worktrees)
                && SlotPlaces.isName(worktrees.relativize(place).getName(0).toString());
    }

    private String salvageRef(RunId run, RunState state, String branch) {
        var itemId = itemOf(run, branch);
        if (itemId == null) {
            return site.salvage().freeName(RefNames.salvage(run.text()) + "session-");
        }
        var table = state.items();
        int attempt = table == null ? 1 : Math.max(1, table.attempts(ItemId.index(itemId)));
        return new ItemAttempt(run.text(), itemId, attempt).salvageRef();
    }

    private static @Nullable String itemOf(RunId run, String branch) {
        var items = RefNames.itemBranches(run.text());
        return branch.startsWith(items) ? branch.substring(items.length()) : null;
    }

    /// A dead letter names the branch of its item, which stays with it (spec 03 §12).
    private static boolean isNamedByLetter(RunId run, RunState state, String branch) {
        var itemId = itemOf(run, branch);
        int item = itemId == null ? -1 : ItemId.index(itemId);
        var table = state.items();
        return item >= 0 && table != null && table.letters().has(item);
    }

    /// A slot that still has a branch checked out lets it go; one that a person looks at stays.
    private List<Saved> remove(RunId run, RunState state, Map<String, ObjectId> branches) {
        var saved = new ArrayList<Saved>();
        branches.forEach((branch, tip) -> {
            if (isNamedByLetter(run, state, branch)) {
                return;
            }
            site.registry().list().stream()
                    .filter(each -> branch.equals(each.branch()) && isInSlot(each.path()))
                    .flatMap(each -> WorktreeLink.at(each.path()).stream())
                    .forEach(slot ->
                            site.repository().refs().change(new RefChange.Detach(slot.foreignName("HEAD"), tip)));
            if (!site.registry().isCheckedOut(branch)) {
                saved.add(site.salvage().saveCommit(tip, salvageRef(run, state, branch), Survivors.allBut(branch)));
                site.repository().refs().change(new RefChange.Delete(branch, tip));
            }
        });
        return saved;
    }
}
