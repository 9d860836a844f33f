package dev.prodigy.runtime.git.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorktreesTest {
    @TempDir
    Path base;

    private CleaningSite site;
    private TempRepo repo;
    private ObjectId start;
    private Path users;

    @BeforeEach
    void make() throws IOException {
        site = CleaningSite.in(base);
        repo = site.repo();
        start = repo.id("HEAD");
        users = repo.root.resolveSibling("users");
        repo.git("worktree", "add", "-q", "-b", "users", users.toString());
        TempRepo.write(users, "work", "in progress");
    }

    @AfterEach
    void close() {
        assertThat(users.resolve("work")).hasContent("in progress");
        assertThat(repo.git("worktree", "list")).contains(users.toString());
        site.close();
    }

    @Test
    void withoutWorktreesTheListIsEmpty() {
        assertThat(site.list()).isEmpty();
    }

    @Test
    void everyStateHasItsName() throws IOException {
        TempRepo.commit(session("run-merged", true), "b.txt", "b");
        repo.git("merge", "-q", "--no-ff", "-m", "m", "prodigy/run-merged");
        session("run-idle", true);
        session("run-over", true);
        site.runs()
                .computeIfPresent(
                        "run-over", (id, run) -> new KnownRun(id, run.base(), run.target(), false, false, true));
        TempRepo.commit(session("run-unmerged", true), "c.txt", "c");
        session("run-orphaned", false);
        session("run-live", true);
        site.runs()
                .computeIfPresent(
                        "run-live", (id, run) -> new KnownRun(id, run.base(), run.target(), true, true, true));
        DirectoryTree.delete(session("run-missing", true));
        session("run-branch", true);
        repo.git("worktree", "remove", repo.worktrees().resolve("run-branch").toString());
        TempRepo.commit(session("run-commits", true), "d.txt", "d");
        repo.git("worktree", "remove", repo.worktrees().resolve("run-commits").toString());
        Files.createDirectories(repo.worktrees().resolve("stray"));
        try (var held = site.lease(start)) {
            held.prepare(new ItemAttempt("run-live", "item-004", 2), start);
            try (var idle = site.lease(start)) {
                idle.prepare(new ItemAttempt("run-live", "item-005", 1), start);
                idle.settle(new ItemAttempt("run-live", "item-005", 1), false);
            }
            var states = new HashMap<String, WorktreeState>();
            site.list().forEach(entry -> states.put(entry.name(), entry.state()));
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
        var entry = site.only("run-1");
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
        try (var lease = site.lease(start)) {
            lease.prepare(new ItemAttempt("run-1", "item-004", 2), start);
            var entry = site.only("slot-01");
            assertThat(entry.runId()).isEqualTo("run-1");
            assertThat(entry.itemId()).isEqualTo("item-004");
            assertThat(entry.branch()).isEqualTo("refs/heads/prodigy-items/run-1/item-004");
            assertThat(site.removal().remove(entry)).isInstanceOf(Removal.Kept.class);
        }
        var stale = site.only("slot-01");
        assertThat(stale.state()).isEqualTo(WorktreeState.IDLE);
        try (var _ = site.lease(start)) {
            assertThat(site.removal().remove(stale)).isInstanceOf(Removal.Kept.class);
        }
        assertThat(site.removal().remove(stale)).isInstanceOf(Removal.Removed.class);
        var branch = site.only("prodigy-items/run-1/item-004");
        assertThat(branch.kind()).isEqualTo(WorktreeEntry.Kind.ITEM_BRANCH);
        assertThat(site.removal().remove(branch)).isEqualTo(new Removal.Removed(branch.name(), List.of()));
        assertThat(site.list()).isEmpty();
    }

    @Test
    void aMergedSessionIsRemovedWithBranchAndRegistration() {
        var root = session("run-1", true);
        TempRepo.commit(root, "c.txt", "c");
        repo.git("merge", "-q", "--no-ff", "-m", "m", "prodigy/run-1");
        var entry = site.only("run-1");
        assertThat(entry.isExpendable()).isTrue();
        assertThat(site.removal().remove(entry)).isEqualTo(new Removal.Removed("run-1", List.of()));
        assertThat(root).doesNotExist();
        assertThat(repo.git("for-each-ref", "refs/heads/prodigy", "refs/prodigy"))
                .isEmpty();
    }

    @Test
    void whatAnUnmergedSessionHoldsIsSavedFirst() {
        var root = session("run-1", true);
        TempRepo.commit(root, "c.txt", "c");
        TempRepo.write(root, "dirty", "x");
        assertThat(site.removal().remove(site.only("run-1"))).isInstanceOf(Removal.Removed.class);
        assertThat(repo.git("ls-tree", "--name-only", "refs/prodigy/salvage/run-1/session-1"))
                .contains("c.txt")
                .contains("dirty");
        assertThat(site.list()).isEmpty();
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
        var all = site.list();
        var rehearsed = site.removal();

        var foreseen =
                all.stream().map(rehearsed::foresee).map(WorktreesTest::told).toList();

        assertThat(repo.git("for-each-ref")).isEqualTo(refs);
        assertThat(site.list()).isEqualTo(all);
        assertThat(all.stream().map(site.removal()::remove).map(WorktreesTest::told))
                .isEqualTo(foreseen);
        assertThat(foreseen.toString()).contains("refs/prodigy/salvage/");
    }

    /// Spec 05 §2.8: what a run without a target has committed is merged where the user has it.
    @ParameterizedTest
    @ValueSource(strings = {"branch", "detached"})
    void aSessionWithoutTargetIsMergedWhereTheUserHasIt(String where) {
        var head = TempRepo.commit(session("run-1", true), "c.txt", "c");
        site.runs().put("run-1", new KnownRun("run-1", start, null, false, false, true));
        assertThat(site.only("run-1").state()).isEqualTo(WorktreeState.UNMERGED);

        switch (where) {
            case "branch" -> repo.git("branch", "mine", head.hex());
            default -> {
                TempRepo.gitIn(users, "checkout", "-q", "--detach");
                TempRepo.gitIn(users, "merge", "-q", "--ff-only", head.hex());
            }
        }

        assertThat(site.only("run-1").state()).isEqualTo(WorktreeState.MERGED);
        assertThat(site.only("run-1").ahead()).isZero();
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

        assertThat(site.removal().foresee(site.only("run-1"))).isEqualTo(new Removal.Removed("run-1", List.of(before)));
        assertThat(site.removal().remove(site.only("run-1"))).isEqualTo(new Removal.Removed("run-1", List.of(before)));
    }

    @Test
    void aBranchThatMovedOnWithoutItsWorktreeIsSavedToo() {
        var root = session("run-1", true);
        TempRepo.gitIn(root, "checkout", "-q", "--detach");
        var head = TempRepo.commit(root, "c.txt", "c");
        repo.git("update-ref", "refs/heads/prodigy/run-1", head.hex());
        TempRepo.gitIn(root, "checkout", "-q", "--detach", start.hex());
        site.removal().remove(site.only("run-1"));
        assertThat(repo.id("refs/prodigy/salvage/run-1/session-1")).isEqualTo(head);
    }

    @Test
    void whatCannotBeSavedStays() {
        var root = session("run-1", true);
        TempRepo.sh(root, "git init -q nested; touch nested/x");
        assertThat(site.removal().remove(site.only("run-1")))
                .isInstanceOfSatisfying(
                        Removal.Kept.class, kept -> assertThat(kept.reason()).contains("nested/"));
        assertThat(root.resolve("nested/x")).exists();
        assertThat(site.only("run-1").state()).isEqualTo(WorktreeState.IDLE);
    }

    @Test
    void whereTheDirectoryIsGoneItIsNotToBeDeletedOnceMore() throws IOException {
        TempRepo.commit(session("run-1", false), "c.txt", "c");
        DirectoryTree.delete(repo.worktrees().resolve("run-1"));
        repo.git("update-ref", "refs/prodigy/salvage/run-1", start.hex());
        assertThat(site.removal().remove(site.only("run-1")))
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
        site.removal().remove(site.only("run-1"));
        assertThat(repo.id("refs/prodigy/salvage/run-1/session-1")).isEqualTo(lost);
        repo.git("branch", "prodigy/run-2", lost.hex());
        site.removal().remove(site.only("run-2"));
        assertThat(site.list()).isEmpty();
        assertThat(repo.git("branch", "--list", "prodigy/*")).isEmpty();
    }

    @Test
    void aRetiredDirectoryIsListedAndKeptWhileItCannotBeSaved() {
        try (var lease = site.lease(start)) {
            var item = new ItemAttempt("run-1", "item-001", 1);
            TempRepo.sh(lease.prepare(item, start).directory(), "git init -q nested; touch nested/x");
            lease.saveLeftovers(item, lease.status());
            lease.settle(item, false);
        }
        var entry = site.only("retired-run-1-item-001-1");
        assertThat(entry.kind()).isEqualTo(WorktreeEntry.Kind.RETIRED);
        assertThat(entry.itemId()).isEqualTo("item-001");
        assertThat(site.removal().remove(entry)).isInstanceOf(Removal.Kept.class);
        TempRepo.sh(entry.path(), "rm -r nested");
        assertThat(site.removal().remove(entry)).isInstanceOf(Removal.Removed.class);
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
        assertThat(site.removal().removeItemBranches("run-1"))
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

        assertThat(site.removal().remove(site.only("run-1"))).isInstanceOf(Removal.Removed.class);

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
        var orphan = site.only("prodigy-items/run-9/item-001");
        assertThat(orphan.state()).isEqualTo(WorktreeState.ORPHANED);
        assertThat(orphan.ahead()).isEqualTo(1);
        assertThat(site.list()).hasSize(2);

        repo.git("worktree", "add", "-q", repo.root.resolveSibling("mine").toString(), "prodigy-items/run-9/item-001");
        assertThat(site.removal().remove(orphan)).isInstanceOf(Removal.Kept.class);
        repo.git("worktree", "remove", repo.root.resolveSibling("mine").toString());
        assertThat(site.removal().remove(orphan)).isInstanceOf(Removal.Removed.class);
        assertThat(repo.id("refs/prodigy/salvage/run-9/item-001-branch1")).isEqualTo(lost);
        assertThat(site.list()).hasSize(1);
    }

    @Test
    void itemBranchesThatNobodyAsksForAreListed() {
        var lost = TempRepo.commit(session("run-1", true), "c.txt", "c");
        repo.git("branch", "prodigy-items/run-1/item-001", lost.hex());
        assertThat(site.list()).hasSize(1);

        site.runs().computeIfPresent("run-1", (id, run) -> new KnownRun(id, start, "main", false, false, false));

        assertThat(site.only("prodigy-items/run-1/item-001").state()).isEqualTo(WorktreeState.ORPHANED);
        assertThat(site.only("run-1").state()).isEqualTo(WorktreeState.UNMERGED);
    }

    @Test
    void whatHoldsNothingOfItsOwnGoes() {
        var root = session("run-1", true);
        var reached = TempRepo.commit(root, "c.txt", "c");
        repo.git("branch", "theirs", reached.hex());
        var own = TempRepo.commit(root, "d.txt", "d");
        TempRepo.gitIn(root, "reset", "-q", "--hard", start.hex());
        for (var item : List.of("item-001", "item-002")) {
            repo.git("branch", "prodigy-items/run-1/" + item, reached.hex());
        }
        // they hold it for each other, and nothing else does
        for (var item : List.of("item-003", "item-004")) {
            repo.git("branch", "prodigy-items/run-1/" + item, own.hex());
        }

        site.removal().removeReachedItemBranches("run-1", Set.of("item-001", "item-003", "item-004"));

        assertThat(repo.git("branch", "--list", "prodigy-items/*", "--format=%(refname:short)")
                        .lines())
                .containsExactly("prodigy-items/run-1/item-002", "prodigy-items/run-1/item-004");
        assertThat(repo.git("for-each-ref", "refs/prodigy/salvage")).isEmpty();
    }

    private Path session(String runId, boolean known) {
        if (known) {
            site.runs().put(runId, new KnownRun(runId, start, "main", false, true, true));
        }
        return site.session(runId, start);
    }
}
