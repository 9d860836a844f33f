package dev.prodigy.runtime.git.worktree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitDialogue;
import dev.prodigy.runtime.git.GitExecution;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IndexFileTest {
    private static final Git UNASKED = new Git() {
        @Override
        public GitResult run(GitCommand command) {
            throw new AssertionError("a process was started: " + command);
        }

        @Override
        public GitDialogue open(GitCommand command) {
            throw new AssertionError("a process was started: " + command);
        }

        @Override
        public Git within(GitExecution execution) {
            return this;
        }
    };
    private static final int FILE = 0100644;

    @TempDir
    Path base;

    private TempRepo repo;

    @AfterEach
    void close() {
        repo.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "3", "4"})
    void everyFormatIsReadWithoutAProcess(String version) throws IOException {
        repo = TempRepo.create(base);
        prepare();
        repo.git("update-index", "--index-version", version);
        assertThat(IndexFile.of(UNASKED, tree())).isEqualTo(expected());
    }

    @Test
    void longObjectNamesAreReadToo() throws IOException {
        repo = TempRepo.create(base, "--object-format=sha256");
        prepare();
        assertThat(IndexFile.of(UNASKED, tree())).isEqualTo(expected());
    }

    @Test
    void anIndexWithoutAChecksumIsReadToo() throws IOException {
        repo = TempRepo.create(base);
        repo.git("config", "index.skipHash", "true");
        prepare();
        assertThat(IndexFile.of(UNASKED, tree())).isEqualTo(expected());
    }

    /// Read with hashes of another length, bytes can come out even by chance.
    @Test
    void gitIsAskedWhereTheChecksumIsNotOfTheBytes() throws IOException {
        repo = TempRepo.create(base);
        prepare();
        var index = repo.root.resolve(".git/index");
        var bytes = Files.readAllBytes(index);
        bytes[bytes.length - 1] ^= 1;
        Files.write(index, bytes);
        assertThatThrownBy(() -> IndexFile.of(UNASKED, tree())).isInstanceOf(AssertionError.class);
    }

    @Test
    void gitReadsASplitIndex() throws IOException {
        repo = TempRepo.create(base);
        prepare();
        repo.git("update-index", "--split-index");
        assertThat(IndexFile.of(repo.open().git(), tree())).isEqualTo(expected());
    }

    @Test
    void anIndexThatIsNotThereIsEmpty() throws IOException {
        repo = TempRepo.create(base);
        Files.delete(repo.root.resolve(".git/index"));
        assertThat(IndexFile.of(UNASKED, tree())).isEmpty();
    }

    private void prepare() {
        repo.write("sub/häßlich\nund lang, weil es auf die Auffüllung ankommt", "x");
        repo.git("add", "-A");
        var head = repo.id("HEAD").hex();
        repo.git("update-index", "--add", "--cacheinfo", "160000," + head + ",sub/inner");
        repo.git("update-index", "--assume-unchanged", "a.txt");
        repo.git("update-index", "--skip-worktree", "sub/b.txt");
    }

    private static List<IndexEntry> expected() {
        return List.of(
                new IndexEntry(".gitignore", FILE, false, false),
                new IndexEntry("a.txt", FILE, true, false),
                new IndexEntry("sub/b.txt", FILE, false, true),
                new IndexEntry("sub/häßlich\nund lang, weil es auf die Auffüllung ankommt", FILE, false, false),
                new IndexEntry("sub/inner", 0160000, false, false));
    }

    private WorkTree tree() {
        return new WorkTree(repo.root, repo.root.resolve(".git"));
    }
}
