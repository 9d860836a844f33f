package dev.prodigy.runtime.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.JournalSettings;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterAttempt;
import dev.prodigy.runtime.world.Masking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Dead letter files of a live run (spec 05 §7).
class LiveLettersTest {
    private static final String RUN = "mapreduce-20260131T120000123-abc123";
    private static final RunRef REF = new RunRef("app", RunId.parse(RUN).orElseThrow());
    private static final Instant TIME = Instant.parse("2026-01-31T12:00:00.123Z");

    @TempDir
    Path root;

    @Test
    void aLetterOfAnItemWhoseAttemptBeganInAnEarlierProcessNamesIt() throws IOException {
        var file = written(new DeadLetter.Identity(RUN, "item-001", "", null));

        assertThat(file.get("item_key")).isEqualTo(Value.of("the-key"));
        assertThat(file.get("correlation_id")).isEqualTo(Value.of("agent-2-item-001"));
    }

    @Test
    void anItemWhoseKeyIsEmptyKeepsItsCorrelationId() throws IOException {
        var file = written(new DeadLetter.Identity(RUN, "item-002", "", "agent-1-item-002"));

        assertThat(file.get("item_key")).isEqualTo(Value.of(""));
        assertThat(file.get("correlation_id")).isEqualTo(Value.of("agent-1-item-002"));
    }

    @Test
    void anAttemptThatBeganInAnEarlierProcessBeganThen() throws IOException {
        var error = ErrorRecord.of(KnownCode.CRASH_LOOP.row(), "crashed");
        var crashed =
                new LetterAttempt(1, "agent-2", null, TIME.plusSeconds(60), 0, error, "signature", null, null, null);

        var file = written(new DeadLetter.Identity(RUN, "item-001", "the-key", "agent-2-item-001"), crashed);

        assertThat(file.get("history"))
                .isInstanceOfSatisfying(
                        Value.Items.class,
                        history -> assertThat(((Value.Fields) history.values().getFirst()).get("started_at"))
                                .isEqualTo(Value.of(TIME.toString())));
    }

    @Test
    void theFilesOfARunThatIsTakenUpAreThoseOfItsLetters() throws IOException {
        var letter = entry(2, "dlq_item_added", """
                {"phase":"map","item_id":"item-001","attempt_count":1,"signature":"s","failure_reason":"broken",
                "reprocess_eligible":true,"conflicts":[]}""");
        var place = place(started(), letter);
        var folder = Files.createDirectories(place.home().dlq("app", REF.run()));
        Files.writeString(folder.resolve("item-002.json"), "{}");
        Files.writeString(folder.resolve("notes.json"), "{}");

        try (var letters = new LiveLetters(place)) {
            letters.putRight(new int[] {0});
        }

        assertThat(folder.resolve("item-002.json")).doesNotExist();
        assertThat(folder.resolve("notes.json")).exists();
        assertThat(((Value.Fields) Json.parse(Files.readString(folder.resolve("item-001.json")))).get("item_key"))
                .isEqualTo(Value.of("the-key"));
    }

    private Value.Fields written(DeadLetter.Identity identity, LetterAttempt... history) throws IOException {
        var place = place(started());
        var facts = new LetterEvent.Facts(5, "signature", "reason", true, null, null, null, List.of());
        var letter = new DeadLetter(identity, facts, null, List.of(history));

        try (var letters = new LiveLetters(place)) {
            letters.write(letter);
        }

        return (Value.Fields)
                Json.parse(Files.readString(place.home().dlq("app", REF.run()).resolve(identity.itemId() + ".json")));
    }

    private static Entry started() {
        return entry(1, "agent_started", """
                {"phase":"map","item_id":"item-001","agent_id":"agent-2","correlation_id":"agent-2-item-001",
                "attempt":1,"item_key":"the-key","marker":"m"}""");
    }

    private static Entry entry(long seq, String type, String fields) {
        return new Entry(seq, TIME, 1, type, RUN, null, (Value.Fields) Json.parse(fields));
    }

    /// @param journal what happened in an earlier process
    private RunViews.Place place(Entry... journal) throws IOException {
        var home = new Home(root);
        Files.createDirectories(home.events("app", REF.run()));
        var owner = new Owner(1, "h", TIME);
        try (var lock = ((OwnerLock.Attempt.Taken) OwnerLock.tryTake(home.runLock("app", REF.run()), owner)).lock();
                var writer = JournalWriter.create(
                        lock, JournalSettings.defaults(new LocalDisk(), InstantSource.fixed(TIME)))) {
            writer.append(List.of(journal)).join();
        }
        return new RunViews.Place(home, new LocalDisk(), REF, owner, new Masking(Set.of(), Set.of(), List.of()));
    }
}
