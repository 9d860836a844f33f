package dev.prodigy.runtime.git.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitProgram;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.conflict.ConflictResolution;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.time.Waiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TargetMergeTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private ObjectId start;
    private ObjectId tip;
    private Path session;
    private final List<TargetMergeIntent> intents = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        start = repo.id("HEAD");
        session = repo.worktrees().resolve("run-1");
        repo.git("worktree", "add", "-q", "-b", "prodigy/run-1", session.toString());
        tip = TempRepo.commit(session, "a.txt", "one\ntwo\nthree\nfour\n");
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void aCleanCheckoutIsMergedIntoThere() {
        repo.write("untracked.txt", "stays");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Merged.class, merged -> {
            assertThat(merged.checkout()).isEqualTo(repo.root);
            assertThat(merged.before()).isEqualTo(start);
            assertThat(merged.commit()).isEqualTo(repo.id("main"));
        });
        assertThat(repo.root.resolve("a.txt")).content().endsWith("four\n");
        assertThat(repo.git("log", "-1", "--format=%P %B"))
                .isEqualTo(start + " " + tip + " Merge prodigy/run-1 into main\n\nProdigy-Run: run-1");
        assertThat(repo.git("status", "--porcelain")).isEqualTo("?? untracked.txt");
        assertThat(intents).containsExactly(new TargetMergeIntent(tip, "main", start, null));
        repo.git("revert", "-m", "1", "--no-edit", "HEAD");
        assertThat(repo.git("diff", start.hex(), "HEAD")).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            an ignored file             | echo run > x.log                     | echo mine > x.log            | x.log
            an ignored folder           | echo run > build                     | mkdir build; echo 1 > build/x | build/x
            a file where a folder comes | mkdir x.log; echo run > x.log/y      | echo mine > x.log            | x.log
            a file in a folder that goes| git rm -q -r sub; echo run > sub     | echo mine > sub/x.log        | sub/x.log
            a link                      | mkdir x.log; echo run > x.log/y      | ln -s a.txt x.log            | x.log
            an untracked file           | echo run > new                       | echo mine > new              | new
            """)
    void noFileThatGitDoesNotTrackIsOverwritten(String name, String run, String mine, String inTheWay) {
        TempRepo.sh(session, run + "; git add -A -f; git commit -q -m run");
        TempRepo.sh(repo.root, mine);
        var files = "ls -R; cat a.txt " + inTheWay;
        var before = TempRepo.sh(repo.root, files);
        tip = TempRepo.headOf(session);
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Refused.class, refused -> {
            assertThat(refused.reason()).contains("overwritten", inTheWay);
            assertThat(refused.checkout()).isEqualTo(repo.root);
        });
        assertThat(TempRepo.sh(repo.root, files)).isEqualTo(before);
        assertThat(intents).isEmpty();
        TempRepo.sh(repo.root, "git clean -q -ffdx");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void ignoredFilesBesideTheMergeStay() {
        TempRepo.sh(
                session,
                "mkdir build; echo run > build/run.txt; git rm -q sub/b.txt; git add -A -f; git commit -q -m run");
        TempRepo.sh(repo.root, "mkdir build; echo mine > build/mine.txt; echo mine > sub/x.log");
        tip = TempRepo.headOf(session);
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(TempRepo.sh(repo.root, "cat build/mine.txt build/run.txt sub/x.log"))
                .isEqualTo("mine\nrun\nmine");
    }

    @Test
    void mergingIsExactlyOnce() {
        merge("main");
        var after = repo.id("main");
        assertThat(merge("main")).isEqualTo(new TargetMergeResult.AlreadyContained(after));
        assertThat(target("main").isContained(tip)).isTrue();
        assertThat(repo.id("main")).isEqualTo(after);
    }

    @Test
    void aTargetCheckedOutNowhereIsMovedWithoutTouchingACheckout() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        repo.write("a.txt", "dirty\n");
        String before = repo.git("status", "--porcelain=v2", "--branch");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Merged.class, merged -> {
            assertThat(merged.checkout()).isNull();
            assertThat(intents).containsExactly(new TargetMergeIntent(tip, "main", start, merged.commit()));
        });
        assertThat(repo.git("status", "--porcelain=v2", "--branch")).isEqualTo(before);
        assertThat(repo.git("show", "main:a.txt")).endsWith("four");
        assertThat(repo.git("log", "-1", "--format=%P", "main")).isEqualTo(start + " " + tip);
    }

    @Test
    void aTargetInAnotherWorktreeIsMergedThere() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        var linked = repo.root.resolveSibling("linked");
        repo.git("worktree", "add", "-q", linked.toString(), "main");
        assertThat(merge("main"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Merged.class,
                        merged -> assertThat(merged.checkout()).isEqualTo(linked));
        assertThat(linked.resolve("a.txt")).content().endsWith("four\n");
    }

    @Test
    void aTargetInAWorktreeWhoseDirectoryIsGoneIsCheckedOutNowhere() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        var linked = repo.root.resolveSibling("linked");
        repo.git("worktree", "add", "-q", linked.toString(), "main");
        TempRepo.sh(base, "rm -r '" + linked + "'");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void aTargetInALockedWorktreeThatIsAwayIsRefused() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        var linked = repo.root.resolveSibling("linked");
        repo.git("worktree", "add", "-q", linked.toString(), "main");
        repo.git("worktree", "lock", "--reason", "on a stick", linked.toString());
        TempRepo.sh(base, "mv '" + linked + "' '" + linked + "-away'");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Refused.class, refused -> {
            assertThat(refused.checkout()).isEqualTo(linked);
            assertThat(refused.reason()).contains("git worktree unlock " + linked);
        });
        assertThat(repo.id("main")).isEqualTo(start);
        repo.git("worktree", "unlock", linked.toString());
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void aSymbolicTargetIsTheBranchItStandsFor() {
        repo.git("symbolic-ref", "refs/heads/stable", "refs/heads/main");
        assertThat(merge("stable"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Merged.class,
                        merged -> assertThat(merged.checkout()).isEqualTo(repo.root));
        assertThat(repo.root.resolve("a.txt")).content().endsWith("four\n");
        assertThat(repo.git("status", "--porcelain")).isEmpty();
        assertThat(repo.id("main")).isEqualTo(repo.id("stable"));
    }

    @Test
    void aTagOfTheSameNameIsNotTheTarget() {
        repo.git("tag", "main");
        assertThat(site.repository().branch()).contains("main");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.id("refs/tags/main")).isEqualTo(start);
        assertThat(repo.git("log", "-1", "--format=%P", "refs/heads/main")).isEqualTo(start + " " + tip);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo dirty >> sub/b.txt                                    | 1 tracked file has changes: sub/b.txt
            echo staged > s.txt; git add s.txt                         | 1 tracked file has changes: s.txt; commit or stash it first
            rm sub/b.txt                                               | 1 tracked file has changes: sub/b.txt
            touch .git/MERGE_HEAD                                      | unfinished there: merge
            touch .git/index.lock                                      | unfinished there: index lock
            mkdir .git/rebase-merge                                    | unfinished there: rebase
            git checkout -q --detach; mkdir .git/rebase-merge; echo refs/heads/main > .git/rebase-merge/head-name | rebase or bisect
            git bisect start; git checkout -q --detach                 | rebase or bisect
            git worktree add -q -f ../second main                      | checked out in 2 worktrees
            """)
    void aBusyTargetIsRefusedAndNothingIsTouched(String script, String reason) {
        TempRepo.sh(repo.root, "{ " + script + "; } >/dev/null 2>&1");
        String before = TempRepo.sh(repo.root, "git --no-optional-locks status --porcelain=v2; ls .git");
        assertThat(merge("main"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Refused.class,
                        refused -> assertThat(refused.reason()).contains(reason));
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(TempRepo.sh(repo.root, "git --no-optional-locks status --porcelain=v2; ls .git"))
                .isEqualTo(before);
        assertThat(intents).isEmpty();
    }

    @Test
    void aTargetThatIsGoneIsRefused() {
        assertThat(merge("no-such-branch"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Refused.class,
                        refused -> assertThat(refused.reason()).contains("no-such-branch"));
    }

    @Test
    void aDirtyCheckoutOfAnotherBranchIsNoReasonToRefuse() {
        repo.git("branch", "release");
        repo.write("a.txt", "dirty\n");
        assertThat(merge("release")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.root.resolve("a.txt")).hasContent("dirty");
    }

    @Test
    void aConflictIsFoundBeforeAnythingIsTouched() {
        var target = TempRepo.commit(repo.root, "a.txt", "other\n");
        assertThat(target("main").preview(tip)).contains(new TargetMergeResult.Conflict(target, List.of("a.txt")));
        assertThat(merge("main")).isEqualTo(new TargetMergeResult.Conflict(target, List.of("a.txt")));
        assertThat(repo.id("main")).isEqualTo(target);
        assertThat(repo.git("status", "--porcelain")).isEmpty();
        assertThat(intents).isEmpty();
    }

    @Test
    void aConflictResolvedInTheSessionWorktreeMerges() {
        var target = TempRepo.commit(repo.root, "a.txt", "other\n");
        var tree = WorktreeLink.at(session).orElseThrow();
        var resolution = ConflictResolution.begin(site.repository(), tree, target);
        TempRepo.sh(session, "echo both > a.txt");
        var resolved = (ConflictResolution.Result.Resolved) resolution.finish();
        tip = resolved.head();
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.root.resolve("a.txt")).hasContent("both");
    }

    @ParameterizedTest
    @CsvSource({"pre-merge-commit", "commit-msg", "prepare-commit-msg"})
    void aRefusingHookLeavesTheCheckoutAsItWas(String hook) throws IOException {
        hook(hook, "echo 'the hook says no' >&2; exit 1");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Failed.class, failed -> {
            assertThat(failed.evidence()).contains("the hook says no");
            assertThat(failed.checkout()).isEqualTo(repo.root);
        });
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        Files.delete(repo.root.resolve(".git/hooks/" + hook));
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo hook >> a.txt
            echo hook >> a.txt; echo new > new.txt; git add new.txt; echo more >> new.txt
            """)
    void whatAFailingHookChangedIsSavedAndGivesWay(String script) throws IOException {
        hook("pre-merge-commit", script + "; echo 'formatted' >&2; exit 1");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Failed.class, failed -> {
            assertThat(failed.evidence()).contains("formatted");
            assertThat(failed.explained("main")).contains("refs/prodigy/salvage/run-1/merge-1", "formatted");
        });
        assertThat(repo.git("show", "refs/prodigy/salvage/run-1/merge-1:a.txt")).endsWith("four\nhook");
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        Files.delete(repo.root.resolve(".git/hooks/pre-merge-commit"));
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @ParameterizedTest
    @CsvSource({"assume-unchanged", "skip-worktree"})
    void whatTheUserHidFromGitIsNotOverwritten(String option) {
        repo.git("update-index", "--" + option, "a.txt", "sub/b.txt");
        repo.write("sub/b.txt", "beside the merge");
        repo.write("a.txt", "mine\n");
        assertThat(merge("main"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Refused.class,
                        refused -> assertThat(refused.explained())
                                .contains("git -C " + repo.root + " update-index --no-" + option + " a.txt`"));
        assertThat(repo.root.resolve("a.txt")).hasContent("mine");
        assertThat(intents).isEmpty();
        TempRepo.sh(repo.root, "git show HEAD:a.txt > a.txt; touch -d '1 hour ago' a.txt");
        assertThat(merge("main")).as("git would refuse").isInstanceOf(TargetMergeResult.Refused.class);
        repo.git("update-index", "--no-" + option, "a.txt");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.root.resolve("sub/b.txt")).hasContent("beside the merge");
    }

    @ParameterizedTest
    @CsvSource({"branch.main.mergeOptions,-s ours", "pull.twohead,ours"})
    void aStrategyOfTheBranchDoesNotDropTheRunsChanges(String setting, String value) {
        repo.git("config", setting, value);
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.git("diff", tip.hex(), "HEAD")).isEmpty();
    }

    @Test
    void aDiskThatCannotTakeTheFilesIsTheMachinesFault() throws IOException {
        hook("pre-merge-commit", "echo 'error: unable to write file a.txt' >&2; exit 1");
        assertThatThrownBy(() -> merge("main"))
                .isInstanceOf(StorageFailure.class)
                .hasMessageContaining("unable to write file a.txt");
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
    }

    @Test
    void signingThatFailsFailsTheMergeAndLeavesTheCheckoutAsItWas() {
        repo.git("config", "commit.gpgSign", "true");
        repo.git("config", "gpg.program", "false");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Failed.class);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.id("main")).isEqualTo(start);
    }

    @Test
    void aGitThatIsKilledAfterItMovedTheBranchLeavesNoMergeUnderWay() throws IOException {
        hook("post-merge", "kill -9 $PPID");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
    }

    @Test
    void aMergeThatIsInTheTargetIsNoLongerUnderWay() {
        merge("main");
        repo.write(".git/MERGE_HEAD", tip + "\n");
        target("main").tidyUp(start);
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).exists();
        target("main").tidyUp(tip);
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
    }

    @Test
    void aMergeThatIsKilledSaysSoAndLeavesTheCheckoutAsItWas() throws IOException {
        hook("pre-merge-commit", "kill -9 $PPID");
        assertThat(merge("main"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Failed.class,
                        failed -> assertThat(failed.explained("main")).endsWith("taken back: killed by signal 9"));
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        Files.delete(repo.root.resolve(".git/hooks/pre-merge-commit"));
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void hooksSeeTheVariablesTheyAreGiven() throws IOException {
        hook("post-merge", "echo \"$PRODIGY_MARKER\" > '" + base.resolve("seen") + "'");
        assertThat(target("main").merge(tip, new Known(Map.of("PRODIGY_MARKER", "m-1"), () -> {}), intents::add))
                .isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(base.resolve("seen")).hasContent("m-1");
    }

    @Test
    void aSlowHookIsInterruptedAndTheMergeAborted() throws Exception {
        var began = base.resolve("began");
        hook("pre-merge-commit", "touch '" + began + "'; exec sleep 60");
        var result = new CompletableFuture<TargetMergeResult>();
        var thread = Thread.ofPlatform().start(() -> result.complete(merge("main")));
        while (!Files.exists(began)) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        assertThat(result.get(10, TimeUnit.SECONDS)).isInstanceOf(TargetMergeResult.Interrupted.class);
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        assertThat(repo.root.resolve(".git/index.lock")).doesNotExist();
    }

    @Test
    void mergesOfOneRepositoryTakeTurns() {
        var waited = new ArrayList<Object>();
        var lock = OsLock.acquire(mergeLock());
        waitingWith(pause -> {
            waited.add(pause);
            lock.close();
        });
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(waited).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTargetWithAForeignHistoryIsRefusedWithAWayThatLeadsOn(boolean checkedOut) {
        repo.git("checkout", "-q", "--orphan", "new");
        repo.git("rm", "-q", "-r", "-f", ".");
        TempRepo.commit(repo.root, "new.txt", "new");
        repo.git("branch", "-q", "-f", "main", "new");
        if (checkedOut) {
            repo.git("checkout", "-q", "main");
        }
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Refused.class, refused -> {
            assertThat(refused.reason()).contains("nothing in common").doesNotContain("merge-tree");
            TempRepo.sh(repo.root, GoneTarget.wayOut(refused.explained()));
        });
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.AlreadyContained.class);
    }

    @Test
    void aHookOfAMergeDoesNotWaitForThatMerge() throws IOException {
        hook("post-merge", "echo \"$PRODIGY_MERGE_TURN\" > '" + base.resolve("seen") + "'");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        var variables = Map.of(
                "PRODIGY_MERGE_TURN", Files.readString(base.resolve("seen")).strip());
        site = Worksite.of(repo.openWith(variables), repo.locks().resolve("worktrees.lock"));
        tip = TempRepo.commit(session, "b.txt", "more");
        try (var _ = OsLock.acquire(mergeLock())) {
            assertThat(merge("main"))
                    .isInstanceOfSatisfying(
                            TargetMergeResult.Refused.class,
                            refused -> assertThat(refused.reason()).contains("prodigy worktree merge run-1"));
        }
        assertThat(merge("main")).as("once it is over").isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void waitingForATurnCanBeInterrupted() {
        waitingWith(_ -> {
            throw new InterruptedException();
        });
        try (var _ = OsLock.acquire(mergeLock())) {
            assertThat(merge("main")).isInstanceOf(TargetMergeResult.Interrupted.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private void waitingWith(Waiter waiter) {
        var repository = repo.open(repo.root, new GitProgram(repo.tmp()), waiter);
        site = Worksite.of(repository, repo.locks().resolve("worktrees.lock"));
    }

    @Test
    void aTargetThatMovesMeanwhileIsMergedAnew() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        var moved = TempRepo.commit(repo.root, "moved.txt", "x");
        var result = target("main").merge(tip, Known.NONE, intent -> {
            intents.add(intent);
            if (intents.size() == 1) {
                repo.git("update-ref", "refs/heads/main", moved.hex());
            }
        });
        assertThat(result).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(intents).hasSize(2);
        assertThat(repo.git("log", "-1", "--format=%P", "main")).isEqualTo(moved + " " + tip);
    }

    @Test
    void settingsForMergesDoNotChangeWhatIsMade() {
        repo.git("config", "merge.ff", "only");
        repo.git("config", "merge.autoStash", "true");
        repo.git("config", "merge.log", "true");
        repo.git("config", "branch.main.mergeOptions", "--squash");
        repo.git("config", "commit.template", "/nowhere");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.git("log", "-1", "--format=%P")).isEqualTo(start + " " + tip);
        assertThat(repo.git("log", "-1", "--format=%(trailers:key=Prodigy-Run,valueonly)"))
                .isEqualTo("run-1");
    }

    private TargetMergeResult merge(String target) {
        return target(target).merge(tip, Known.NONE, intents::add);
    }

    private TargetMerge target(String name) {
        return new TargetMerge(site, mergeLock(), "run-1", name);
    }

    private Path mergeLock() {
        return repo.locks().resolve("merge.lock");
    }

    private void hook(String name, String script) throws IOException {
        var file = repo.root.resolve(".git/hooks/" + name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
