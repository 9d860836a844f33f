package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.change.EvidenceCheck;
import dev.prodigy.runtime.git.change.RepositoryVerdict;
import dev.prodigy.runtime.git.conflict.ConflictResolution;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.merge.ItemMergeIntent;
import dev.prodigy.runtime.git.merge.ItemMergeResult;
import dev.prodigy.runtime.git.merge.Known;
import dev.prodigy.runtime.git.merge.MergeTurn;
import dev.prodigy.runtime.git.merge.MergedItems;
import dev.prodigy.runtime.git.merge.TargetMerge;
import dev.prodigy.runtime.git.merge.TargetMergeResult;
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
import dev.prodigy.runtime.home.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a mapreduce run does with git, from the first worktree to the last: the acceptance rows of
/// spec 03 as far as git is concerned. The driver here stands for the engine.
final class ItemFlowTest {
    private static final String RUN = "mapreduce-20260131T120000000-abc123";
    private static final String BRANCH = "refs/heads/prodigy/" + RUN;

    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private ObjectId start;
    private SessionWorktree session;
    private SlotPool pool;
    private ItemMerge merge;
    private final List<ItemMergeIntent> intents = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        begin(repo.root);
    }

    private void begin(Path directory) {
        site = Worksite.of(repo.open(directory), repo.locks().resolve("worktrees.lock"));
        start = repo.id("HEAD");
        var included = IncludedFiles.find(site.repository(), null);
        session = new SessionWorktree(site, repo.worktrees().resolve(RUN), RUN, new Provision(included, false));
        pool = new SlotPool(
                site,
                new SlotPlaces(repo.worktrees(), repo.locks()),
                SlotOptions.DEFAULT,
                included,
                DiskSpace.MEASURED);
        merge = newMerge(start);
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void row16NeverMoreSlotsThanItemsAtOnce() throws Exception {
        var places = new Semaphore(4);
        var jobs = new ArrayList<Callable<Object>>();
        for (int i = 1; i <= 30; i++) {
            var item = item(i, 1);
            jobs.add(() -> {
                places.acquire();
                try {
                    return attempt(item, "echo x > " + item.itemId() + "; git add -A; git commit -q -m x", true);
                } finally {
                    places.release();
                }
            });
        }
        session.open(start);
        session.park();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var job : threads.invokeAll(jobs)) {
                assertThat(job.get()).isInstanceOf(ItemMergeResult.Merged.class);
            }
        }
        try (var slots = Files.list(repo.worktrees())) {
            assertThat(slots.filter(path -> path.getFileName().toString().startsWith("slot-")))
                    .hasSizeBetween(1, 4);
        }
        assertThat(mergedItems()).hasSize(30).doesNotHaveDuplicates();
        assertThat(TempRepo.gitIn(repo.worktrees().resolve(RUN), "status", "--porcelain"))
                .isEmpty();
    }

    @Test
    void row18CommitsReachTheTargetOnceAndNoTraceIsLeft() {
        var before = repo.git("for-each-ref");
        runOneItem();
        assertThat(finish("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.git("show", "main:new.txt")).isEqualTo("x");
        assertThat(repo.git("log", "--format=%s", start + "..main").lines().filter("work"::equals))
                .hasSize(1);
        cleanUp();
        assertThat(repo.git("for-each-ref", "--format=%(refname)").lines())
                .containsExactlyElementsOf(before.lines()
                        .map(line -> line.replaceFirst(".*\t", ""))
                        .toList());
        assertThat(repo.git("worktree", "list").lines()).hasSize(1);
        assertThat(repo.worktrees()).isEmptyDirectory();
        assertThat(repo.root.resolve(".git/worktrees"))
                .satisfiesAnyOf(
                        folder -> assertThat(folder).doesNotExist(),
                        folder -> assertThat(folder).isEmptyDirectory());
    }

    @Test
    void row19WithoutConsentOnlyTheSessionBranchHasTheCommit() {
        runOneItem();
        session.open(repo.id(BRANCH));
        pool.dismantle(RUN::equals);
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("show", BRANCH + ":new.txt")).isEqualTo("x");
        assertThat(repo.root.resolve("new.txt")).doesNotExist();
        assertThat(repo.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void row20ADirtyTreeIsNotTouchedAndLaterMergedWithoutRunningItemsAgain() {
        runOneItem();
        repo.write("a.txt", "dirty\n");
        assertThat(finish("main")).isInstanceOf(TargetMergeResult.Refused.class);
        assertThat(repo.root.resolve("a.txt")).hasContent("dirty");
        assertThat(repo.id("main")).isEqualTo(start);
        repo.git("checkout", "-q", "--", "a.txt");
        assertThat(finish("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(finish("main")).isInstanceOf(TargetMergeResult.AlreadyContained.class);
    }

    @Test
    void row21AUserOnAnotherBranchIsNotDisturbed() {
        runOneItem();
        repo.git("checkout", "-q", "-b", "feature");
        repo.write("a.txt", "feature work\n");
        repo.write("new.txt", "untracked, of the same name\n");
        assertThat(finish("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.git("show", "main:new.txt")).isEqualTo("x");
        assertThat(repo.git("symbolic-ref", "--short", "HEAD")).isEqualTo("feature");
        assertThat(repo.root.resolve("a.txt")).hasContent("feature work");
        assertThat(repo.root.resolve("new.txt")).hasContent("untracked, of the same name");
    }

    @Test
    void row22OfTwoThatWriteTheSameFileOneIsKeptOnItsBranchAndMergesOnTheNewTip() {
        String script = "echo $$ > same.txt; git add -A; git commit -q -m same";
        session.open(start);
        session.park();
        ItemMergeResult second;
        try (var one = lease();
                var two = lease()) {
            one.prepare(item(1, 1), start);
            two.prepare(item(2, 1), start);
            assertThat(finishAttempt(one, item(1, 1), start, script, true)).isInstanceOf(ItemMergeResult.Merged.class);
            second = (ItemMergeResult) finishAttempt(two, item(2, 1), start, script, true);
        }
        assertThat(second)
                .isInstanceOfSatisfying(
                        ItemMergeResult.Conflict.class,
                        conflict -> assertThat(conflict.files()).containsExactly("same.txt"));
        assertThat(repo.git("log", "-1", "--format=%s", item(2, 1).branch())).isEqualTo("same");
        assertThat(attempt(item(2, 2), script, true)).isInstanceOf(ItemMergeResult.Merged.class);
        assertThat(repo.git("log", "-1", "--format=%s", "refs/prodigy/salvage/" + RUN + "/item-002-1"))
                .isEqualTo("same");
        assertThat(mergedItems()).containsExactlyInAnyOrder("item-001", "item-002");
    }

    @Test
    void row23AResolvingStepMergesBoth() {
        String script = "echo %s > same.txt; git add -A; git commit -q -m same";
        session.open(start);
        session.park();
        try (var one = lease();
                var two = lease()) {
            one.prepare(item(1, 1), start);
            two.prepare(item(2, 1), start);
            finishAttempt(one, item(1, 1), start, script.formatted("first"), true);
            TempRepo.sh(two.tree().root(), script.formatted("second") + "; echo left > leftover");
            var head = ((RepositoryVerdict.Holds) evidence(two, start, true)).head();
            assertThat(two.saveLeftovers(item(2, 1), two.status())).isInstanceOf(Saved.Kept.class);
            var conflict = (ItemMergeResult.Conflict) merge.merge(item(2, 1), two.tree(), start, head, intents::add);
            var resolution = ConflictResolution.begin(site.repository(), two.tree(), conflict.tip());
            assertThat(resolution.files()).isEqualTo(conflict.files());
            TempRepo.sh(two.tree().root(), "echo both > same.txt");
            var resolved = (ConflictResolution.Result.Resolved) resolution.finish();
            assertThat(merge.merge(item(2, 1), two.tree(), start, resolved.head(), intents::add))
                    .isInstanceOf(ItemMergeResult.Merged.class);
            two.settle(item(2, 1), false);
        }
        assertThat(repo.git("show", BRANCH + ":same.txt")).isEqualTo("both");
        assertThat(mergedItems()).containsExactlyInAnyOrder("item-001", "item-002");
        assertThat(repo.git("ls-tree", "--name-only", BRANCH)).doesNotContain("leftover");
    }

    @Test
    void row24LeftoversAreSavedAndNotMerged() {
        session.open(start);
        session.park();
        attempt(item(1, 1), "echo x > new.txt; git add -A; git commit -q -m work; echo u > leftover", false);
        finish("main");
        assertThat(repo.git("ls-tree", "--name-only", "main"))
                .contains("new.txt")
                .doesNotContain("leftover");
        cleanUp();
        assertThat(repo.git("show", "refs/prodigy/salvage/" + RUN + "/item-001-1:leftover"))
                .isEqualTo("u");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"COMMIT_MISSING git commit -q --allow-empty -m x", "HISTORY_REWRITTEN git commit -q --amend -m x"
            })
    void row25EmptyAndRewrittenHistoryAreNoEvidence(String row) {
        String[] words = row.split(" ", 2);
        assertThat(attempt(item(1, 1), words[1], words[0].startsWith("COMMIT")))
                .isInstanceOfSatisfying(
                        RepositoryVerdict.Lacks.class,
                        lacks -> assertThat(lacks.code()).hasToString(words[0]));
        assertThat(repo.id("main")).isEqualTo(start);
    }

    @Test
    void row27IncludedFilesAreInSetupAndItems() {
        repo.write(".worktreeinclude", ".env\n");
        repo.write(".env", "SECRET=1\n");
        begin(repo.root);
        assertThat(session.open(start).directory().resolve(".env")).hasContent("SECRET=1");
        session.park();
        attempt(item(1, 1), "cp .env copy; git add -A; git commit -q -m copy", true);
        assertThat(repo.git("show", BRANCH + ":copy")).isEqualTo("SECRET=1");
        assertThat(repo.git("ls-tree", "--name-only", BRANCH)).doesNotContain(".env\n");
    }

    @Test
    void row32ACrashAroundTheMergeLeavesExactlyOneMergeCommit() {
        session.open(start);
        session.park();
        // Killed after the intent, before the branch moved.
        try (var lease = lease()) {
            lease.prepare(item(1, 1), start);
            TempRepo.sh(lease.tree().root(), "echo x > new.txt; git add -A; git commit -q -m work");
            var head = TempRepo.headOf(lease.tree().root());
            try {
                merge.merge(item(1, 1), lease.tree(), start, head, intent -> {
                    intents.add(intent);
                    throw new IllegalStateException("killed");
                });
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("killed");
            }
        }
        begin(repo.root);
        assertThat(recovered(item(1, 1))).isEmpty();
        assertThat(attempt(item(1, 2), "echo x > new.txt; git add -A; git commit -q -m work", true))
                .isInstanceOf(ItemMergeResult.Merged.class);
        // Killed after the branch moved, before the result.
        assertThat(recovered(item(1, 2))).containsOnlyKeys(item(1, 2));
        assertThat(mergedItems()).containsExactly("item-001");
        assertThat(repo.git("log", "-1", "--format=%s", "refs/prodigy/salvage/" + RUN + "/item-001-1"))
                .isEqualTo("work");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sub", "."})
    void fromASubdirectoryAndFromALinkedWorktreeAllIsTheSame(String prefix) {
        var linked = repo.root.resolveSibling("linked");
        repo.git("worktree", "add", "-q", "-b", "topic", linked.toString());
        begin(linked.resolve(prefix));
        assertThat(session.open(start).directory())
                .isEqualTo(repo.worktrees().resolve(RUN).resolve(prefix).normalize());
        session.park();
        attempt(item(1, 1), "echo x > new.txt; git add -A; git commit -q -m work", true);
        assertThat(finish("topic")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(linked.resolve(prefix).resolve("new.txt")).exists();
        assertThat(repo.root.resolve("new.txt")).doesNotExist();
        cleanUp();
    }

    @Test
    void aDetachedHeadHasNoTargetAndStillRuns() {
        repo.git("checkout", "-q", "--detach");
        begin(repo.root);
        assertThat(site.repository().branch()).isEmpty();
        runOneItem();
        assertThat(repo.git("show", BRANCH + ":new.txt")).isEqualTo("x");
        assertThat(TempRepo.headOf(repo.root)).isEqualTo(start);
    }

    private void runOneItem() {
        session.open(start);
        session.park();
        assertThat(attempt(item(1, 1), "echo x > new.txt; git add -A; git commit -q -m work", true))
                .isInstanceOf(ItemMergeResult.Merged.class);
    }

    /// One attempt as the engine will make it; returns the merge's result, or the lacking evidence.
    private Object attempt(ItemAttempt item, String script, boolean commitRequired) {
        try (var lease = lease()) {
            var tip = merge.tip();
            lease.prepare(item, tip);
            return finishAttempt(lease, item, tip, script, commitRequired);
        }
    }

    private Object finishAttempt(
            SlotLease lease, ItemAttempt item, ObjectId from, String script, boolean commitRequired) {
        TempRepo.sh(lease.tree().root().resolve(site.repository().prefix()), script);
        var evidence = evidence(lease, from, commitRequired);
        if (!(evidence instanceof RepositoryVerdict.Holds(var head, var status))) {
            return evidence;
        }
        lease.saveLeftovers(item, status);
        var result = merge.merge(item, lease.tree(), from, head, intents::add);
        lease.settle(item, result instanceof ItemMergeResult.Conflict);
        return result;
    }

    private RepositoryVerdict evidence(SlotLease lease, ObjectId from, boolean commitRequired) {
        return new EvidenceCheck(site.repository()).ofItem(lease.tree(), from, commitRequired);
    }

    private TargetMergeResult finish(String target) {
        return new TargetMerge(site, turn(), RUN, target).merge(repo.id(BRANCH), Known.NONE, _ -> {});
    }

    private void cleanUp() {
        assertThat(pool.dismantle(RUN::equals))
                .allSatisfy(slot -> assertThat(slot)
                        .isInstanceOfSatisfying(
                                SlotPool.Dismantled.Gone.class,
                                gone -> assertThat(gone.saved()).isInstanceOf(Saved.Nothing.class)));
        assertThat(session.dismantle()).isEmpty();
    }

    private Map<ItemAttempt, ObjectId> recovered(ItemAttempt item) {
        return MergedItems.among(site.repository(), start, repo.id(BRANCH), Set.of(item));
    }

    private List<String> mergedItems() {
        return repo.git(
                        "log",
                        "--first-parent",
                        "--merges",
                        "--format=%(trailers:key=Prodigy-Item,valueonly,separator=%x2C)",
                        start + ".." + BRANCH)
                .lines()
                .toList();
    }

    private SlotLease lease() {
        return ((Acquisition.Granted) pool.acquire(start)).lease();
    }

    private ItemMerge newMerge(ObjectId recorded) {
        return new ItemMerge(site.repository(), session.branch(), recorded, _ -> {}, UnaryOperator.identity());
    }

    private static ItemAttempt item(int number, int attempt) {
        return new ItemAttempt(RUN, "item-%03d".formatted(number), attempt);
    }

    private MergeTurn turn() {
        var self = new Owner(1, "here", Instant.EPOCH, RUN);
        return new MergeTurn(repo.locks().resolve("merge.lock"), self, _ -> {});
    }
}
