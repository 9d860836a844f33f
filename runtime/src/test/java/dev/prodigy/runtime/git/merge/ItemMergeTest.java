package dev.prodigy.runtime.git.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.session.SessionBranch;
import dev.prodigy.runtime.git.session.SessionNotice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ItemMergeTest {
    private static final String BRANCH = "refs/heads/prodigy/run-1";

    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private ObjectId start;
    private WorkTree slot;
    private ItemMerge merge;
    private final List<SessionNotice> notices = new ArrayList<>();
    private final List<ItemMergeIntent> intents = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        start = repo.id("HEAD");
        repo.git("update-ref", BRANCH, start.hex());
        slot = site.registry().add(repo.worktrees().resolve("slot-01"), start);
        merge = newMerge();
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void anItemWithoutCommitsIsNotMerged() {
        assertThat(merge.merge(item(1), slot, start, start, intents::add))
                .isInstanceOf(ItemMergeResult.NothingToMerge.class);
        assertThat(intents).isEmpty();
        assertThat(repo.id(BRANCH)).isEqualTo(start);
    }

    @Test
    void aMergeCommitSaysWhoseItIs() {
        var head = work("new.txt", "x");
        var result = merge.merge(item(1), slot, start, head, intents::add);
        var tip = repo.id(BRANCH);
        assertThat(result).isEqualTo(new ItemMergeResult.Merged(tip));
        assertThat(repo.git("log", "-1", "--format=%B", tip.hex())).isEqualTo("""
                Merge item-001: Change new.txt

                Prodigy-Run: run-1
                Prodigy-Item: item-001
                Prodigy-Attempt: 1""");
        assertThat(repo.git("log", "-1", "--format=%P", tip.hex())).isEqualTo(start + " " + head);
        assertThat(repo.git("log", "-1", "--format=%an %cn", tip.hex())).isEqualTo("Ada Ada");
        assertThat(intents).containsExactly(new ItemMergeIntent(head, start, tip));
    }

    @Test
    void theIntentIsThereBeforeTheBranchMoves() {
        var head = work("new.txt", "x");
        assertThatThrownBy(() -> merge.merge(item(1), slot, start, head, intent -> {
                    assertThat(repo.id(BRANCH)).isEqualTo(start);
                    throw new IllegalStateException("the journal is full");
                }))
                .hasMessage("the journal is full");
        assertThat(repo.id(BRANCH)).isEqualTo(start);
        assertThat(merge.merge(item(1), slot, start, head, intents::add)).isInstanceOf(ItemMergeResult.Merged.class);
    }

    @Test
    void aMergeThatChangesNoFileIsRecordedToo() {
        merge.merge(item(1), slot, start, work("same.txt", "x"), intents::add);
        merge.merge(item(2), slot, start, work("same.txt", "x"), intents::add);
        assertThat(firstParentMerges()).hasSize(2);
        TempRepo.gitIn(slot.root(), "checkout", "-q", "--detach", start.hex());
        TempRepo.gitIn(slot.root(), "commit", "-q", "--allow-empty", "-m", "empty");
        merge.merge(item(3), slot, start, TempRepo.headOf(slot.root()), intents::add);
        assertThat(firstParentMerges()).hasSize(3);
    }

    @Test
    void aConflictNamesTheFilesAndMovesNothing() {
        merge.merge(item(1), slot, start, work("a.txt", "first"), intents::add);
        var tip = repo.id(BRANCH);
        TempRepo.sh(slot.root(), "git checkout -q --detach " + start + "; echo x > a.txt; echo y > 'odd \"ü\nname'");
        TempRepo.sh(slot.root(), "git add -A; git commit -q -m second");
        assertThat(merge.merge(item(2), slot, start, TempRepo.headOf(slot.root()), intents::add))
                .isEqualTo(new ItemMergeResult.Conflict(tip, List.of("a.txt")));
        assertThat(repo.id(BRANCH)).isEqualTo(tip);
        assertThat(intents).hasSize(1);
    }

    /// Spec 05 §7: git moves the file aside, to a name that no side has.
    @Test
    void aFileThatIsAFolderOnTheOtherSideIsNamedAsItIs() {
        merge.merge(item(1), slot, start, work("d/z", "first"), intents::add);
        assertThat(merge.merge(item(2), slot, start, work("d", "second"), intents::add))
                .isInstanceOfSatisfying(
                        ItemMergeResult.Conflict.class,
                        conflict -> assertThat(conflict.files()).containsExactly("d"));
    }

    @Test
    void oddNamesInConflictAreNamedAsTheyAre() {
        String name = "odd \"ü\nname";
        merge.merge(item(1), slot, start, work(name, "first"), intents::add);
        assertThat(merge.merge(item(2), slot, start, work(name, "second"), intents::add))
                .isInstanceOfSatisfying(
                        ItemMergeResult.Conflict.class,
                        conflict -> assertThat(conflict.files()).containsExactly(name));
    }

    @Test
    void attributesSayHowFilesAreMerged() {
        TempRepo.gitIn(slot.root(), "checkout", "-q", "--detach", start.hex());
        var attributed = TempRepo.commit(slot.root(), ".gitattributes", "list merge=union\n");
        repo.git("update-ref", BRANCH, attributed.hex());
        merge = new ItemMerge(
                site.repository(),
                new SessionBranch(site, "run-1"),
                attributed,
                notices::add,
                UnaryOperator.identity());
        for (int i = 1; i <= 2; i++) {
            TempRepo.gitIn(slot.root(), "checkout", "-q", "--detach", attributed.hex());
            var head = TempRepo.commit(slot.root(), "list", "entry " + i + "\n");
            assertThat(merge.merge(item(i), slot, attributed, head, intents::add))
                    .isInstanceOf(ItemMergeResult.Merged.class);
        }
        assertThat(repo.git("show", BRANCH + ":list")).contains("entry 1").contains("entry 2");
    }

    @Test
    void aTipThatMovesMeanwhileIsMergedAnew() {
        var head = work("new.txt", "x");
        var foreign = work("foreign.txt", "y");
        var result = merge.merge(item(1), slot, start, head, intent -> {
            intents.add(intent);
            if (intents.size() == 1) {
                repo.git("update-ref", BRANCH, foreign.hex());
            }
        });
        assertThat(intents).hasSize(2);
        assertThat(intents.getLast().tip()).isEqualTo(foreign);
        assertThat(result)
                .isEqualTo(new ItemMergeResult.Merged(intents.getLast().mergeCommit()));
        assertThat(repo.git("log", "-1", "--format=%P", BRANCH)).isEqualTo(foreign + " " + head);
    }

    @Test
    void aBranchThatIsDeletedOrMovedAwayIsPutBack() {
        merge.merge(item(1), slot, start, work("one.txt", "1"), intents::add);
        var tip = repo.id(BRANCH);
        repo.git("update-ref", "-d", BRANCH);
        merge.merge(item(2), slot, start, work("two.txt", "2"), intents::add);
        assertThat(notices).containsExactly(new SessionNotice.BranchRecreated(BRANCH, tip));
        repo.git("update-ref", BRANCH, start.hex());
        merge.merge(item(3), slot, start, work("three.txt", "3"), intents::add);
        assertThat(notices).hasSize(2);
        assertThat(firstParentMerges()).hasSize(3);
    }

    @Test
    void sixteenThreadsMakeExactlyOneMergeCommitPerItem() throws Exception {
        int items = 48;
        var heads = new ArrayList<ObjectId>();
        for (int i = 0; i < items; i++) {
            heads.add(work("file-" + i, "x"));
        }
        // Two runs of the program would each have a merge of their own: only compare-and-swap keeps them apart.
        var merges = List.of(newMerge(), newMerge(), newMerge(), newMerge());
        var jobs = new ArrayList<Callable<ItemMergeResult>>();
        for (int i = 0; i < items; i++) {
            int n = i;
            jobs.add(() -> merges.get(n % 4).merge(item(n + 1), slot, start, heads.get(n), _ -> {}));
        }
        try (var threads = Executors.newFixedThreadPool(16)) {
            for (var job : threads.invokeAll(jobs)) {
                assertThat(job.get()).isInstanceOf(ItemMergeResult.Merged.class);
            }
        }
        var merged = repo.git(
                "log",
                "--first-parent",
                "--merges",
                "--format=%(trailers:key=Prodigy-Item,valueonly,separator=%x2C)",
                BRANCH);
        assertThat(merged.lines().sorted().toList())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, items)
                        .mapToObj(n -> item(n).itemId())
                        .sorted()
                        .toList());
        assertThat(repo.git("ls-tree", "--name-only", BRANCH).lines().filter(name -> name.startsWith("file-")))
                .hasSize(items);
    }

    @Test
    void recoveryFindsWhatWasMergedAndIsNotDeceivedByAgents() {
        merge.merge(item(1), slot, start, work("one.txt", "1"), intents::add);
        TempRepo.sh(slot.root(), """
                git checkout -q --detach %s; git commit -q --allow-empty -m side; git checkout -q -b x %s
                git commit -q --allow-empty -m main
                git merge -q --no-ff -m 'Merge

                Prodigy-Run: run-1
                Prodigy-Item: item-003
                Prodigy-Attempt: 1' HEAD@{2}
                """.formatted(start, start));
        var head = TempRepo.headOf(slot.root());
        merge.merge(new ItemAttempt("run-1", "item-002", 4), slot, start, head, intents::add);
        var wanted = Set.of(
                item(1),
                new ItemAttempt("run-1", "item-002", 4),
                new ItemAttempt("run-1", "item-002", 3),
                item(3),
                new ItemAttempt("run-2", "item-001", 1));
        var found = MergedItems.among(site.repository(), start, repo.id(BRANCH), wanted);
        assertThat(found).containsOnlyKeys(item(1), new ItemAttempt("run-1", "item-002", 4));
        assertThat(found.get(item(1))).isEqualTo(intents.getFirst().mergeCommit());
        assertThat(MergedItems.among(site.repository(), start, repo.id(BRANCH), Set.of()))
                .isEmpty();
    }

    @Test
    void theUsersSettingsDoNotStandInTheWay() throws IOException {
        var head = work("ü", "x");
        repo.git("config", "commit.gpgSign", "true");
        repo.git("config", "gpg.program", "false");
        repo.git("config", "commit.template", "/nowhere/template");
        repo.git("config", "core.commentChar", "M");
        repo.git("config", "merge.ff", "only");
        repo.git("config", "log.showSignature", "true");
        repo.git("config", "i18n.commitEncoding", "ISO-8859-1");
        var hook = repo.root.resolve(".git/hooks/reference-transaction");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\nexit 1\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        assertThat(merge.merge(item(1), slot, start, head, intents::add)).isInstanceOf(ItemMergeResult.Merged.class);
        assertThat(MergedItems.among(site.repository(), start, repo.id(BRANCH), Set.of(item(1))))
                .hasSize(1);
    }

    @Test
    void aSha256RepositoryWorksTheSame() throws IOException {
        try (var other = TempRepo.create(Files.createDirectories(base.resolve("sha256")), "--object-format=sha256")) {
            var there = Worksite.of(other.open(), other.locks().resolve("w.lock"));
            var from = other.id("HEAD");
            other.git("update-ref", BRANCH, from.hex());
            var tree = there.registry().add(other.worktrees().resolve("slot-01"), from);
            TempRepo.gitIn(tree.root(), "checkout", "-q", "-f", from.hex());
            var head = TempRepo.commit(tree.root(), "x", "x");
            var result = new ItemMerge(
                            there.repository(),
                            new SessionBranch(there, "run-1"),
                            from,
                            notices::add,
                            UnaryOperator.identity())
                    .merge(item(1), tree, from, head, intents::add);
            assertThat(result).isEqualTo(new ItemMergeResult.Merged(other.id(BRANCH)));
            assertThat(other.id(BRANCH).hex()).hasSize(64);
        }
    }

    private List<String> firstParentMerges() {
        return repo.git("log", "--first-parent", "--merges", "--format=%H", start + ".." + BRANCH)
                .lines()
                .toList();
    }

    private ItemMerge newMerge() {
        return new ItemMerge(
                site.repository(), new SessionBranch(site, "run-1"), start, notices::add, UnaryOperator.identity());
    }

    private ObjectId work(String file, String content) {
        TempRepo.gitIn(slot.root(), "checkout", "-q", "-f", "--detach", start.hex());
        return TempRepo.commit(slot.root(), file, content);
    }

    private static ItemAttempt item(int number) {
        return new ItemAttempt("run-1", "item-%03d".formatted(number), 1);
    }
}
