package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Any command makes views anew that it finds missing or stale, and answers from the journal (spec 05 §5.1).
class RenewedViewsTest extends RunToBreak {
    private Path letter() throws IOException {
        return file("item-002.json");
    }

    private Path file(String name) throws IOException {
        try (var files = Files.walk(desk.home())) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }

    private static void spoil(Path file, String how) throws IOException {
        switch (how) {
            case "deleted" -> Folders.delete(file.getParent());
            case "emptied" -> Files.writeString(file, "");
            case "truncated" -> Files.writeString(file, Files.readString(file).substring(0, 20));
            case "older" ->
                Files.writeString(
                        file,
                        Files.readString(file)
                                .replace("\"attempt_count\":1", "\"attempt_count\":0")
                                .replace("completed_with_failures", "running"));
            default -> throw new IllegalArgumentException(how);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "dlq list last, deleted",
        "dlq list last, truncated",
        "dlq list, older",
        "dlq show last, deleted",
        "dlq show last 2, older",
        "dlq export last -, truncated",
        "dlq analyze last, deleted",
        "dlq analyze, emptied",
        "dlq analyze last, older",
        "dlq stats last, deleted",
        "dlq stats, emptied",
        "runs show last, deleted",
        "status last, deleted"
    })
    void theFilesOfLetters(String words, String how) throws IOException {
        var file = letter();
        var whole = Files.readString(file);
        var said = desk.call(words + " -o json", 0);
        spoil(file, how);

        assertThat(desk.call(words + " -o json", 0)).isEqualTo(said);

        assertThat(file).hasContent(whole.strip());
        desk.call("fsck last", 0);
    }

    @Test
    void aFileOfNoLetterIsRemoved() throws IOException {
        var other = letter().resolveSibling("item-001.json");
        Files.copy(letter(), other);

        desk.call("dlq stats last", 0);

        assertThat(other).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "checkpoints show last, deleted",
        "checkpoints show last, truncated",
        "checkpoints list last, deleted",
        "checkpoints list last, truncated",
        "runs show last, deleted",
        "runs show last, older",
        "status last, truncated"
    })
    void theCheckpoint(String words, String how) throws IOException {
        var file = file("checkpoint.json");
        var whole = Files.readString(file);
        var said = desk.call(words + " -o json", 0);
        spoil(file, how);

        assertThat(desk.call(words + " -o json", 0)).isEqualTo(said);

        assertThat(file).hasContent(whole.strip());
    }

    /// It tells of as many events as the journal has.
    @ParameterizedTest
    @ValueSource(strings = {"runs ls", "runs show last"})
    void aSessionRecordThatSomebodyChanged(String words) throws IOException {
        var run = String.valueOf(journal.getParent().getFileName());
        var file = desk.home().resolve("sessions/" + run + ".json");
        var whole = Files.readString(file);
        var said = desk.call(words + " -o json", 0);
        spoil(file, "older");
        assertThat(file).content().isNotEqualTo(whole);

        assertThat(desk.call(words + " -o json", 0)).isEqualTo(said);

        assertThat(file).hasContent(whole.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dlq list last", "checkpoints show last", "runs show last"})
    void thoseOfALiveRunAreLeftToIt(String words) throws IOException {
        spoil(letter(), "deleted");
        spoil(file("checkpoint.json"), "deleted");
        var lock = journal.resolveSibling("run.lock");
        var held = OwnerLock.tryTake(lock, Owner.thisProcess(Instant.EPOCH));
        try (var _ = ((OwnerLock.Attempt.Taken) held).lock()) {
            desk.call(words, 0);
        }

        desk.call("fsck last", 0);
        assertThat(desk.call("fsck last -o json", 0).at("runs.0.views.missing"))
                .contains("item-002.json", "checkpoint");
    }

    /// What a damaged journal tells is not all there was.
    @ParameterizedTest
    @ValueSource(strings = {"dlq list last", "checkpoints show last", "runs show last"})
    void nothingIsMadeOfADamagedJournal(String words) throws IOException {
        spoil(letter(), "truncated");
        damage("workflow_completed");
        append("user_event", "");

        desk.call(words, 75);

        assertThat(Files.readString(letter())).hasSize(20);
    }
}
