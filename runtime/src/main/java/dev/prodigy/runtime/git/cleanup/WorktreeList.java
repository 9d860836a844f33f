package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry.Kind;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.worktree.Registration;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/// Finds everything that is a worktree of prodigy's in a repository: directories, registrations, and branches
/// that have lost theirs or their run (spec 03 §12, 05 §2.8).
public final class WorktreeList {
    private final Worksite site;
    private final SlotPlaces places;

    /// @param places the repository's directories of worktrees and lock files
    public WorktreeList(Worksite site, SlotPlaces places) {
        this.site = site;
        this.places = places;
    }

    /// Lists them by name. Costs one `git status` each.
    ///
    /// @throws GitFailure GIT_ERROR
    public List<WorktreeEntry> read(KnownRun.Lookup runs) {
        site.registry().takeInMoved(places.worktrees());
        var all = site.registry().list();
        var inspection = new WorktreeInspection(site.repository(), places, runs, usersHeads(all));
        var registered = registered(all);
        var names = new TreeSet<>(registered.keySet());
        names.addAll(directories());
        var entries = new ArrayList<WorktreeEntry>();
        var sessions = new HashSet<String>();
        for (var name : names) {
            var entry = inspection.inspect(name, Optional.ofNullable(registered.get(name)));
            entries.add(entry);
            if (entry.kind() == Kind.SESSION) {
                sessions.add(name);
            }
        }
        site.repository().refs().below(RefNames.SESSION_BRANCHES).forEach((branch, tip) -> {
            String runId = branch.substring(RefNames.SESSION_BRANCHES.length());
            if (!sessions.contains(runId)) {
                entries.add(inspection.branchWithoutWorktree(runId, tip));
            }
        });
        entries.addAll(itemBranches(inspection, runs, entries));
        return entries;
    }

    /// Those of runs that are gone, or that are over and have no dead letters of them any more, unless a slot
    /// has them checked out.
    private List<WorktreeEntry> itemBranches(
            WorktreeInspection inspection, KnownRun.Lookup runs, List<WorktreeEntry> entries) {
        var found = new ArrayList<WorktreeEntry>();
        site.repository().refs().below(RefNames.ITEM_BRANCHES).forEach((branch, tip) -> {
            var words = branch.substring(RefNames.ITEM_BRANCHES.length()).split("/", 2);
            boolean orphaned = words.length == 2
                    && runs.find(words[0]).filter(KnownRun::needsItems).isEmpty();
            if (orphaned && entries.stream().noneMatch(each -> branch.equals(each.branch()))) {
                found.add(inspection.itemBranch(branch, words[0], tip));
            }
        });
        return found;
    }

    /// @return what is checked out in worktrees that are not prodigy's
    private List<ObjectId> usersHeads(List<Registration> all) {
        return all.stream()
                .filter(each -> !isOurs(each))
                .map(Registration::head)
                .filter(Objects::nonNull)
                .toList();
    }

    private boolean isOurs(Registration registration) {
        return places.worktrees().equals(registration.path().getParent());
    }

    private Map<String, Registration> registered(List<Registration> all) {
        var found = new HashMap<String, Registration>();
        for (var each : all) {
            if (isOurs(each)) {
                found.put(String.valueOf(each.path().getFileName()), each);
            }
        }
        return found;
    }

    private List<String> directories() {
        var found = new ArrayList<String>();
        if (Files.isDirectory(places.worktrees())) {
            try (var each = Files.newDirectoryStream(places.worktrees())) {
                each.forEach(path -> found.add(String.valueOf(path.getFileName())));
            } catch (IOException e) {
                throw GitFailure.of(GitCode.GIT_ERROR, "cannot read " + places.worktrees(), e);
            }
        }
        return found;
    }
}
