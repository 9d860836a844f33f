package dev.prodigy.runtime.git.conflict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.conflict.ConflictResolution.Result;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.merge.ItemMergeResult;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.session.SessionBranch;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import dev.prodigy.runtime.git.worktree.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConflictResolutionTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private WorkTree slot;
    private ObjectId start;
    private ObjectId tip;
    private ObjectId head;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        start = repo.id("HEAD");
        slot = site.registry().add(repo.worktrees().resolve("slot-01"), start);
        tip = side("echo theirs > a.txt; printf 'T\\0' > bin; git rm -q sub/b.txt");
        head = side("echo ours > a.txt; printf 'O\\0' > bin; echo more >> sub/b.txt; echo own > own.txt");
        TempRepo.gitIn(slot.root(), "checkout", "-q", "-b", "item", head.hex());
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void theMergeIsInProgressWithMarkersInTheFiles() throws IOException {
        TempRepo.sh(slot.root(), "echo junk > junk; echo dirty >> own.txt; echo kept > kept.log");
        var resolution = ConflictResolution.begin(site.repository(), slot, tip);
        assertThat(resolution.files()).containsExactlyInAnyOrder("a.txt", "bin", "sub/b.txt");
        assertThat(slot.root().resolve("a.txt")).content().contains("<<<<<<<", "ours", "theirs");
        assertThat(slot.own("MERGE_HEAD")).hasContent(tip.hex());
        assertThat(slot.root().resolve("junk")).doesNotExist();
        assertThat(Files.readString(slot.root().resolve("own.txt"))).isEqualTo("own\n");
        assertThat(slot.root().resolve("kept.log")).exists();
    }

    /// Steps find the file where git has moved it; what is told of it afterwards is its name.
    @Test
    void aFileBesideAFolderOfItsNameIsToldOfByItsName() {
        tip = side("mkdir d; echo z > d/z");
        TempRepo.gitIn(
                slot.root(), "checkout", "-q", "--detach", side("echo f > d").hex());
        var resolution = ConflictResolution.begin(site.repository(), slot, tip);
        assertThat(resolution.files()).containsExactly("d~HEAD");
        assertThat(slot.root().resolve("d~HEAD")).hasContent("f");
        assertThat(resolution.finish()).isEqualTo(new Result.Unresolved(List.of("d")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo both > a.txt; printf 'B\\0' > bin; rm sub/b.txt",
                "echo both > a.txt; git add a.txt bin; git rm -q sub/b.txt",
                "echo both > a.txt; git add -A; git commit -q -m resolved",
                "git checkout -q --theirs a.txt bin; git rm -q sub/b.txt; git add -A"
            })
    void filesWithoutMarkersAreAResolution(String script) {
        var resolution = begin();
        TempRepo.sh(slot.root(), script);
        assertThat(resolution.finish()).isInstanceOfSatisfying(Result.Resolved.class, resolved -> {
            assertThat(resolved.head()).isEqualTo(TempRepo.headOf(slot.root()));
            assertThat(repo.git("log", "-1", "--format=%P", resolved.head().hex()))
                    .isEqualTo(head + " " + tip);
            assertThat(repo.git("show", resolved.head() + ":a.txt")).doesNotContain("<<<<");
        });
        assertThat(TempRepo.gitIn(slot.root(), "status", "--porcelain")).isEmpty();
    }

    @Test
    void whatAResolverChangesElsewhereBelongsToTheResolution() {
        var resolution = begin();
        TempRepo.sh(slot.root(), "echo both > a.txt; git add a.txt bin sub/b.txt; echo adapted > own.txt");
        assertThat(resolution.finish()).isInstanceOf(Result.Resolved.class);
        assertThat(TempRepo.gitIn(slot.root(), "show", "HEAD:own.txt")).isEqualTo("adapted");
    }

    @Test
    void markersAreNoResolutionNotEvenCommitted() {
        var left = begin();
        TempRepo.sh(slot.root(), "git add bin sub/b.txt");
        assertThat(left.finish()).isEqualTo(new Result.Unresolved(List.of("a.txt")));
        var committed = begin();
        TempRepo.sh(slot.root(), "git add -A; git commit -q -m 'with markers'");
        assertThat(committed.finish()).isEqualTo(new Result.Unresolved(List.of("a.txt")));
    }

    @Test
    void filesThatNeverHadMarkersMustBeAddedOrChanged() {
        var resolution = begin();
        TempRepo.sh(slot.root(), "echo both > a.txt");
        assertThat(resolution.finish())
                .isInstanceOfSatisfying(
                        Result.Unresolved.class,
                        unresolved -> assertThat(unresolved.files()).containsExactlyInAnyOrder("bin", "sub/b.txt"));
    }

    @Test
    void anAbortedMergeIsNoResolution() {
        var resolution = begin();
        TempRepo.gitIn(slot.root(), "merge", "--abort");
        assertThat(resolution.finish()).isEqualTo(new Result.Unresolved(List.of()));
    }

    @Test
    void hooksDoNotRunOnProdigysCommit() throws IOException {
        var hook = repo.root.resolve(".git/hooks/pre-merge-commit");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\nexit 1\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        repo.git("config", "commit.gpgSign", "true");
        repo.git("config", "gpg.program", "false");
        var resolution = begin();
        TempRepo.sh(slot.root(), "echo both > a.txt; git add -A");
        assertThat(resolution.finish()).isInstanceOf(Result.Resolved.class);
    }

    @Test
    void aTipThatNoLongerConflictsIsSimplyMerged() {
        var other = side("echo x > other.txt");
        TempRepo.gitIn(slot.root(), "checkout", "-q", "item");
        var resolution = ConflictResolution.begin(site.repository(), slot, other);
        assertThat(resolution.files()).isEmpty();
        assertThat(resolution.finish()).isInstanceOf(Result.Resolved.class);
    }

    /// What `worktree.setup` made is there for the steps, and no part of the merge; what the merge may touch gives way.
    @ParameterizedTest
    @ValueSource(
            strings = {"git add a.txt bin; git rm -q sub/b.txt; echo adapted > own.txt", "rm sub/b.txt; printf B > bin"
            })
    void whatEveryWorktreeGetsStays(String resolve) {
        tip = side("echo theirs > a.txt; printf 'T\\0' > bin; git rm -q sub/b.txt; echo theirs > new.txt");
        TempRepo.sh(
                slot.root(),
                "git checkout -q item; mkdir -p made; echo m > 'made/[x] '; echo m >> .gitignore; echo m > staged.txt;"
                        + " echo m > new.txt; echo m >> a.txt; echo m > changed.txt; git add staged.txt");
        ProvidedFiles.remember(site.repository().git(), slot);
        TempRepo.sh(
                slot.root(), "echo work > changed.txt; echo work > work.txt; echo work >> own.txt; git add own.txt");

        var resolution = ConflictResolution.begin(site.repository(), slot, tip);

        assertThat(resolution.files()).containsExactlyInAnyOrder("a.txt", "bin", "sub/b.txt");
        assertThat(slot.root().resolve("made/[x] ")).hasContent("m");
        assertThat(slot.root().resolve("staged.txt")).hasContent("m");
        assertThat(slot.root().resolve(".gitignore")).content().endsWith("m\n");
        assertThat(slot.root().resolve("new.txt")).hasContent("theirs");
        assertThat(slot.root().resolve("own.txt")).hasContent("own");
        assertThat(slot.root().resolve("changed.txt")).doesNotExist();
        assertThat(slot.root().resolve("work.txt")).doesNotExist();

        TempRepo.sh(slot.root(), "echo both > a.txt; " + resolve);
        assertThat(resolution.finish()).isInstanceOf(Result.Resolved.class);
        assertThat(TempRepo.gitIn(slot.root(), "ls-tree", "-r", "--name-only", "HEAD"))
                .contains("new.txt")
                .doesNotContain("made", "staged.txt");
        assertThat(TempRepo.gitIn(slot.root(), "diff", "--name-only", tip.hex(), "HEAD"))
                .contains("own.txt")
                .doesNotContain(".gitignore");
        assertThat(Status.ofWork(site.repository().git(), slot).entries()).isEmpty();
    }

    @Test
    void afterAResolutionTheItemMerges() {
        repo.git("update-ref", "refs/heads/prodigy/run-1", tip.hex());
        var merge = new ItemMerge(
                site.repository(), new SessionBranch(site, "run-1"), tip, _ -> {}, UnaryOperator.identity());
        var item = new ItemAttempt("run-1", "item-001", 1);
        var conflict = (ItemMergeResult.Conflict) merge.merge(item, slot, start, head, _ -> {});
        var resolution = ConflictResolution.begin(site.repository(), slot, conflict.tip());
        TempRepo.sh(slot.root(), "echo both > a.txt; git add -A");
        var resolved = (Result.Resolved) resolution.finish();
        assertThat(merge.merge(item, slot, start, resolved.head(), _ -> {})).isInstanceOf(ItemMergeResult.Merged.class);
        assertThat(repo.git("show", "prodigy/run-1:a.txt")).isEqualTo("both");
        assertThat(repo.git("log", "--first-parent", "--merges", "--format=%s", start + "..prodigy/run-1")
                        .lines())
                .hasSize(1);
    }

    private ConflictResolution begin() {
        TempRepo.gitIn(slot.root(), "reset", "-q", "--hard", head.hex());
        return ConflictResolution.begin(site.repository(), slot, tip);
    }

    private ObjectId side(String script) {
        TempRepo.gitIn(slot.root(), "checkout", "-q", "-f", "--detach", start.hex());
        TempRepo.sh(slot.root(), script + "; git add -A; git commit -q -m side");
        return TempRepo.headOf(slot.root());
    }
}
