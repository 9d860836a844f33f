package dev.prodigy.runtime.git.worktree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StatusTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Repository repository;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        repository = repo.open();
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void aCleanCheckoutHasNoEntries() {
        repo.write("x.log", "ignored");
        var status = status();
        assertThat(status.isClean()).isTrue();
        assertThat(status.head()).isEqualTo(repo.id("HEAD"));
        assertThat(status.branch()).isEqualTo("main");
    }

    @Test
    void aDetachedHeadHasNoBranch() {
        repo.git("checkout", "-q", "--detach");
        assertThat(status().branch()).isNull();
    }

    @Test
    void everyKindOfDifferenceIsRead() {
        TempRepo.sh(repo.root, """
                echo more >> a.txt
                git mv sub/b.txt sub/c.txt
                echo staged > s.txt; git add s.txt; echo again > s.txt
                mkdir -p new/deep; touch new/deep/file
                git init -q nested; touch nested/x
                """);
        var status = status();
        assertThat(status.paths())
                .containsExactlyInAnyOrder("a.txt", "sub/b.txt", "sub/c.txt", "s.txt", "new/deep/file", "nested/");
        assertThat(status.entries().stream()
                        .filter(StatusEntry::isNestedRepository)
                        .map(StatusEntry::path))
                .containsExactly("nested/");
        assertThat(status.entries().stream().filter(StatusEntry::isStagedOnly).map(StatusEntry::path))
                .containsExactly("s.txt");
        assertThat(Status.ofTracked(repository.git(), repository.checkout()).paths())
                .containsExactlyInAnyOrder("a.txt", "sub/b.txt", "sub/c.txt", "s.txt");
    }

    @Test
    void oddNamesAreReadAsTheyAre() {
        TempRepo.sh(
                repo.root,
                "touch -- 'with blank' 'quo\"te' \"line\nbreak\" 'tab\there' 'ünï' '-dash' ':colon' 'back\\slash'");
        assertThat(status().paths())
                .containsExactlyInAnyOrder(
                        "with blank", "quo\"te", "line\nbreak", "tab\there", "ünï", "-dash", ":colon", "back\\slash");
    }

    @Test
    void aConflictIsUnmerged() {
        TempRepo.sh(repo.root, """
                git checkout -q -b other; echo other > a.txt; git commit -qam other
                git checkout -q main; echo main > a.txt; git commit -qam main
                git merge -q other || true
                """);
        assertThat(status().entries()).containsExactly(new StatusEntry(StatusEntry.Kind.UNMERGED, 'U', 'U', "a.txt"));
        assertThat(Unfinished.in(repository.checkout())).containsExactly(Unfinished.MERGE);
    }

    @Test
    void nothingIsWrittenToTheCheckout() throws IOException {
        repo.write("a.txt", "one\ntwo\nthree\n");
        var index = repo.root.resolve(".git/index");
        var before = Files.getLastModifiedTime(index);
        byte[] bytes = Files.readAllBytes(index);
        status();
        assertThat(Files.getLastModifiedTime(index)).isEqualTo(before);
        assertThat(Files.readAllBytes(index)).isEqualTo(bytes);
    }

    @Test
    void aBranchWithoutCommitsHasNoHead() {
        repo.git("checkout", "-q", "--orphan", "fresh");
        assertThat(status().head()).isNull();
        assertThat(status().branch()).isEqualTo("fresh");
    }

    @Test
    void whatIsNoWorktreeIsAFailure() {
        var nowhere = new WorkTree(repo.home, repo.home.resolve(".git"));
        assertThatThrownBy(() -> Status.of(repository.git(), nowhere)).isInstanceOf(GitFailure.class);
    }

    private Status status() {
        return Status.of(repository.git(), repository.checkout());
    }
}
