package dev.prodigy.runtime.git.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.session.SessionWorktree;
import dev.prodigy.runtime.git.slot.Acquisition;
import dev.prodigy.runtime.git.slot.DiskSpace;
import dev.prodigy.runtime.git.slot.IncludedFiles;
import dev.prodigy.runtime.git.slot.Provision;
import dev.prodigy.runtime.git.slot.SlotLease;
import dev.prodigy.runtime.git.slot.SlotOptions;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.slot.SlotPool;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorktreesTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private SlotPlaces places;
    private ObjectId start;
    private Path users;
    private final Map<String, KnownRun> runs = new HashMap<>();

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        places = new SlotPlaces(repo.worktrees(), repo.locks());
        start = repo.id("HEAD");
        users = repo.root.resolveSibling("users");
        repo.git("worktree", "add", "-q", "-b", "users", users.toString());
        TempRepo.write(users, "work", "in progress");
    }

    @AfterEach
    void close() {
        assertThat(users.resolve("work")).hasContent("in progress");
        assertThat(repo.git("worktree", "list")).contains(users.toString());
        repo.close();
    }

    @Test
    void withoutWorktreesTheListIsEmpty() {
        assertThat(list()).isEmpty();
    }

    @Test
    void everyStateHasItsName() throws IOException {
        TempRepo.commit(session("run-merged", true), "b.txt", "b");
        repo.git("merge", "-q", "--no-ff", "-m", "m", "prodigy/run-merged");
        session("run-idle", true);
        session("run-over", true);
        runs.computeIfPresent("run-over", (id, run) -> new KnownRun(id, run.base(), run.target(), false, false));
        TempRepo.commit(session("run-unmerged", true), "c.txt", "c");
        session("run-orphaned", false);
        session("run-live", true);
        runs.computeIfPresent("run-live", (id, run) -> new KnownRun(id, run.base(), run.target(), true, true));
        DirectoryTree.delete(session("run-missing", true));
        session("run-branch", true);
        repo.git("worktree", "remove", repo.worktrees().resolve("run-branch").toString());
        TempRepo.commit(session("run-commits", true), "d.txt", "d");
        repo.git("worktree", "remove", repo.worktrees().resolve("run-commits").toString());
        Files.createDirectories(repo.worktrees().resolve("stray"));
        try (var held = lease()) {
            held.prepare(new ItemAttempt("run-live", "item-004", 2), start);
            try (var idle = lease()) {
                idle.prepare(new ItemAttempt("run-live", "item-005", 1), start);
                idle.settle(new ItemAttempt("run-live", "item-005", 1), false);
            }
            var states = new HashMap<String, WorktreeState>();
            list().forEach(entry -> states.put(entry.name(), entry.state()));
            assertThat(states)
                    .containsOnly(
                            Map.entry("run-merged", WorktreeState.MERGED),
                            Map.entry("run-idle", WorktreeState.IDLE),
                            Map.entry("run-over", WorktreeState.MERGED),
                            Map.entry("run-unmerged", WorktreeState.UNMERGED),
                            Map.entry("run-orphaned", WorktreeState.ORPHANED),
                            Map.entry("run-live", WorktreeState.ACTIVE),
                            Map.entry("run-missing", WorktreeState.MISSING),
                            Map.entry("run-branch", WorktreeState.IDLE),
                            Map.entry("run-commits", WorktreeState.UNMERGED),
                            Map.entry("stray", WorktreeState.ORPHANED),
                            Map.entry("slot-01", WorktreeState.ACTIVE),
                            Map.entry("slot-02", WorktreeState.IDLE));
        }
    }

    @Test
    void anEntryTellsWhatIsInTheWorktree() {
        var root = session("run-1", true);
        var head = TempRepo.commit(root, "c.txt", "c");
        TempRepo.write(root, "dirty", "x");
        var entry = only("run-1");
        assertThat(entry.runId()).isEqualTo("run-1");
        assertThat(entry.branch()).isEqualTo("refs/heads/prodigy/run-1");
        assertThat(entry.head()).isEqualTo(head);
        assertThat(entry.ahead()).isEqualTo(1);
        assertThat(entry.dirty()).isTrue();
        assertThat(entry.createdAt()).isBetween(Instant.EPOCH, Instant.now().plusSeconds(1));
        assertThat(entry.isExpendable()).isFalse();
    }

    @Test
    void aSlotTellsWhoUsesIt() {
        try (var lease = lease()) {
            lease.prepare(new ItemAttempt("run-1", "item-004", 2), start);
            var entry = only("slot-01");
            assertThat(entry.runId()).isEqualTo("run-1");
            assertThat(entry.itemId()).isEqualTo("item-004");
            assertThat(entry.branch()).isEqualTo("refs/heads/prodigy-items/run-1/item-004");
            assertThat(removal().remove(entry)).isInstanceOf(Removal.Kept.class);
        }
        var stale = only("slot-01");
        assertThat(stale.state()).isEqualTo(WorktreeState.IDLE);
        try (var _ = lease()) {
            assertThat(removal().remove(stale)).isInstanceOf(Removal.Kept.class);
        }
        assertThat(removal().remove(stale)).isInstanceOf(Removal.Removed.class);
        var branch = only("prodigy-items/run-1/item-004");
        assertThat(branch.kind()).isEqualTo(WorktreeEntry.Kind.ITEM_BRANCH);
        assertThat(removal().remove(branch)).isEqualTo(new Removal.Removed(branch.name(), List.of()));
        assertThat(list()).isEmpty();
    }

    @Test
    void aMergedSessionIsRemovedWithBranchAndRegistration() {
        var root = session("run-1", true);
        TempRepo.commit(root, "c.txt", "c");
        repo.git("merge", "-q", "--no-ff", "-m", "m", "prodigy/run-1");
        var entry = only("run-1");
        assertThat(entry.isExpendable()).isTrue();
        assertThat(removal().remove(entry)).isEqualTo(new Removal.Removed("run-1", List.of()));
        assertThat(root).doesNotExist();
        assertThat(repo.git("for-each-ref", "refs/heads/prodigy", "refs/prodigy"))
                .isEmpty();
    }

    @Test
    void whatAnUnmergedSessionHoldsIsSavedFirst() {
        var root = session("run-1", true);
        TempRepo.commit(root, "c.txt", "c");
        TempRepo.write(root, "dirty", "x");
        assertThat(removal().remove(only("run-1"))).isInstanceOf(Removal.Removed.class);
        assertThat(repo.git("ls-tree", "--name-only", "refs/prodigy/salvage/run-1/session-1"))
                .contains("c.txt")
                .contains("dirty");
        assertThat(list()).isEmpty();
    }

    /// Spec 05 §2.8: the dry run names what the removal saves, and saves nothing.
    @ParameterizedTest
    @ValueSource(strings = {"clean", "dirty", "elsewhere", "item branch", "both", "stray"})
    void aRemovalIsForeseen(String what) {
        var root = session("run-1", true);
        var head = TempRepo.commit(root, "c.txt", "c");
        switch (what) {
            case "dirty" -> TempRepo.write(root, "dirty", "x");
            case "elsewhere" -> {
                TempRepo.gitIn(root, "checkout", "-q", "--detach", start.hex());
                TempRepo.write(root, "dirty", "x");
            }
            case "item branch" -> {
                repo.git("branch", "prodigy-items/run-9/item-001", head.hex());
                TempRepo.gitIn(root, "reset", "-q", "--hard", start.hex());
            }
            case "both" -> repo.git("branch", "prodigy-items/run-9/item-001", head.hex());
            case "stray" -> TempRepo.write(repo.worktrees().resolve("stray"), "x", "x");
            default -> {}
        }
        var refs = repo.git("for-each-ref");
        var all = list();
        var rehearsed = removal();

        var foreseen =
                all.stream().map(rehearsed::foresee).map(WorktreesTest::told).toList();

        assertThat(repo.git("for-each-ref")).isEqualTo(refs);
        assertThat(list()).isEqualTo(all);
        assertThat(all.stream().map(removal()::remove).map(WorktreesTest::told)).isEqualTo(foreseen);
        assertThat(foreseen.toString()).contains("refs/prodigy/salvage/");
    }

    /// Spec 05 §2.8: what a run without a target has committed is merged where the user has it.
    @ParameterizedTest
    @ValueSource(strings = {"branch", "detached"})
    void aSessionWithoutTargetIsMergedWhereTheUserHasIt(String where) {
        var head = TempRepo.commit(session("run-1", true), "c.txt", "c");
        runs.put("run-1", new KnownRun("run-1", start, null, false, false));
        assertThat(only("run-1").state()).isEqualTo(WorktreeState.UNMERGED);

        switch (where) {
            case "branch" -> repo.git("branch", "mine", head.hex());
            default -> {
                TempRepo.gitIn(users, "checkout", "-q", "--detach");
                TempRepo.gitIn(users, "merge", "-q", "--ff-only", head.hex());
            }
        }

        assertThat(only("run-1").state()).isEqualTo(WorktreeState.MERGED);
        assertThat(only("run-1").ahead()).isZero();
    }

    private static String told(Removal removal) {
        return removal.name()
                + ((Removal.Removed) removal)
                        .saved().stream().map(WorktreesTest::ref).toList();
    }

    private static String ref(Saved saved) {
        return ((Saved.Kept) saved).ref();
    }

    @Test
    void whatARunHasSavedBeforeIsNamed() {
        var head = TempRepo.commit(session("run-1", true), "c.txt", "c");
        repo.git("update-ref", "refs/prodigy/salvage/run-1/item-002-1", head.hex());
        var before = new Saved.Kept("refs/prodigy/salvage/run-1/item-002-1", head, List.of(), List.of());

        assertThat(removal().foresee(only("run-1"))).isEqualTo(new Removal.Removed("run-1", List.of(before)));
        assertThat(removal().remove(only("run-1"))).isEqualTo(new Removal.Removed("run-1", List.of(before)));
    }

    @Test
    void aBranchThatMovedOnWithoutItsWorktreeIsSavedToo() {
        var root = session("run-1", true);
        TempRepo.gitIn(root, "checkout", "-q", "--detach");
        var head = TempRepo.commit(root, "c.txt", "c");
        repo.git("update-ref", "refs/heads/prodigy/run-1", head.hex());
        TempRepo.gitIn(root, "checkout", "-q", "--detach", start.hex());
        removal().remove(only("run-1"));
        assertThat(repo.id("refs/prodigy/salvage/run-1/session-1")).isEqualTo(head);
    }

    @Test
    void whatCannotBeSavedStays() {
        var root = session("run-1", true);
        TempRepo.sh(root, "git init -q nested; touch nested/x");
        assertThat(removal().remove(only("run-1")))
                .isInstanceOfSatisfying(
                        Removal.Kept.class, kept -> assertThat(kept.reason()).contains("nested/"));
        assertThat(root.resolve("nested/x")).exists();
        assertThat(only("run-1").state()).isEqualTo(WorktreeState.IDLE);
    }

    @Test
    void whereTheDirectoryIsGoneItIsNotToBeDeletedOnceMore() throws IOException {
        TempRepo.commit(session("run-1", false), "c.txt", "c");
        DirectoryTree.delete(repo.worktrees().resolve("run-1"));
        repo.git("update-ref", "refs/prodigy/salvage/run-1", start.hex());
        assertThat(removal().remove(only("run-1")))
                .isInstanceOfSatisfying(
                        Removal.Kept.class,
                        kept -> assertThat(kept.reason())
                                .contains("once that is mended, repeat")
                                .doesNotContain("delete it"));
    }

    @Test
    void aSessionWithoutDirectoryAndABranchWithoutSessionAreRemoved() throws IOException {
        var lost = TempRepo.commit(session("run-1", false), "c.txt", "c");
        DirectoryTree.delete(repo.worktrees().resolve("run-1"));
        removal().remove(only("run-1"));
        assertThat(repo.id("refs/prodigy/salvage/run-1/session-1")).isEqualTo(lost);
        repo.git("branch", "prodigy/run-2", lost.hex());
        removal().remove(only("run-2"));
        assertThat(list()).isEmpty();
        assertThat(repo.git("branch", "--list", "prodigy/*")).isEmpty();
    }

    @Test
    void aRetiredDirectoryIsListedAndKeptWhileItCannotBeSaved() {
        try (var lease = lease()) {
            var item = new ItemAttempt("run-1", "item-001", 1);
            TempRepo.sh(lease.prepare(item, start).directory(), "git init -q nested; touch nested/x");
            lease.saveLeftovers(item, lease.status());
            lease.settle(item, false);
        }
        var entry = only("retired-run-1-item-001-1");
        assertThat(entry.kind()).isEqualTo(WorktreeEntry.Kind.RETIRED);
        assertThat(entry.itemId()).isEqualTo("item-001");
        assertThat(removal().remove(entry)).isInstanceOf(Removal.Kept.class);
        TempRepo.sh(entry.path(), "rm -r nested");
        assertThat(removal().remove(entry)).isInstanceOf(Removal.Removed.class);
    }

    @Test
    void itemBranchesOfARunAreSavedAndDeleted() {
        var root = session("run-1", true);
        var lost = TempRepo.commit(root, "c.txt", "c");
        repo.git("branch", "prodigy-items/run-1/item-001", lost.hex());
        repo.git("branch", "prodigy-items/run-1/item-002", start.hex());
        repo.git("branch", "prodigy-items/run-12/item-001", lost.hex());
        TempRepo.gitIn(root, "reset", "-q", "--hard", start.hex());
        repo.git("branch", "-D", "-q", "prodigy-items/run-12/item-001");
        repo.git("branch", "prodigy-items/run-12/item-009", start.hex());
        assertThat(removal().removeItemBranches("run-1"))
                .containsExactly(
                        new Saved.Kept("refs/prodigy/salvage/run-1/item-001-branch1", lost, List.of(), List.of()));
        assertThat(repo.git("branch", "--list", "prodigy-items/*", "--format=%(refname:short)"))
                .isEqualTo("prodigy-items/run-12/item-009");
    }

    /// A failed item began where the session was.
    @Test
    void aSessionIsSavedThoughItemBranchesHoldItsCommits() {
        var tip = TempRepo.commit(session("run-1", true), "c.txt", "c");
        repo.git("branch", "prodigy-items/run-1/item-001", tip.hex());

        assertThat(removal().remove(only("run-1"))).isInstanceOf(Removal.Removed.class);

        assertThat(repo.id("refs/prodigy/salvage/run-1/session-1")).isEqualTo(tip);
    }

    @Test
    void itemBranchesWhoseRunIsGoneAreListedAndRemoved() {
        var root = session("run-1", true);
        var lost = TempRepo.commit(root, "c.txt", "c");
        TempRepo.gitIn(root, "reset", "-q", "--hard", start.hex());
        repo.git("branch", "prodigy-items/run-1/item-001", lost.hex());
        repo.git("branch", "prodigy-items/run-9/item-001", lost.hex());
        repo.git("branch", "-q", "-D", "prodigy-items/run-1/item-001");
        repo.git("branch", "prodigy-items/run-1/item-002", start.hex());
        var orphan = only("prodigy-items/run-9/item-001");
        assertThat(orphan.state()).isEqualTo(WorktreeState.ORPHANED);
        assertThat(orphan.ahead()).isEqualTo(1);
        assertThat(list()).hasSize(2);

        repo.git("worktree", "add", "-q", repo.root.resolveSibling("mine").toString(), "prodigy-items/run-9/item-001");
        assertThat(removal().remove(orphan)).isInstanceOf(Removal.Kept.class);
        repo.git("worktree", "remove", repo.root.resolveSibling("mine").toString());
        assertThat(removal().remove(orphan)).isInstanceOf(Removal.Removed.class);
        assertThat(repo.id("refs/prodigy/salvage/run-9/item-001-branch1")).isEqualTo(lost);
        assertThat(list()).hasSize(1);
    }

    private Path session(String runId, boolean known) {
        var root = repo.worktrees().resolve(runId);
        var session =
                new SessionWorktree(site, root, runId, new Provision(new IncludedFiles(repo.root, List.of()), false));
        session.open(start);
        if (known) {
            runs.put(runId, new KnownRun(runId, start, "main", false, true));
        }
        return root;
    }

    private SlotLease lease() {
        var pool = new SlotPool(
                site, places, SlotOptions.DEFAULT, new IncludedFiles(repo.root, List.of()), DiskSpace.MEASURED);
        return ((Acquisition.Granted) pool.acquire(start)).lease();
    }

    private List<WorktreeEntry> list() {
        return new WorktreeList(site, places).read(id -> Optional.ofNullable(runs.get(id)));
    }

    private WorktreeEntry only(String name) {
        return list().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private WorktreeRemoval removal() {
        return new WorktreeRemoval(site, places);
    }
}
