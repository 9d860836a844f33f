package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `fsck --salvage`: no item that finished is repeated, whichever line is damaged, but for the one whose outcome that
/// line was (spec 05 §5.4).
class SalvageTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void aWorkflow() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: 'echo one >items.txt; echo two >>items.txt; echo three >>items.txt'}]
                map:
                  input: items.txt
                  max_parallel: 1
                  agent_template: [{shell: 'echo ${item} >>ran; test ${item} != two || test -e mended'}]
                reduce: [{shell: 'wc -l <${map.results_file} >reduced; test -e mended'}]
                """);
    }

    @Test
    void whateverLineIsDamagedNoFinishedItemIsRepeated() throws IOException {
        int lines = Files.readAllLines(failed()).size();
        for (int line = 2; line < lines; line++) {
            var journal = failed();
            var expected = new ArrayList<>(List.of("one", "two", "three", "two"));
            lostOutcome(Files.readAllLines(journal).get(line - 1)).ifPresent(expected::add);
            damage(journal, line);
            Files.createFile(desk.folder().resolve("mended"));

            var salvaged = desk.call("fsck last --salvage -f");
            var resumed = desk.call("resume last --force");

            assertThat(salvaged.exitCode()).as("line %s: %s", line, salvaged).isZero();
            assertThat(resumed.exitCode()).as("line %s: %s", line, resumed).isZero();
            assertThat(Files.readAllLines(desk.folder().resolve("ran")))
                    .as("line %s", line)
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(Files.readString(desk.folder().resolve("reduced")).strip())
                    .isEqualTo("3");
        }
    }

    @Test
    void aListThatIsDamagedTooIsNotMadeUp() throws IOException {
        var journal = failed();
        damage(journal, 2);
        var items = journal.resolveSibling("items-1.jsonl");
        Files.writeString(items, Files.readString(items).replace("\"three\"", "\"threE\""));
        loseLine(journal, "work_items_loaded");

        var salvaged = desk.call("fsck last --salvage -f");

        assertThat(salvaged.exitCode()).as("%s", salvaged).isEqualTo(1);
        assertThat(salvaged.out()).contains("not salvaged", "items-1.jsonl line 3");
        assertThat(journal).exists();
        assertThat(journal.resolveSibling("salvage")).doesNotExist();
    }

    @Test
    void withoutItsBeginningNothingIsSalvaged() throws IOException {
        var journal = failed();
        damage(journal, 1);
        var before = Files.readString(journal);

        var salvaged = desk.call("fsck last --salvage -f");

        assertThat(salvaged.exitCode()).as("%s", salvaged).isEqualTo(1);
        assertThat(salvaged.out()).contains("damaged", "its first event is lost", "prodigy run");
        assertThat(Files.readString(journal)).isEqualTo(before);
    }

    @Test
    void whoLostTheJournalsLastLinesHearsOfIt() throws IOException {
        damage(failed(), 5);

        assertThat(desk.call("fsck last --salvage -f").out())
                .contains("salvaged")
                .doesNotContain("its record tells");

        var journal = failed();
        var lines = Files.readAllLines(journal);
        damage(journal, 5);
        Files.write(journal, Files.readAllLines(journal).subList(0, lines.size() - 2));

        assertThat(desk.call("fsck last --salvage -f").out())
                .contains("its record tells of event %d, and the journal ended at %d"
                        .formatted(lines.size(), lines.size() - 2));
        assertThat(desk.call("fsck last").exitCode()).isZero();
    }

    @Test
    void aJournalOfANewerVersionIsNotCalledDamagedWithoutAWord() throws IOException {
        var journal = failed();
        var lines = Files.readAllLines(journal);
        lines.set(3, sealed(lines.get(3).replace("{\"v\":1,", "{\"v\":2,")));
        Files.write(journal, lines);
        for (var words : new String[] {"fsck last", "fsck last --salvage -f", "fsck --all -o json"}) {
            var said = desk.call(words);
            assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
            assertThat(said.err()).contains("line 4 was written by a newer version of the program (2)");
            assertThat(said.out()).contains("newer version");
        }
    }

    /// @return the journal of a run of which one item failed, and the reduce phase
    private Path failed() throws IOException {
        for (var name : new String[] {"ran", "mended", "reduced"}) {
            Files.deleteIfExists(desk.folder().resolve(name));
        }
        var before = journals();
        assertThat(desk.call("run flow.yml -q").exitCode()).isEqualTo(1);
        var added = journals();
        added.removeAll(before);
        assertThat(added).hasSize(1);
        return added.getFirst();
    }

    private List<Path> journals() throws IOException {
        var events = Files.createDirectories(desk.home().resolve("events"));
        try (var files = Files.walk(events)) {
            return files.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .collect(Collectors.toCollection(ArrayList::new));
        }
    }

    /// @return the item that only this line says to have finished
    private static Optional<String> lostOutcome(String line) {
        if (!line.contains("\"agent_completed\"")) {
            return Optional.empty();
        }
        return Optional.of(line.contains("\"item-001\"") ? "one" : "three");
    }

    private static void damage(Path journal, int line) throws IOException {
        var lines = Files.readAllLines(journal);
        lines.set(line - 1, lines.get(line - 1).replace("\"event_type\"", "\"Event_type\""));
        Files.write(journal, lines);
    }

    private static void loseLine(Path journal, String type) throws IOException {
        var lines = Files.readAllLines(journal);
        lines.removeAll(Collections.singletonList(
                lines.stream().filter(line -> line.contains(type)).findFirst().orElseThrow()));
        Files.write(journal, lines);
    }

    private static String sealed(String line) {
        var open = line.substring(0, line.lastIndexOf(",\"crc\""));
        var crc = new CRC32();
        crc.update(open.getBytes(UTF_8));
        return open + ",\"crc\":\"%08x\"}".formatted(crc.getValue());
    }
}
