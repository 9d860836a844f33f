package dev.prodigy.e2e.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.journal.Journal;
import dev.prodigy.e2e.launcher.Distribution;
import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A home on a file system that is full before the run is over (spec 05 §5.3.6, §11): the run ends `interrupted`,
/// and goes on when there is room.
class TinyFileSystemTest {
    /// A file system of its own where the machine lets us mount one, else a limit for the size of files.
    private static final String SCRIPT = """
            home=$1 filler=$2 workflow=$3 out=$4
            mkdir -p "$home"
            if mount -t tmpfs -o size=12m tmpfs "$home" 2>/dev/null; then limit=unlimited; else limit=64; fi
            printf 'storage: {min_free: 64KiB}\\n' >"$home/config.yml"
            head -c "$filler" /dev/zero >"$home/filler"
            (ulimit -f $limit; exec "$PRODIGY_DIST/bin/prodigy" run "$workflow" -o json) >"$out.run"
            echo $? >"$out.run.exit"
            rm "$home/filler"
            "$PRODIGY_DIST/bin/prodigy" resume last -o json >"$out.resume"
            echo $? >"$out.resume.exit"
            cp -a "$home" "$out.home"
            """;

    @NewSandbox
    private Sandbox sandbox;

    /// The size of what fills the disk decides where the run meets its end.
    @ParameterizedTest
    @CsvSource({"8m, 1", "9m, 8", "11700k, 8"})
    void aRunThatFillsItsDiskGoesOnWhenThereIsRoom(String filler, int parallel) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: seq 1 60
                  max_parallel: %d
                  agent_template:
                    - shell: |
                        echo ${item} >>"$TRACE"
                        head -c 60000 /dev/zero | tr '\\0' x
                """.formatted(parallel));

        var ended = sandbox.prodigy().run(inTinyFileSystem(filler, workflow));

        assertThat(result("run.exit")).as("%s %s", result("run"), ended).isEqualTo("75");
        assertThat(Document.parse(result("run")).text("status")).isEqualTo("interrupted");
        assertThat(result("resume.exit")).as("%s %s", result("resume"), ended).isEqualTo("0");
        assertThat(Document.parse(result("resume")).number("items.successful")).isEqualTo(60);
        var journal = journal();
        journal.assertValid();
        assertThat(journal.events("agent_completed").stream().map(event -> event.text("item_id")))
                .hasSize(60)
                .doesNotHaveDuplicates();
        assertThat(sandbox.trace()).as("one execution per attempt").hasSize((int) journal.count("agent_started"));
        sandbox.assertNothingLeftRunning();
    }

    private List<String> inTinyFileSystem(String filler, String workflow) throws IOException {
        var command = new ArrayList<String>();
        if (canMount()) {
            command.addAll(List.of("unshare", "--map-root-user", "--mount"));
        }
        command.addAll(List.of("sh", "-c", SCRIPT, "sh", sandbox.home().toString(), filler, workflow, out()));
        assertThat(Distribution.underTest().folder()).isDirectory();
        return command;
    }

    /// @return whether a process may have mounts of its own
    static boolean canMount() throws IOException {
        try {
            return new ProcessBuilder("unshare", "--map-root-user", "--mount", "true")
                            .start()
                            .waitFor()
                    == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private String out() {
        return sandbox.folder().resolve("out").toString();
    }

    private String result(String name) throws IOException {
        return Files.readString(sandbox.folder().resolve("out." + name)).strip();
    }

    private Journal journal() throws IOException {
        try (var found = Files.walk(sandbox.folder().resolve("out.home/events"))) {
            return new Journal(
                    found.filter(folder -> folder.getFileName().toString().startsWith("mapreduce-"))
                            .findFirst()
                            .orElseThrow());
        }
    }
}
