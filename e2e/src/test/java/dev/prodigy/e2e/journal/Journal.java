package dev.prodigy.e2e.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/// A run's journal as it lies on disk, read with nothing of the program's own reader (spec 05 §5.2).
///
/// @param folder `events/{repo_name}/{run_id}`
public record Journal(Path folder) {
    private static final Pattern CRC = Pattern.compile(",\"crc\":\"([0-9a-f]{8})\"}$");

    /// The last events of a run's start or resume.
    public static final List<String> TERMINAL = List.of(
            "workflow_completed",
            "workflow_failed",
            "workflow_stopped",
            "workflow_timed_out",
            "workflow_cancelled",
            "workflow_interrupted");

    /// @return the id of the run
    public String runId() {
        return folder.getFileName().toString();
    }

    /// @return the journal files, oldest first
    public List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("events-.*\\.jsonl"))
                    .sorted()
                    .toList();
        }
    }

    /// @return all complete lines
    public List<String> lines() throws IOException {
        var lines = new ArrayList<String>();
        for (var file : files()) {
            var text = new String(Files.readAllBytes(file), UTF_8);
            text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(lines::add);
        }
        return lines;
    }

    /// @return all events
    public List<Document> events() throws IOException {
        return lines().stream().map(Document::parse).toList();
    }

    /// @return the events of one type
    public List<Document> events(String type) throws IOException {
        return lines().stream()
                .filter(line -> line.contains("\"event_type\":\"" + type + "\""))
                .map(Document::parse)
                .toList();
    }

    /// @return how many events of one type there are by now
    public long count(String type) throws IOException {
        return lines().stream()
                .filter(line -> line.contains("\"event_type\":\"" + type + "\""))
                .count();
    }

    /// Fails unless `seq` counts from 1 without gap, every checksum is right, the first event starts the run, and the
    /// last terminal one is followed by none but what later commands write (spec 05 §11).
    public void assertValid() throws IOException {
        long seq = 0;
        for (var line : lines()) {
            seq++;
            assertThat(Document.parse(line).number("seq")).as(line).isEqualTo(seq);
            assertThat(CRC.matcher(line).replaceFirst(match -> "").length())
                    .as(line)
                    .isLessThan(line.length());
            assertThat(crcIn(line)).as(line).isEqualTo(crcOf(line));
        }
        var events = events();
        assertThat(events.getFirst().text("event_type")).isEqualTo("workflow_started");
        // Behind its end a run's journal has what a later cleaning did (spec 05 §6).
        assertThat(events.reversed().stream()
                        .map(event -> event.text("event_type"))
                        .filter(type -> !type.startsWith("worktree_"))
                        .findFirst())
                .hasValueSatisfying(type -> assertThat(type).isIn(TERMINAL));
    }

    private static String crcIn(String line) {
        var matcher = CRC.matcher(line);
        assertThat(matcher.find()).as(line).isTrue();
        return matcher.group(1);
    }

    private static String crcOf(String line) {
        var crc = new CRC32();
        crc.update(line.substring(0, line.lastIndexOf(",\"crc\":")).getBytes(UTF_8));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
