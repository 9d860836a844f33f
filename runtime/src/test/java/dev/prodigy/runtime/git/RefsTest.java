package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RefsTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Repository repository;
    private ObjectId first;
    private ObjectId second;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        first = repo.id("HEAD");
        second = TempRepo.commit(repo.root, "c.txt", "c");
        repository = repo.open();
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void aReferenceIsMadeMovedAndDeleted() {
        var refs = repository.refs();
        assertThat(refs.change(new RefChange.Create("refs/heads/prodigy/x", first)))
                .isTrue();
        assertThat(refs.find("refs/heads/prodigy/x")).contains(first);
        assertThat(refs.change(new RefChange.Move("refs/heads/prodigy/x", first, second)))
                .isTrue();
        assertThat(repo.id("prodigy/x")).isEqualTo(second);
        assertThat(refs.change(new RefChange.Delete("refs/heads/prodigy/x", second)))
                .isTrue();
        assertThat(refs.find("refs/heads/prodigy/x")).isEmpty();
    }

    @Test
    void whatIsNotAsExpectedStays() {
        var refs = repository.refs();
        refs.change(new RefChange.Create("refs/heads/x", first));
        assertThat(refs.change(new RefChange.Create("refs/heads/x", second))).isFalse();
        assertThat(refs.change(new RefChange.Move("refs/heads/x", second, first)))
                .isFalse();
        assertThat(refs.change(new RefChange.Move("refs/heads/none", second, first)))
                .isFalse();
        assertThat(refs.change(new RefChange.Delete("refs/heads/x", second))).isFalse();
        assertThat(refs.find("refs/heads/x")).contains(first);
    }

    @Test
    void allChangesHappenOrNone() {
        var refs = repository.refs();
        refs.change(new RefChange.Create("refs/heads/x", first));
        assertThat(refs.change(List.of(
                        new RefChange.Move("refs/heads/x", first, second),
                        new RefChange.Create("refs/heads/main", first))))
                .isFalse();
        assertThat(refs.find("refs/heads/x")).contains(first);
    }

    @Test
    void whatOthersWriteIsSeen() {
        var refs = repository.refs();
        assertThat(refs.find("refs/heads/late")).isEmpty();
        repo.git("branch", "late", second.hex());
        repo.git("pack-refs", "--all");
        assertThat(refs.find("refs/heads/late")).contains(second);
        repo.git("branch", "-f", "late", first.hex());
        assertThat(refs.find("refs/heads/late")).contains(first);
    }

    @Test
    void aForeignLockIsWaitedForAndThenReportedButNeverDeleted() throws IOException {
        repo.git("config", "core.filesRefLockTimeout", "0");
        var lock = repo.root.resolve(".git/refs/heads/main.lock");
        Files.createFile(lock);
        assertThatThrownBy(() -> repository.refs().change(new RefChange.Move("refs/heads/main", second, first)))
                .isInstanceOfSatisfying(
                        GitFailure.class, failure -> assertThat(failure.code()).isEqualTo(GitCode.GIT_LOCK))
                .hasMessageContaining(lock.toString());
        assertThat(lock).exists();
        assertThat(repo.waits.stream().reduce(Duration.ZERO, Duration::plus))
                .isGreaterThan(Duration.ofSeconds(9))
                .isLessThanOrEqualTo(Duration.ofSeconds(10));
        Files.delete(lock);
        assertThat(repository.refs().change(new RefChange.Move("refs/heads/main", second, first)))
                .isTrue();
    }

    @Test
    void aForeignLockIsNotWaitedForWhileTheRunIsBeingEnded() throws IOException {
        Files.createFile(repo.root.resolve(".git/refs/heads/main.lock"));
        repository.git().hurry();
        assertThatThrownBy(() -> repository.refs().change(new RefChange.Move("refs/heads/main", second, first)))
                .isInstanceOf(GitFailure.class);
        assertThat(repo.waits).isEmpty();
    }

    @Test
    void aHelperThatWasKilledIsReplaced() {
        var refs = repository.refs();
        refs.change(new RefChange.Create("refs/heads/x", first));
        repository.objects().resolve("HEAD");
        killChildren();
        assertThat(repository.objects().resolve("HEAD")).contains(second);
        assertThat(refs.change(new RefChange.Move("refs/heads/x", first, second)))
                .isTrue();
    }

    @Test
    void anImpossibleNameIsAFailureWithGitsWords() {
        assertThatThrownBy(() -> repository.refs().change(new RefChange.Create("refs/heads/main/below", first)))
                .isInstanceOf(GitFailure.class)
                .hasMessageContaining("refs/heads/main");
    }

    @Test
    void referencesBelowAPrefixAreListed() {
        var refs = repository.refs();
        refs.change(new RefChange.Create("refs/prodigy/salvage/run-1/item-001-1", first));
        refs.change(new RefChange.Create("refs/prodigy/salvage/run-12/item-001-1", second));
        assertThat(refs.below("refs/prodigy/salvage/run-1/"))
                .containsOnlyKeys("refs/prodigy/salvage/run-1/item-001-1")
                .containsValue(first);
    }

    @Test
    void mergedBranchesAreThoseThatACommitReachesAndNobodyHasCheckedOut() {
        repo.git("branch", "topic/old", first.hex());
        repo.git("branch", "topic/new", second.hex());
        repo.git(
                "worktree",
                "add",
                "-q",
                "-b",
                "topic/used",
                repo.root.resolveSibling("used").toString(),
                first.hex());
        assertThat(repository.refs().merged("refs/heads/topic/", first))
                .containsExactly(entry("refs/heads/topic/old", first));
        assertThat(repository.refs().merged("refs/heads/topic/", second))
                .containsOnlyKeys("refs/heads/topic/new", "refs/heads/topic/old");
    }

    @Test
    void ancestryIsAskedNearAndFar() {
        var objects = repository.objects();
        assertThat(objects.isAncestor(first, second)).isTrue();
        assertThat(objects.isAncestor(second, first)).isFalse();
        assertThat(objects.isAncestor(second, second)).isTrue();
        TempRepo.sh(repo.root, "for i in $(seq 80); do git commit -q --allow-empty -m $i; done");
        var far = repo.id("HEAD");
        assertThat(objects.isAncestor(first, far)).isTrue();
        repo.git("checkout", "-q", "--orphan", "other");
        repo.git("commit", "-q", "-m", "other");
        assertThat(objects.isAncestor(repo.id("HEAD"), far)).isFalse();
    }

    @Test
    void namesThatAreNoCommitsAreNothing() {
        var objects = repository.objects();
        assertThat(objects.resolve("HEAD:a.txt")).isEmpty();
        assertThat(objects.resolve("no such thing")).isEmpty();
        assertThat(objects.resolve("HEAD\nHEAD")).isEmpty();
        assertThat(objects.resolve("")).isEmpty();
        assertThat(objects.resolve("main@{0}")).contains(second);
        assertThat(objects.resolve(":/Start")).contains(first);
    }

    private static void killChildren() {
        ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains("git"))
                .forEach(child -> {
                    child.destroyForcibly();
                    child.onExit().join();
                });
    }
}
