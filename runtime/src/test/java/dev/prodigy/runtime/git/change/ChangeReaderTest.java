package dev.prodigy.runtime.git.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChangeReaderTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Repository repository;
    private ChangeReader reader;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        repository = repo.open();
        reader = new ChangeReader(repository, base.resolve("objects"));
    }

    @AfterEach
    void close() {
        reader.close();
        repo.close();
    }

    @Test
    void nothingHappened() {
        assertThat(reader.between(now(), now())).isEqualTo(Changes.NONE);
    }

    @Test
    void committedAndUncommittedChangesCountAlike() {
        var before = now();
        TempRepo.sh(repo.root, """
                echo four >> a.txt; printf 'x\\ny\\n' > new.txt; git add -A; git commit -q -m first
                echo five >> a.txt; git commit -qam second
                git rm -q sub/b.txt; printf 'u\\n' > untracked; echo i > ignored.log
                """);
        var changes = reader.between(before, now());
        assertThat(changes.added()).containsExactly("new.txt", "untracked");
        assertThat(changes.modified()).containsExactly("a.txt");
        assertThat(changes.deleted()).containsExactly("sub/b.txt");
        assertThat(changes.changed()).containsExactly("a.txt", "new.txt", "sub/b.txt", "untracked");
        assertThat(changes.commits()).containsExactly(repo.id("HEAD~1"), repo.id("HEAD"));
        assertThat(changes.insertions()).isEqualTo(5);
        assertThat(changes.deletions()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", ":", "q\"u:o\\t\"e", "#\"\\ n"})
    void thePathOfARepositoryMayHoldWhateverDividesLists(String folder) throws IOException {
        try (var odd = TempRepo.create(Files.createDirectories(base.resolve(folder)))) {
            var there = odd.open();
            try (var changes = new ChangeReader(there, base.resolve(folder).resolve("objects"))) {
                var before = changes.now(there.checkout());
                TempRepo.sh(odd.root, "echo four >> a.txt; echo new > new.txt; git rm -q sub/b.txt");
                var seen = changes.between(before, changes.now(there.checkout()));
                assertThat(seen.changed()).containsExactly("a.txt", "new.txt", "sub/b.txt");
                assertThat(seen.insertions()).isEqualTo(2);
            }
        }
    }

    @Test
    void aRepositoryWithoutACommitInsideIsLeftOut() {
        var before = now();
        TempRepo.sh(repo.root, "git init -q inside; echo x > inside/x; echo new > new.txt");
        assertThat(reader.between(before, now()).changed()).containsExactly("new.txt");
    }

    @Test
    void whatEveryWorktreeGetsIsNoChangeUntilItIsChanged() {
        var tree = new WorkTree(repo.root, repo.root.resolve(".git"));
        TempRepo.sh(repo.root, "echo m > made; echo m > staged; git add staged; echo m >> a.txt; echo m > other");
        ProvidedFiles.remember(repository.git(), tree);
        TempRepo.sh(repo.root, "echo n >> other; echo w > work");
        var changes = reader.sinceMade(reader.at(repo.id("HEAD")), tree);
        assertThat(changes.changed()).containsExactly("other", "work");
        assertThat(changes.insertions()).isEqualTo(3);
    }

    @Test
    void onlyWhatChangedSinceTheFirstStateCounts() {
        TempRepo.sh(repo.root, "echo dirty >> a.txt; echo one > left; echo same > stays");
        var before = now();
        TempRepo.sh(repo.root, "echo two > left; git add a.txt; git commit -q -m 'what was dirty'");
        var changes = reader.between(before, now());
        assertThat(changes.changed()).containsExactly("left");
        assertThat(changes.modified()).containsExactly("left");
        assertThat(changes.commits()).hasSize(1);
    }

    @Test
    void whatIsMadeAndUnmadeIsNoChange() {
        var before = now();
        TempRepo.sh(repo.root, "echo x > x; git add x; git commit -q -m x; git rm -q x; git commit -q -m 'no x'");
        var changes = reader.between(before, now());
        assertThat(changes.changed()).isEmpty();
        assertThat(changes.commits()).hasSize(2);
    }

    @Test
    void aRenameIsADeletionAndAnAddition() {
        var before = now();
        TempRepo.sh(repo.root, "git mv a.txt z.txt");
        var changes = reader.between(before, now());
        assertThat(changes.added()).containsExactly("z.txt");
        assertThat(changes.deleted()).containsExactly("a.txt");
    }

    @Test
    void modesLinksAndBinariesAreModifications() {
        TempRepo.sh(repo.root, "printf 'b\\0' > bin; git add bin; git commit -q -m bin");
        var before = now();
        TempRepo.sh(repo.root, "chmod +x a.txt; printf 'c\\0\\n\\n' > bin; rm sub/b.txt; ln -s ../a.txt sub/b.txt");
        var changes = reader.between(before, now());
        assertThat(changes.modified()).containsExactly("a.txt", "bin", "sub/b.txt");
        assertThat(changes.insertions()).isEqualTo(1);
    }

    @Test
    void oddNamesComeInByteOrder() {
        var before = now();
        TempRepo.sh(repo.root, "touch -- 'B' 'a b' 'line\nbreak' 'ü' '\uD83D\uDE00' '\uFF5E' ':x' 'tab\there'");
        assertThat(reader.between(before, now()).added())
                .containsExactly(":x", "B", "a b", "line\nbreak", "tab\there", "ü", "\uFF5E", "\uD83D\uDE00");
    }

    @Test
    void theUsersRepositoryDoesNotGrow() throws IOException {
        TempRepo.sh(repo.root, "echo u > untracked");
        String before = objects();
        byte[] index = Files.readAllBytes(repo.root.resolve(".git/index"));
        var state = now();
        TempRepo.sh(repo.root, "echo v > untracked");
        assertThat(reader.between(state, now()).modified()).containsExactly("untracked");
        assertThat(objects()).isEqualTo(before);
        assertThat(Files.readAllBytes(repo.root.resolve(".git/index"))).isEqualTo(index);
        reader.close();
        try (var left = Files.list(repo.tmp())) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void commitsOfARewrittenHistoryAreTheNewOnes() {
        TempRepo.commit(repo.root, "c.txt", "c");
        var before = now();
        repo.git("commit", "-q", "--amend", "-m", "amended");
        assertThat(reader.between(before, now()).commits()).containsExactly(repo.id("HEAD"));
    }

    @Test
    void mergedAndManyCommitsAreAllThere() {
        var start = now();
        TempRepo.sh(repo.root, """
                git checkout -q -b side; git commit -q --allow-empty -m side; git checkout -q main
                git commit -q --allow-empty -m main; git merge -q --no-ff -m merged side
                """);
        assertThat(reader.between(start, now()).commits()).hasSize(3).endsWith(repo.id("HEAD"));
        var merged = repo.id("HEAD");
        TempRepo.sh(repo.root, "for i in $(seq 70); do git commit -q --allow-empty -m $i; done");
        var commits = reader.commits(merged, repo.id("HEAD"));
        assertThat(commits).hasSize(70).endsWith(repo.id("HEAD")).startsWith(repo.id("HEAD~69"));
        assertThat(reader.commits(repo.id("HEAD~3"), repo.id("HEAD")))
                .containsExactly(repo.id("HEAD~2"), repo.id("HEAD~1"), repo.id("HEAD"));
    }

    @Test
    void oneReaderAnswersManyQuestions() {
        var start = now();
        for (int i = 1; i <= 3; i++) {
            TempRepo.sh(repo.root, "printf 'a\\tb\\0' > 'E" + i + "\n'; echo x >> a.txt");
            var changes = reader.between(start, now());
            assertThat(changes.added()).hasSize(i);
            assertThat(changes.insertions()).isEqualTo(i);
            assertThat(reader.between(start, start)).isEqualTo(Changes.NONE);
        }
    }

    @Test
    void aStateBeforeTheFirstCommitIsAState() throws IOException {
        repo.git("checkout", "-q", "--orphan", "fresh");
        var before = now();
        assertThat(before.head()).isNull();
        repo.git("commit", "-q", "-m", "first");
        assertThat(reader.between(before, now()).commits()).containsExactly(repo.id("HEAD"));
    }

    @Test
    void theStateOfACommitNeedsNoWorktree() {
        var start = reader.at(repo.id("HEAD"));
        TempRepo.commit(repo.root, "c.txt", "c");
        assertThat(reader.between(start, now()).added()).containsExactly("c.txt");
    }

    private GitState now() {
        return reader.now(repository.checkout());
    }

    private String objects() {
        return TempRepo.sh(repo.root, "find .git/objects -type f | sort");
    }

    @Test
    void anotherProcessComparesWithWhatThisOneSaw() {
        TempRepo.sh(repo.root, "echo u > untracked; echo more >> a.txt");
        var before = now();
        reader.close();
        TempRepo.sh(repo.root, "echo v > second");
        try (var later = new ChangeReader(repository, base.resolve("objects"))) {
            assertThat(later.knows(before)).isTrue();
            var changes = later.between(before, later.now(repository.checkout()));
            assertThat(changes.changed()).containsExactly("second");
        }
    }

    @Test
    void anotherProcessComparesWithWhatWasThereBeforeTheFirstCommit() throws IOException {
        repo.git("checkout", "-q", "--orphan", "fresh");
        TempRepo.sh(repo.root, "echo u > untracked");
        var before = GitState.read(reader.found(repository.checkout()).written());
        reader.close();
        TempRepo.sh(repo.root, "echo v > second");
        try (var later = new ChangeReader(repository, base.resolve("objects"))) {
            assertThat(later.knows(before)).isTrue();
            assertThat(later.found(repository.checkout())).isEqualTo(before);
            assertThat(later.between(before, later.now(repository.checkout())).changed())
                    .containsExactly("second");
        }
        try (var elsewhere = new ChangeReader(repository, base.resolve("others"))) {
            assertThat(elsewhere.knows(before)).isFalse();
        }
    }

    @Test
    void whatIsGoneIsNotComparedWith() throws IOException {
        TempRepo.sh(repo.root, "echo u > untracked");
        var before = now();
        reader.close();
        Folders.delete(base.resolve("objects"));
        TempRepo.sh(repo.root, "echo v > second");
        try (var later = new ChangeReader(repository, base.resolve("objects"))) {
            var now = later.now(repository.checkout());
            assertThat(later.knows(before)).isFalse();
            assertThatThrownBy(() -> later.between(before, now))
                    .isInstanceOf(GitFailure.class)
                    .hasMessageContaining(before.tree().hex());
        }
    }

    @Test
    void anotherProcessKnowsWhatTheRunFound() {
        TempRepo.sh(repo.root, "echo u > untracked");
        var found = reader.found(repository.checkout());
        TempRepo.sh(repo.root, "echo v > second; echo w >> untracked; git add -A; git commit -q -m more");
        assertThat(reader.found(repository.checkout())).isEqualTo(found);
        reader.close();
        try (var later = new ChangeReader(repository, base.resolve("objects"))) {
            assertThat(later.found(repository.checkout())).isEqualTo(found);
            var changes = later.between(found, later.now(repository.checkout()));
            assertThat(changes.added()).containsExactly("second");
            assertThat(changes.modified()).containsExactly("untracked");
            assertThat(changes.commits()).containsExactly(repo.id("HEAD"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "what is this", "0123456789012345678901234567890123456789"})
    void whatTheRunFoundIsFoundAnewWhereNothingTellsOfIt(String kept) throws IOException {
        TempRepo.sh(repo.root, "echo u > untracked");
        reader.found(repository.checkout());
        Files.writeString(base.resolve("objects/found"), kept);
        TempRepo.sh(repo.root, "echo v > second");
        assertThat(reader.found(repository.checkout())).isEqualTo(now());
    }

    @Test
    void aDeclaredSecretOfAFileIsNowhereInTheObjects() {
        TempRepo.sh(repo.root, "echo u > untracked; printf 'one\\nkey: the-secret\\n' > 'a key'; chmod +x 'a key'");
        reader.conceal(() -> Redactor.of(List.of("the-secret"), List.of()));
        var before = now();
        TempRepo.sh(repo.root, "echo the-secret >> a.txt; echo three >> 'a key'; echo the-secret > second");
        var changes = reader.between(before, now());
        assertThat(changes.added()).containsExactly("second");
        assertThat(changes.modified()).containsExactly("a key", "a.txt");
        assertThat(changes.insertions()).isEqualTo(3);
        assertThat(changes.deletions()).isZero();
        assertThat(contents()).contains("key: ***").contains("u\n").doesNotContain("the-secret");
        assertThat(TempRepo.sh(repo.root, "git status --porcelain")).contains("?? \"a key\"", "?? second");
    }

    @Test
    void whatStaysTheSameIsTheSameWithASecretInIt() {
        TempRepo.sh(repo.root, "echo the-secret > 'a key'; echo the-secret >> a.txt");
        reader.conceal(() -> Redactor.of(List.of("the-secret"), List.of()));
        assertThat(now()).isEqualTo(now());
    }

    private String contents() {
        return TempRepo.sh(repo.root, """
                export GIT_OBJECT_DIRECTORY=%s
                git cat-file --batch-all-objects --batch --buffer
                """.formatted(base.resolve("objects")));
    }

    /// No step answers for the folders of prodigy's own (spec 02 §2.2).
    @ParameterizedTest
    @ValueSource(strings = {"home/tmp", "objects"})
    void aFolderForItsFilesThatCannotBeUsedIsAFaultOfTheStorage(String folder) throws IOException {
        TempRepo.sh(repo.root, "echo new > new.txt");
        Folders.delete(base.resolve(folder));
        Files.createFile(base.resolve(folder));
        assertThatThrownBy(this::now).isInstanceOf(StorageFailure.class);
    }
}
