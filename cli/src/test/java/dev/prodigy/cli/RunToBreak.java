package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;

/// A run of two items, of which one failed; its journal is there to be broken.
abstract class RunToBreak {
    @NewDesk
    Desk desk;

    Path journal;

    @BeforeEach
    void aRun() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: echo from-setup}]
                map:
                  input: [1, 2]
                  agent_template: [{shell: 'echo item ${item}; test ${item} = 1'}]
                """);
        assertThat(desk.call("run flow.yml -q").exitCode()).isEqualTo(3);
        try (var files = Files.walk(desk.home().resolve("events"))) {
            journal = files.filter(file -> file.toString().endsWith(".jsonl")
                            && file.getFileName().toString().startsWith("events-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// @return what is in the run's checkpoint
    String checkpoint() throws IOException {
        try (var files = Files.walk(desk.home().resolve("state"))) {
            return Files.readString(files.filter(file -> file.endsWith("checkpoint.json"))
                    .findFirst()
                    .orElseThrow());
        }
    }

    /// Spoils the first line of that type.
    void damage(String type) throws IOException {
        var text = Files.readString(journal);
        int at = text.indexOf("\"event_type\":\"" + type);
        Files.writeString(journal, text.substring(0, at) + "\"Event" + text.substring(at + 6));
    }

    /// Writes a valid event behind the last.
    ///
    /// @param more of its fields, such as `,"a":1`
    void append(String type, String more) throws IOException {
        var lines = Files.readAllLines(journal);
        var run = journal.getParent().getFileName();
        var line = "{\"v\":1,\"seq\":" + (lines.size() + 1)
                + ",\"timestamp\":\"2999-01-01T00:00:00.000Z\",\"elapsed_ms\":99999,\"event_type\":\"" + type
                + "\",\"run_id\":\"" + run + "\"" + more;
        var crc = new CRC32();
        crc.update(line.getBytes(UTF_8));
        Files.writeString(journal, line + ",\"crc\":\"%08x\"}\n".formatted(crc.getValue()), StandardOpenOption.APPEND);
    }

    /// @return the first journal file of a run
    Path journalOf(String run) throws IOException {
        try (var files = Files.list(journal.getParent().resolveSibling(run))) {
            return files.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
