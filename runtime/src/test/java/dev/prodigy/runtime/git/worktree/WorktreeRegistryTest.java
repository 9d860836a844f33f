package dev.prodigy.runtime.git.worktree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WorktreeRegistryTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Repository repository;
    private WorktreeRegistry registry;
    private ObjectId head;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        repository = repo.open();
        registry = new WorktreeRegistry(repository, repo.locks().resolve("worktrees.lock"));
        head = repo.id("HEAD");
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void whatWasMovedWithItsFolderIsAWorktreeThere() throws IOException {
        registry.add(repo.worktrees().resolve("slot-01"), head);
        var elsewhere = Files.move(repo.worktrees(), base.resolve("elsewhere"));
        var tree = WorktreeLink.at(elsewhere.resolve("slot-01")).orElseThrow();
        assertThat(WorktreeLink.isIntact(tree, repository.commonDir())).isFalse();

        registry.takeInMoved(elsewhere);

        assertThat(WorktreeLink.isIntact(tree, repository.commonDir())).isTrue();
        assertThat(registry.list()).extracting(Registration::path).contains(tree.root());
    }

    /// What it was copied from is still the worktree.
    @Test
    void whatWasCopiedIsNoWorktree() throws IOException {
        var tree = registry.add(repo.worktrees().resolve("slot-01"), head);
        var copy = base.resolve("elsewhere/slot-01");
        Files.createDirectories(copy);
        Files.copy(tree.root().resolve(".git"), copy.resolve(".git"));

        registry.takeInMoved(base.resolve("elsewhere"));

        assertThat(WorktreeLink.isIntact(tree, repository.commonDir())).isTrue();
    }

    @Test
    void nothingIsTakenInWhereThereIsNoFolder() {
        registry.takeInMoved(base.resolve("nowhere"));
        assertThat(registry.list()).hasSize(1);
    }

    @Test
    void aWorktreeIsMadeWithoutFilesAndRemoved() {
        var tree = registry.add(repo.worktrees().resolve("slot-01"), head);
        assertThat(tree.root()).isDirectory();
        assertThat(tree.root().resolve("a.txt")).doesNotExist();
        assertThat(WorktreeLink.isIntact(tree, repository.commonDir())).isTrue();
        assertThat(registry.list()).extracting(Registration::path).containsExactly(repo.root, tree.root());
        registry.remove(tree.root());
        assertThat(tree.root()).doesNotExist();
        assertThat(tree.gitDir()).doesNotExist();
    }

    @Test
    void theSameNameElsewhereDoesNotDisturb() {
        var one = registry.add(repo.worktrees().resolve("slot-01"), head);
        var two = registry.add(repo.home.resolve("worktrees/elsewhere/slot-01"), head);
        assertThat(one.gitDir()).isNotEqualTo(two.gitDir());
        registry.remove(one.root());
        assertThat(WorktreeLink.isIntact(two, repository.commonDir())).isTrue();
    }

    @Test
    void damageDoesNotKeepAWorktreeFromBeingRemoved() throws IOException {
        var noLink = registry.add(repo.worktrees().resolve("slot-01"), head);
        var noDirectory = registry.add(repo.worktrees().resolve("slot-02"), head);
        var ownRepository = registry.add(repo.worktrees().resolve("slot-03"), head);
        var noRegistration = registry.add(repo.worktrees().resolve("slot-04"), head);
        Files.delete(noLink.root().resolve(".git"));
        DirectoryTree.delete(noDirectory.root());
        TempRepo.sh(ownRepository.root(), "rm .git; git init -q; touch x");
        DirectoryTree.delete(noRegistration.gitDir());
        for (var tree : List.of(noLink, noDirectory, ownRepository, noRegistration)) {
            assertThat(WorktreeLink.isIntact(tree, repository.commonDir())).isFalse();
            registry.remove(tree.root());
            assertThat(tree.root()).doesNotExist();
            assertThat(tree.gitDir()).doesNotExist();
        }
        assertThat(registry.list()).hasSize(1);
    }

    @Test
    void anothersRegistrationIsLeftAlone() throws IOException {
        var users = repo.root.resolveSibling("users");
        repo.git("worktree", "add", "-q", "--detach", users.toString());
        DirectoryTree.delete(users);
        var ours = registry.add(repo.worktrees().resolve("slot-01"), head);
        registry.remove(ours.root());
        assertThat(registry.list()).extracting(Registration::path).contains(users);
    }

    @Test
    void aMovedWorktreeStaysRegistered() {
        var tree = registry.add(repo.worktrees().resolve("slot-01"), head);
        var moved = registry.move(tree, repo.worktrees().resolve("retired"));
        assertThat(tree.root()).doesNotExist();
        assertThat(WorktreeLink.isIntact(moved, repository.commonDir())).isTrue();
        assertThat(registry.list()).extracting(Registration::path).containsExactly(repo.root, moved.root());
        var next = registry.add(tree.root(), head);
        assertThat(WorktreeLink.isIntact(next, repository.commonDir())).isTrue();
        assertThat(WorktreeLink.isIntact(moved, repository.commonDir())).isTrue();
    }

    @Test
    void theSubmodulesOfAMovedWorktreeAreWhereTheirFilesAre() {
        var library = base.resolve("library");
        repo.git("clone", "-q", repo.root.toString(), library.toString());
        repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library.toString(), "a/lib");
        repo.git("commit", "-qm", "submodule");
        var tree = registry.add(repo.worktrees().resolve("slot-01"), repo.id("HEAD"));
        TempRepo.gitIn(tree.root(), "reset", "-q", "--hard");
        TempRepo.gitIn(tree.root(), "-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init");

        var moved = registry.move(tree, repo.worktrees().resolve("retired"));

        assertThat(Status.ofAll(repository.git(), moved).isClean()).isTrue();
        assertThat(TempRepo.gitIn(moved.root().resolve("a/lib"), "rev-parse", "--show-toplevel"))
                .endsWith("/retired/a/lib");
    }

    @Test
    void aForgedLinkIsNotIntact() throws IOException {
        var one = registry.add(repo.worktrees().resolve("slot-01"), head);
        var two = registry.add(repo.worktrees().resolve("slot-02"), head);
        Files.writeString(one.root().resolve(".git"), "gitdir: " + two.gitDir() + "\n");
        assertThat(WorktreeLink.isIntact(one, repository.commonDir())).isFalse();
        var forged = WorktreeLink.at(one.root()).orElseThrow();
        assertThat(WorktreeLink.isIntact(forged, repository.commonDir())).isFalse();
    }

    @Test
    void sixtyFourAtOnceBesideAForeignLoopAllSucceed() throws Exception {
        var stop = new AtomicBoolean();
        var foreign = Thread.ofPlatform().start(() -> {
            for (int i = 0; !stop.get(); i++) {
                TempRepo.sh(
                        repo.root,
                        "git worktree add -q --no-checkout --detach ../foreign-%d HEAD 2>/dev/null || true"
                                .formatted(i));
            }
        });
        var jobs = new ArrayList<Callable<WorkTree>>();
        for (int i = 1; i <= 64; i++) {
            var root = repo.worktrees().resolve("slot-" + i);
            jobs.add(() -> registry.add(root, head));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<WorkTree> made : threads.invokeAll(jobs)) {
                assertThat(WorktreeLink.isIntact(made.get(), repository.commonDir()))
                        .isTrue();
            }
        } finally {
            stop.set(true);
            foreign.join();
        }
    }

    /// Only the place decides whose fault it is (spec 02 §2.2).
    @Test
    void aFolderOfWorktreesThatCannotBeUsedIsAFaultOfTheStorage() throws IOException {
        var root = Files.createFile(repo.worktrees().getParent().resolveSibling("file"))
                .resolve("slot-01");
        assertThatThrownBy(() -> registry.add(root, head)).isInstanceOf(StorageFailure.class);
    }

    @Test
    void aRepositoryThatCannotBeUsedIsAFailureOfGit() throws IOException {
        Files.createFile(repository.commonDir().resolve("worktrees"));
        assertThatThrownBy(() -> registry.add(repo.worktrees().resolve("slot-01"), head))
                .isInstanceOf(GitFailure.class);
    }
}
