package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DiscoveryTest {
    @TempDir
    Path base;

    @Test
    void theTopOfARepositoryIsFound() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var paths = found(repo.root);
            assertThat(paths.checkout()).isEqualTo(new WorkTree(repo.root, repo.root.resolve(".git")));
            assertThat(paths.commonDir()).isEqualTo(repo.root.resolve(".git"));
            assertThat(paths.prefix()).isEqualTo(Path.of(""));
            assertThat(paths.mainFolder()).isEqualTo(repo.root);
        }
    }

    @Test
    void aSubdirectoryIsThePrefix() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var paths = found(repo.root.resolve("sub"));
            assertThat(paths.checkout().root()).isEqualTo(repo.root);
            assertThat(paths.prefix()).isEqualTo(Path.of("sub"));
        }
    }

    @Test
    void aLinkedWorktreeBelongsToItsRepository() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var linked = repo.root.resolveSibling("linked tree");
            repo.git("worktree", "add", "-q", "-b", "other", linked.toString());
            var paths = found(linked.resolve("sub"));
            assertThat(paths.checkout())
                    .isEqualTo(new WorkTree(linked, repo.root.resolve(".git/worktrees/linked-tree")));
            assertThat(paths.mainFolder()).isEqualTo(repo.root);
            assertThat(paths.prefix()).isEqualTo(Path.of("sub"));
        }
    }

    @Test
    void aFolderWithALineBreakInItsNameIsFound() throws IOException {
        var odd = Files.createDirectories(base.resolve("a\nb 'c'"));
        try (var repo = TempRepo.create(odd)) {
            assertThat(found(repo.root).checkout().root()).isEqualTo(repo.root);
        }
    }

    @Test
    void aRepositoryWithoutACommitIsEmpty() throws IOException {
        try (var repo = TempRepo.empty(base)) {
            assertThat(Discovery.of(repo.root, new GitProgram(repo.tmp()))).isInstanceOf(Discovery.Empty.class);
        }
    }

    @Test
    void aFolderElsewhereIsOutside() {
        assertThat(Discovery.of(base, new GitProgram(base)))
                .isInstanceOfSatisfying(
                        Discovery.Outside.class,
                        outside -> assertThat(outside.reason()).contains("not a git repository"));
    }

    @Test
    void aBareRepositoryHasNoWorkTree() throws IOException {
        try (var repo = TempRepo.empty(base, "--bare")) {
            assertThat(Discovery.of(repo.root, new GitProgram(repo.tmp()))).isEqualTo(new Discovery.GitDirectory());
        }
    }

    @Test
    void aGitDirectoryIsNoPlainFolder() throws IOException {
        try (var repo = TempRepo.create(base)) {
            assertThat(Discovery.of(repo.root.resolve(".git/refs"), new GitProgram(repo.tmp())))
                    .isEqualTo(new Discovery.GitDirectory());
        }
    }

    @Test
    void anOldGitIsNamed() throws IOException {
        var old = base.resolve("git");
        Files.writeString(old, "#!/bin/sh\necho git version 2.37.9\n");
        assertThat(old.toFile().setExecutable(true)).isTrue();
        assertThat(Discovery.of(base, new GitProgram(old.toString(), base))).isEqualTo(new Discovery.TooOld("2.37.9"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            git version 2.38.0,                  true
            git version 2.39.5,                  true
            git version 2.100.1 (Apple Git-1),   true
            git version 3.0.rc1,                 true
            git version 2.37.9,                  false
            git version 1.99.0,                  false
            git version unknown,                 false
            '',                                  false
            """)
    void versionsFrom238OnAreRecentEnough(String version, boolean recent) {
        assertThat(Discovery.isRecentEnough(version)).isEqualTo(recent);
    }

    private RepositoryPaths found(Path directory) {
        var discovery = Discovery.of(directory, new GitProgram(base));
        assertThat(discovery).isInstanceOf(Discovery.Found.class);
        return ((Discovery.Found) discovery).paths();
    }
}
