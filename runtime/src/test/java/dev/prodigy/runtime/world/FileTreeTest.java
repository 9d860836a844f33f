package dev.prodigy.runtime.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.change.ChangeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §2, the path rules of `write_file`, on disk.
class FileTreeTest {
    @TempDir
    private Path outside;

    private Path root;
    private FileTree tree;

    @BeforeEach
    void makeTree() throws IOException {
        root = Files.createDirectories(outside.resolve("tree"));
        tree = new FileTree(root, root, null, Map.of());
        Files.createDirectory(root.resolve("folder"));
        Files.writeString(root.resolve("file"), "before");
        Files.writeString(outside.resolve("other"), "before");
        Files.createSymbolicLink(root.resolve("up"), outside);
        Files.createSymbolicLink(root.resolve("linked"), outside.resolve("other"));
        Files.createSymbolicLink(root.resolve("dangling"), outside.resolve("nothing"));
        Files.createSymbolicLink(root.resolve("far"), Path.of("folder/../dangling"));
        Files.createSymbolicLink(root.resolve("circle"), Path.of("circle"));
        Files.createSymbolicLink(root.resolve("near"), Path.of("folder/nothing"));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            new,           true,  -
            LONGEST,       true,  -
            file,          true,  -
            folder/new,    true,  -
            no/such/new,   true,  -
            linked,        false, -
            linked,        true,  leads out of the working tree
            dangling,      false, -
            dangling,      true,  leads out of the working tree
            far,           true,  leads out of the working tree
            circle,        true,  leads out of the working tree
            near,          true,  -
            up/new,        false, -
            up/new,        true,  leads out of the working tree
            up/no/new,     true,  leads out of the working tree
            ../new,        true,  leads out of the working tree
            folder,        true,  is a directory
            file/new,      true,  is no directory
            /,             false, names no file
            """)
    void whatKeepsAFileFromBeingWrittenIsSeenBefore(String name, boolean confined, @Nullable String obstacle) {
        var base = root.toString();
        var path = name.replace("LONGEST", "n".repeat(255));
        var seen = tree.obstacle(base, path, confined);
        assertThat(tree.write(base, path, "after", 0644, true, confined)).isEqualTo(seen);
        if (obstacle == null) {
            assertThat(seen).isNull();
            assertThat(tree.read(base, path)).isEqualTo("after");
        } else {
            assertThat(seen).contains(obstacle);
        }
    }

    @Test
    void aTreeBehindALinkIsATreeToo() throws IOException {
        var link = Files.createSymbolicLink(outside.resolve("link"), root);
        var linked = new FileTree(link, link, null, Map.of());
        assertThat(linked.obstacle(link.toString(), "a/b/new", true)).isNull();
        assertThat(linked.obstacle(link.toString(), "new", true)).isNull();
    }

    /// Spec 01 §7, `step`: committed or not.
    @Test
    void changesBeforeTheFirstCommitAreSeen() throws IOException {
        try (var repo = TempRepo.empty(Files.createDirectory(outside.resolve("fresh")));
                var changes = new ChangeReader(repo.open(), outside.resolve("objects"))) {
            var repository = repo.open();
            repo.write("before", "b");
            var view = GitView.of(repository, repository.checkout(), changes);
            var fresh = new FileTree(repo.root, repo.root, view, Map.of());
            var found = fresh.origin();
            var mark = fresh.mark();
            assertThat(fresh.since(mark).moved()).isFalse();
            repo.write("new", "n\n");
            repo.write("before", "c");
            var seen = fresh.since(mark);
            assertThat(seen.added()).containsExactly("new");
            assertThat(seen.modified()).containsExactly("before");
            assertThat(seen.commits()).isEmpty();
            repo.git("add", "new");
            repo.git("commit", "-q", "-m", "first");
            assertThat(fresh.since(mark).commits())
                    .containsExactly(repo.id("HEAD").hex());
            assertThat(fresh.since(found).added()).containsExactly("new");
            assertThat(fresh.since(mark).moved()).isTrue();
        }
    }
}
