package dev.prodigy.runtime.git.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionCommitsTest {
    @TempDir
    Path base;

    @Test
    void commitsAndFilesAreListedNewestFirst() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var start = repo.id("HEAD");
            for (int i = 1; i <= 3; i++) {
                TempRepo.commit(repo.root, "odd \"" + i + "\nü", "x");
            }
            repo.git("config", "log.showSignature", "true");
            var commits = SessionCommits.between(repo.open(), start, repo.id("HEAD"), 2);
            assertThat(commits.ids()).containsExactly(repo.id("HEAD"), repo.id("HEAD~1"), repo.id("HEAD~2"));
            assertThat(commits.newest()).hasSize(2);
            assertThat(commits.newest().getFirst()).satisfies(entry -> {
                assertThat(entry.id()).isEqualTo(repo.id("HEAD"));
                assertThat(entry.subject()).startsWith("Change odd");
                assertThat(entry.author()).isEqualTo("Ada <ada@example.org>");
                assertThat(entry.time()).matches("\\d{4}-\\d\\d-\\d\\dT.*");
            });
            assertThat(commits.files()).containsExactly("odd \"1\nü", "odd \"2\nü", "odd \"3\nü");
        }
    }

    @Test
    void nothingIsAnEmptyList() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var start = repo.id("HEAD");
            assertThat(SessionCommits.between(repo.open(), start, start, 100))
                    .isEqualTo(new SessionCommits(List.of(), List.of(), List.of()));
        }
    }

    @Test
    void whatTheUserCommittedToTheTargetIsNotTheRuns() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var start = repo.id("HEAD");
            repo.git("branch", "target");
            var ofTheRun = TempRepo.commit(repo.root, "run", "x");
            repo.git("checkout", "-q", "target");
            TempRepo.commit(repo.root, "mine", "x");
            var target = repo.id("HEAD");

            assertThat(SessionCommits.notCounted(repo.open(), "target", start)).isEqualTo(target);
            assertThat(SessionCommits.notCounted(repo.open(), "gone", start)).isEqualTo(start);
            var commits = SessionCommits.between(repo.open(), target, ofTheRun, 100);
            assertThat(commits.ids()).containsExactly(ofTheRun);
            assertThat(commits.files()).containsExactly("run");
        }
    }

    @Test
    void aHistoryOfItsOwnIsAllCounted() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var start = repo.id("HEAD");
            repo.git("checkout", "-q", "--orphan", "other");
            TempRepo.commit(repo.root, "run", "x");

            var commits = SessionCommits.between(repo.open(), start, repo.id("HEAD"), 100);
            assertThat(commits.ids()).containsExactly(repo.id("HEAD"));
            assertThat(commits.files()).containsExactly("run");
        }
    }
}
