package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.change.ChangeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Git commands that are kept open, and that somebody else kills or stops between two questions.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class KilledDialoguesTest {
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

    private static List<ProcessHandle> helpers(String command) {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains(command))
                .toList();
    }

    private static void kill(String command) {
        var found = helpers(command);
        assertThat(found).isNotEmpty();
        found.forEach(ProcessHandle::destroyForcibly);
        found.forEach(child -> child.onExit().join());
    }

    @Test
    void objectsAreReadByAnother() {
        assertThat(repository.objects().commit(first).id()).isEqualTo(first);
        kill("cat-file");
        assertThat(repository.objects().commit(second).id()).isEqualTo(second);
    }

    @Test
    void referencesAreMovedByAnother() {
        assertThat(repository.refs().change(new RefChange.Create("refs/heads/x", first)))
                .isTrue();
        kill("update-ref");
        assertThat(repository.refs().change(new RefChange.Move("refs/heads/x", first, second)))
                .isTrue();
        assertThat(repository.refs().find("refs/heads/x")).contains(second);
    }

    @Test
    void commitsAreWrittenByAnother() {
        var tree = repo.id("HEAD^{tree}");
        repository.commits().write(tree, List.of(first), "One");
        kill("hash-object");
        var commit = repository.commits().write(tree, List.of(first), "Two");
        assertThat(repository.objects().commit(commit).subject()).isEqualTo("Two");
    }

    @Test
    void differencesAreFoundByAnother() {
        try (var reader = new ChangeReader(repository, base.resolve("objects"))) {
            var changed = reader.between(reader.at(first), reader.at(second)).changed();
            assertThat(changed).containsExactly("c.txt");
            kill("diff-tree");
            assertThat(reader.between(reader.at(first), reader.at(second)).changed())
                    .isEqualTo(changed);
        }
    }

    @Test
    void oneThatIsStoppedIsWoken() throws IOException, InterruptedException {
        assertThat(repository.objects().commit(first).id()).isEqualTo(first);
        for (var helper : helpers("cat-file")) {
            var stop = new ProcessBuilder("kill", "-STOP", Long.toString(helper.pid())).start();
            assertThat(stop.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(repository.objects().commit(second).id()).isEqualTo(second);
    }
}
