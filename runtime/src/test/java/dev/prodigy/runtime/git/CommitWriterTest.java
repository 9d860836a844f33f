package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CommitWriterTest {
    @TempDir
    Path base;

    /// The commits' texts lie below the home, whatever it is called.
    @ParameterizedTest
    @ValueSource(strings = {"plain", "two\nlines", "\"quoted\" \\ and more", "ho me"})
    void aCommitIsWrittenWhereverTheScratchDirectoryLies(String folder) throws IOException {
        try (var repo = TempRepo.create(Files.createDirectory(base.resolve(folder)))) {
            var tree = repo.id("HEAD^{tree}");

            var commit = repo.open().commits().write(tree, List.of(repo.id("HEAD")), "Subject");

            assertThat(repo.git("log", "-1", "--format=%s %T", commit.hex()).strip())
                    .isEqualTo("Subject " + tree.hex());
        }
    }

    @Test
    void aScratchDirectoryThatCannotBeUsedIsAFaultOfTheStorage() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var commits = repo.open().commits();
            var tree = repo.id("HEAD^{tree}");
            Files.delete(repo.tmp());
            assertThatThrownBy(() -> commits.write(tree, List.of(), "Subject"))
                    .isInstanceOf(StorageFailure.class)
                    .hasMessageStartingWith("cannot use " + repo.tmp());
        }
    }
}
