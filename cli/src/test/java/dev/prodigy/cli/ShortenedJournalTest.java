package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A journal whose end is gone is damaged: its record tells of events that were acknowledged (spec 05 §5.3, §5.4).
class ShortenedJournalTest {
    @NewDesk
    private Desk desk;

    private String run;
    private List<Path> files;

    @BeforeEach
    void aRunWithSeveralFiles() throws IOException {
        Files.createDirectories(desk.home());
        Files.writeString(desk.home().resolve("config.yml"), "storage: {rotate_size: 4KiB}\n");
        desk.file("flow.yml", """
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2, 3, 4, 5]
                  max_parallel: 1
                  agent_template: [{shell: 'echo ${item} >>ran; test ${item} != 5 -o -e mended'}]
                """);
        run = desk.call("run flow.yml -o json", 3).at("run_id");
        try (var found = Files.walk(desk.home().resolve("events"))) {
            files = found.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .sorted()
                    .toList();
        }
        assertThat(files).hasSizeGreaterThan(2);
        desk.file("mended", "");
    }

    private void lose(String how) throws IOException {
        switch (how) {
            case "last file" -> Files.delete(files.getLast());
            case "last file's content" -> Files.writeString(files.getLast(), "");
            case "last file and a part of the one before" -> {
                Files.delete(files.getLast());
                var before = files.get(files.size() - 2);
                var text = Files.readString(before);
                Files.writeString(before, text.substring(0, text.length() - 5));
            }
            default -> {
                var lines = Files.readAllLines(files.getLast());
                Files.write(files.getLast(), lines.subList(0, lines.size() - 1));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"last file", "last file's content", "last file and a part of the one before", "last line"})
    void nothingRunsBehindWhatIsLeft(String how) throws IOException {
        var record = Files.readString(desk.home().resolve("sessions/" + run + ".json"));
        var ran = Files.readString(desk.folder().resolve("ran"));
        lose(how);

        for (var words : List.of(
                "resume last -y --retry-failed",
                "resume last --dry-run --retry-failed",
                "dlq retry last -y --force",
                "skip last item-001",
                "set last --max-parallel 2",
                "events last",
                "runs ls",
                "runs show",
                "status",
                "dlq list last",
                "checkpoints validate last --repair")) {
            var refused = desk.call(words);
            assertThat(refused.exitCode()).as("%s: %s", words, refused).isEqualTo(75);
            assertThat(refused.err())
                    .as(words)
                    .contains("the journal ends at event ", "; sessions/" + run + ".json tells of event ")
                    .contains("prodigy fsck " + run + " --salvage");
        }
        assertThat(desk.folder().resolve("ran")).hasContent(ran);
        assertThat(desk.home().resolve("sessions/" + run + ".json")).hasContent(record);
        assertThat(desk.call("events last").out()).contains("workflow_started");
        assertThat(desk.call("fsck last -o json", 1).at("runs.0.status")).isEqualTo("damaged");
        assertThat(desk.call("fsck last --repair -o json", 1).at("runs.0.status"))
                .isEqualTo("damaged");
    }

    @Test
    void aSalvageGoesOnWithoutWhatIsLost() throws IOException {
        lose("last file");

        assertThat(desk.call("fsck last --salvage -y -o json", 0).at("runs.0.status"))
                .isEqualTo("ok");

        assertThat(desk.call("resume last -y --retry-failed").exitCode()).isZero();
        assertThat(desk.call("fsck last -o json", 0).at("runs.0.status")).isEqualTo("ok");
    }

    @Test
    void whereTheRecordIsGoneNothingIsCompared() throws IOException {
        lose("last file");
        Files.delete(desk.home().resolve("sessions/" + run + ".json"));

        assertThat(desk.call("runs ls").exitCode()).isZero();
        assertThat(desk.call("resume last -y --retry-failed").exitCode()).isZero();
    }

    @Test
    void aTornTailIsNone() throws IOException {
        var text = Files.readString(files.getLast());
        Files.writeString(files.getLast(), text.substring(0, text.length() - 5));

        assertThat(desk.call("fsck last -o json").at("runs.0.status")).isEqualTo("torn_tail");
    }
}
