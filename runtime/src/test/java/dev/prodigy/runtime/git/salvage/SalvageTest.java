package dev.prodigy.runtime.git.salvage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SalvageTest {
    private static final String REF = "refs/prodigy/salvage/run-1/item-001-1";

    @TempDir
    Path base;

    private TempRepo repo;
    private Repository repository;
    private Salvage salvage;
    private WorkTree tree;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        repository = repo.open();
        var site = Worksite.of(repository, repo.locks().resolve("worktrees.lock"));
        salvage = site.salvage();
        tree = site.registry().add(repo.worktrees().resolve("slot-01"), repo.id("HEAD"));
        TempRepo.gitIn(tree.root(), "checkout", "-q", "-f", "-b", "prodigy-items/run-1/item-001", "main");
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void aCleanWorktreeOnABranchNeedsNothing() {
        TempRepo.sh(tree.root(), "touch x.log");
        assertThat(save()).isInstanceOf(Saved.Nothing.class);
        assertThat(repository.refs().find(REF)).isEmpty();
    }

    @Test
    void changesAndUntrackedFilesAreSavedAndTheWorktreeStaysAsItIs() {
        TempRepo.sh(tree.root(), "echo more >> a.txt; mkdir new; echo n > 'new/odd \"name'; touch x.log; rm sub/b.txt");
        var before = status();
        assertThat(save()).isInstanceOfSatisfying(Saved.Kept.class, kept -> {
            assertThat(kept.ref()).isEqualTo(REF);
            assertThat(kept.paths()).containsExactlyInAnyOrder("a.txt", "new/odd \"name", "sub/b.txt");
        });
        assertThat(files(REF)).containsExactlyInAnyOrder(".gitignore", "a.txt", "new/odd \"name");
        assertThat(repo.git("show", REF + ":a.txt")).endsWith("more");
        assertThat(repo.id(REF + "^")).isEqualTo(repo.id("main"));
        assertThat(status()).isEqualTo(before);
    }

    @Test
    void stagedContentThatTheFileNoLongerHasIsSavedToo() {
        TempRepo.sh(tree.root(), "echo staged > a.txt; git add a.txt; echo later > a.txt");
        save();
        assertThat(repo.git("show", REF + ":a.txt")).isEqualTo("later");
        assertThat(repo.git("show", REF + "^2:a.txt")).isEqualTo("staged");
    }

    @Test
    void commitsThatNoBranchReachesAreSaved() {
        TempRepo.gitIn(tree.root(), "checkout", "-q", "--detach");
        var lost = TempRepo.commit(tree.root(), "c.txt", "c");
        assertThat(save()).isEqualTo(new Saved.Kept(REF, lost, List.of(), List.of(lost)));
        assertThat(repo.id(REF)).isEqualTo(lost);
    }

    @Test
    void aBranchThatIsAboutToGoKeepsNothing() {
        var head = TempRepo.commit(tree.root(), "c.txt", "c");
        assertThat(salvage.save(tree, status(), REF, Survivors.allBut("refs/heads/prodigy-items/run-1/item-002")))
                .isInstanceOf(Saved.Nothing.class);
        assertThat(salvage.save(tree, status(), REF, Survivors.allBut("refs/heads/prodigy-items/run-1/item-001")))
                .isEqualTo(new Saved.Kept(REF, head, List.of(), List.of(head)));
    }

    @Test
    void aSecondSaveKeepsTheFirst() {
        TempRepo.sh(tree.root(), "echo first > f.txt");
        save();
        var first = repo.id(REF);
        TempRepo.sh(tree.root(), "rm f.txt; echo second > g.txt");
        save();
        assertThat(files(REF)).contains("g.txt").doesNotContain("f.txt");
        assertThat(repository.objects().isAncestor(first, repo.id(REF))).isTrue();
    }

    /// An attempt's branch and its files may be saved at once, by whoever needs the branch and whoever
    /// needs the slot.
    @Test
    void whatIsSavedAtTheSameTimeIsAllKept() throws Exception {
        TempRepo.gitIn(tree.root(), "checkout", "-q", "--detach");
        TempRepo.sh(tree.root(), "echo u > u.txt");
        var commits = List.of(
                TempRepo.commit(repo.root, "c1.txt", "1"),
                TempRepo.commit(repo.root, "c2.txt", "2"),
                TempRepo.commit(repo.root, "c3.txt", "3"));
        repo.git("reset", "-q", "--hard", "HEAD~3");
        var status = status();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var saves = new ArrayList<Future<Saved>>();
            saves.add(threads.submit(() -> salvage.save(tree, status, REF, Survivors.ALL)));
            commits.forEach(commit -> saves.add(threads.submit(() -> salvage.saveCommit(commit, REF, Survivors.ALL))));
            for (var save : saves) {
                assertThat(save.get()).isNotInstanceOf(Saved.Retired.class);
            }
        }

        assertThat(repo.git("log", "--format=", "--name-only", "-m", REF).lines())
                .contains("u.txt", "c1.txt", "c2.txt", "c3.txt");
    }

    @Test
    void anUnfinishedMergeIsSavedWithItsMarkers() {
        TempRepo.sh(tree.root(), """
                echo ours > a.txt; git commit -qam ours
                git checkout -q -b theirs main; echo theirs > a.txt; git commit -qam theirs
                git merge -q prodigy-items/run-1/item-001 || true
                """);
        assertThat(save()).isInstanceOf(Saved.Kept.class);
        assertThat(repo.git("show", REF + ":a.txt")).contains("<<<<<<<").contains("ours");
    }

    @Test
    void hooksSigningAndLineEndingRulesDoNotStandInTheWay() throws IOException {
        repo.git("config", "commit.gpgSign", "true");
        repo.git("config", "gpg.program", "false");
        repo.git("config", "core.autocrlf", "true");
        repo.git("config", "core.safecrlf", "true");
        for (var name : new String[] {"pre-commit", "reference-transaction", "post-checkout"}) {
            var hook = repo.root.resolve(".git/hooks/" + name);
            Files.createDirectories(hook.getParent());
            Files.writeString(hook, "#!/bin/sh\nexit 1\n");
            assertThat(hook.toFile().setExecutable(true)).isTrue();
        }
        TempRepo.write(tree.root(), "new.txt", "unix\nand\r\ndos\n");
        assertThat(save()).isInstanceOf(Saved.Kept.class);
    }

    @Test
    void aDamagedIndexDoesNotStandInTheWay() throws IOException {
        TempRepo.sh(tree.root(), "echo more >> a.txt; echo n > n.txt");
        var status = status();
        Files.writeString(tree.own("index"), "garbage");
        assertThat(salvage.save(tree, status, REF, Survivors.ALL)).isInstanceOf(Saved.Kept.class);
        assertThat(files(REF)).contains("a.txt", "n.txt", "sub/b.txt");
    }

    @Test
    void whatIsTooLargeIsMovedAsideWithItsDirectory() {
        TempRepo.sh(tree.root(), "truncate -s 257M large.bin; echo small > small.txt");
        var saved = save();
        assertThat(saved).isInstanceOfSatisfying(Saved.Retired.class, retired -> {
            assertThat(retired.reason()).contains("269484038 bytes");
            assertThat(retired.where().root()).isEqualTo(repo.worktrees().resolve("retired-run-1-item-001-1"));
            assertThat(retired.where().root().resolve("large.bin")).exists();
            assertThat(WorktreeLink.isIntact(retired.where(), repository.commonDir()))
                    .isTrue();
            var status = Status.of(repository.git(), retired.where());
            assertThat(status.branch()).isNull();
            assertThat(status.paths()).containsExactlyInAnyOrder("large.bin", "small.txt");
        });
        assertThat(saved.isInPlace()).isFalse();
        assertThat(tree.root()).doesNotExist();
        assertThat(repository.refs().find(REF)).isEmpty();
    }

    @Test
    void aNestedRepositoryIsMovedAside() {
        TempRepo.sh(tree.root(), "git init -q inner; touch inner/x");
        assertThat(save())
                .isInstanceOfSatisfying(
                        Saved.Retired.class,
                        retired -> assertThat(retired.reason()).contains("inner/"));
    }

    @Test
    void aRepositoryThatWasCommittedByNameAloneIsMovedAside() {
        TempRepo.sh(tree.root(), "git init -q in; cd in; echo work > w; git add w");
        TempRepo.gitIn(tree.root().resolve("in"), "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "In");
        TempRepo.sh(tree.root(), "git add in; git commit -qm Outer");
        var status = Status.ofAll(repository.git(), tree);
        assertThat(status.isClean()).isTrue();
        assertThat(salvage.save(tree, status, REF, Survivors.ALL))
                .isInstanceOfSatisfying(Saved.Retired.class, retired -> {
                    assertThat(retired.reason()).startsWith("in is a repository of its own");
                    assertThat(retired.where().root().resolve("in/w")).hasContent("work\n");
                });
    }

    @Test
    void aSubmoduleIsNotTakenForOne() {
        TempRepo.sh(tree.root(), "git init -q in; cd in; echo work > w; git add w");
        TempRepo.gitIn(tree.root().resolve("in"), "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "In");
        TempRepo.sh(tree.root(), "git -c advice.addEmbeddedRepo=false submodule -q add ./in in; git commit -qm Outer");
        var status = Status.ofAll(repository.git(), tree);
        assertThat(status.embedded()).isEmpty();
        assertThat(salvage.save(tree, status, REF, Survivors.ALL)).isInstanceOf(Saved.Nothing.class);
    }

    @Test
    void twoRetiredDirectoriesOfOneNameStandBesideEachOther() throws IOException {
        Files.createDirectories(repo.worktrees().resolve("retired-run-1-item-001-1"));
        TempRepo.sh(tree.root(), "git init -q inner; touch inner/x");
        assertThat(save())
                .isInstanceOfSatisfying(
                        Saved.Retired.class,
                        retired -> assertThat(retired.where().root())
                                .isEqualTo(repo.worktrees().resolve("retired-run-1-item-001-1.2")));
    }

    @Test
    void inPlaceMeansThatNothingMoves() {
        TempRepo.sh(tree.root(), "git init -q inner; touch inner/x");
        assertThatThrownBy(() -> salvage.saveInPlace(tree, status(), REF, Survivors.ALL))
                .isInstanceOf(GitFailure.class)
                .hasMessageContaining("inner/");
        assertThat(tree.root().resolve("inner/x")).exists();
    }

    @Test
    void aDirectoryThatIsNoWorktreeIsSavedWithoutIgnoredFiles() {
        TempRepo.sh(repo.home, "mkdir stray; cd stray; echo x > x.txt; echo y > y.log; echo '*.log' > .gitignore");
        assertThat(salvage.saveDirectory(repo.home.resolve("stray"), REF)).isInstanceOf(Saved.Kept.class);
        assertThat(files(REF)).containsExactlyInAnyOrder(".gitignore", "x.txt");
        assertThat(Status.of(repository.git(), repository.checkout()).isClean()).isTrue();
    }

    /// Of a repository a commit would hold the name of another commit alone.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDirectoryWithARepositoryInItIsNotSaved(boolean rehearsed) {
        TempRepo.sh(repo.home, "mkdir stray; cd stray; git init -q deep/inner; echo x > deep/inner/x.txt");
        var used = rehearsed ? salvage.rehearsal() : salvage;

        assertThatExceptionOfType(GitFailure.class)
                .isThrownBy(() -> used.saveDirectory(repo.home.resolve("stray"), REF))
                .withMessageEndingWith("inner is a repository of its own");
        assertThat(repository.refs().find(REF)).isEmpty();
    }

    @Test
    void freeNamesCountFromOne() {
        assertThat(salvage.freeName("refs/prodigy/salvage/run-1/session-")).endsWith("session-1");
        repo.git("update-ref", "refs/prodigy/salvage/run-1/session-1", "HEAD");
        assertThat(salvage.freeName("refs/prodigy/salvage/run-1/session-")).endsWith("session-2");
    }

    @Test
    void nothingIsLeftInTheScratchDirectory() throws IOException {
        TempRepo.sh(tree.root(), "echo more >> a.txt");
        save();
        repository.close();
        try (var files = Files.list(repo.tmp())) {
            assertThat(files).isEmpty();
        }
    }

    private Saved save() {
        return salvage.save(tree, status(), REF, Survivors.ALL);
    }

    private Status status() {
        return Status.of(repository.git(), tree);
    }

    private List<String> files(String commit) {
        var listed = repo.git("ls-tree", "-r", "-z", "--name-only", commit);
        return List.of(listed.split("\0"));
    }

    @Test
    void theCommitIsTheUsers() {
        TempRepo.sh(tree.root(), "echo more >> a.txt");
        save();
        assertThat(repo.git("log", "-1", "--format=%an <%ae>", REF)).isEqualTo("Ada <ada@example.org>");
    }
}
