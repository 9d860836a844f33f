package dev.prodigy.runtime.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepositoriesTest {
    @TempDir
    Path folder;

    private Storage storage;

    @BeforeEach
    void open() {
        storage = Storage.open(new Home(folder.resolve("h")), new LocalDisk(), 0, Instant.EPOCH, "p");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            /src/app,         app
            /src/My App!,     My-App-
            /src/a_b.c-d,     a_b.c-d
            /src/größe,       gr--e
            /,                root
            """)
    void theNameIsTheFoldersWithoutOddCharacters(Path path, String name) {
        assertThat(claim(path)).isEqualTo(name);
        assertThat(Repositories.find(storage.home(), path)).contains(name);
    }

    @Test
    void aSecondRepositoryOfTheNameGetsAHash() throws IOException {
        assertThat(claim(Path.of("/one/app"))).isEqualTo("app");
        // echo -n /two/app | sha256sum
        assertThat(claim(Path.of("/two/app"))).isEqualTo("app-" + SHA_OF_TWO);
        assertThat(claim(Path.of("/one/app"))).isEqualTo("app");
        assertThat(claim(Path.of("/two/app"))).isEqualTo("app-" + SHA_OF_TWO);
        assertThat(Repositories.find(storage.home(), Path.of("/two/app"))).contains("app-" + SHA_OF_TWO);
        assertThat(Repositories.find(storage.home(), Path.of("/three/app"))).isEmpty();
        assertThat(storage.home().repo("app"))
                .hasContent("{\"version\":1,\"name\":\"app\",\"path\":\"/one/app\",\"git_dir\":\"/one/app/.git\"}");
    }

    @Test
    void aHashThatIsTakenGrows() throws IOException {
        claim(Path.of("/one/app"));
        Files.writeString(storage.home().repo("app-" + SHA_OF_TWO), "{\"version\":1,\"path\":\"/x\"}");
        assertThat(claim(Path.of("/two/app"))).startsWith("app-" + SHA_OF_TWO).hasSize("app-".length() + 7);
        assertThat(Repositories.find(storage.home(), Path.of("/two/app"))).contains(claim(Path.of("/two/app")));
    }

    @Test
    void aVeryLongFolderNameIsShortened() {
        assertThat(claim(Path.of("/" + "x".repeat(255)))).isEqualTo("x".repeat(120));
        assertThat(claim(Path.of("/" + "x".repeat(254)))).startsWith("x".repeat(120) + "-");
    }

    @Test
    void anUnreadableClaimBelongsToSomebodyElse() throws IOException {
        Files.createDirectories(storage.home().repos());
        Files.writeString(storage.home().repo("app"), "{");
        assertThat(claim(Path.of("/two/app"))).isEqualTo("app-" + SHA_OF_TWO);
    }

    @Test
    void manyAtOnceEachGetOneNameOfTheirOwn() throws Exception {
        int racers = 16;
        var barrier = new CyclicBarrier(racers);
        var tasks = new ArrayList<Callable<String>>();
        for (int i = 0; i < racers; i++) {
            var path = Path.of("/" + i / 2 + "/app");
            tasks.add(() -> {
                barrier.await();
                return claim(path);
            });
        }
        var names = new ArrayList<String>();
        try (var threads = Executors.newFixedThreadPool(racers)) {
            for (var name : threads.invokeAll(tasks)) {
                names.add(name.get());
            }
        }
        for (int i = 0; i < racers; i += 2) {
            assertThat(names.get(i)).isEqualTo(names.get(i + 1));
        }
        assertThat(names.stream().distinct()).hasSize(racers / 2).contains("app");
        try (var files = Files.list(storage.home().repos())) {
            assertThat(files).hasSize(racers / 2);
        }
    }

    private static final String SHA_OF_TWO = "2d3f80";

    private String claim(Path path) {
        return Repositories.claim(storage, path, path.resolve(".git"));
    }
}
