package dev.prodigy.runtime.git.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.TempRepo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IncludedFilesTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Repository repository;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        repository = repo.open();
        TempRepo.sh(repo.root, """
                printf '.env\\n*.log\\n/deps/\\nsecret*\\n' > .gitignore
                echo 1 > .env; mkdir -p deps/bin sub/deps; echo d > deps/lib; ln -s ../lib deps/bin/link
                chmod 755 deps/lib; echo x > x.log; echo y > sub/y.log; echo u > untracked
                echo s > 'secret "odd
                name ü'; git init -q deps/nested; touch deps/nested/file
                """);
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void onlyIgnoredFilesThatMatchAreFound() {
        assertThat(found(".env", "untracked", "a.txt")).containsExactly(".env");
    }

    @Test
    void patternsAreThoseOfGitignore() {
        assertThat(found("*.log", "!sub/y.log")).containsExactly("x.log");
        assertThat(found("deps/")).containsExactlyInAnyOrder("deps/lib", "deps/bin/link");
        assertThat(found("# comment", "", "/y.log", "secret*")).containsExactly("secret \"odd\nname ü");
    }

    @Test
    void withoutPatternsTheFileInTheRepositoryCounts() {
        assertThat(IncludedFiles.find(repository, null).paths()).isEmpty();
        repo.write(".worktreeinclude", "/.env\nx.log\n");
        assertThat(IncludedFiles.find(repository, null).paths()).containsExactlyInAnyOrder(".env", "x.log");
        assertThat(found()).isEmpty();
    }

    @Test
    void patternsStartAtTheRootWhereverProdigyWasStarted() {
        repo.write(".worktreeinclude", "/.env\n");
        var inside = repo.open(repo.root.resolve("sub"));
        assertThat(IncludedFiles.find(inside, null).paths()).containsExactly(".env");
    }

    @Test
    void copiesKeepModesAndLinksAndReplaceNothing() throws IOException {
        var target = Files.createDirectories(base.resolve("target"));
        Files.writeString(target.resolve(".env"), "own");
        IncludedFiles.find(repository, List.of(".env", "deps/", "secret*")).copyTo(target);
        assertThat(target.resolve(".env")).hasContent("own");
        assertThat(Files.isExecutable(target.resolve("deps/lib"))).isTrue();
        assertThat(Files.readSymbolicLink(target.resolve("deps/bin/link"))).isEqualTo(Path.of("../lib"));
        assertThat(target.resolve("secret \"odd\nname ü")).hasContent("s");
        assertThat(target.resolve("deps/nested")).doesNotExist();
    }

    @Test
    void aLinkInTheWorktreeDoesNotLeadACopyOut() throws IOException {
        var target = Files.createDirectories(base.resolve("target"));
        var outside = Files.createDirectories(base.resolve("outside"));
        Files.createSymbolicLink(target.resolve("deps"), outside);
        var included = IncludedFiles.find(repository, List.of("deps/"));
        assertThatThrownBy(() -> included.copyTo(target))
                .isInstanceOf(GitFailure.class)
                .hasMessageContaining("leads out of the worktree");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void whatVanishedIsLeftOut() throws IOException {
        var target = Files.createDirectories(base.resolve("target"));
        var included = IncludedFiles.find(repository, List.of(".env"));
        Files.delete(repo.root.resolve(".env"));
        included.copyTo(target);
        assertThat(target).isEmptyDirectory();
    }

    private List<String> found(String... patterns) {
        return IncludedFiles.find(repository, List.of(patterns)).paths();
    }
}
