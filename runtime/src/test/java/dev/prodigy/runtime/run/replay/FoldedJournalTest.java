package dev.prodigy.runtime.run.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.JournalEnd;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.JournalSettings;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.journal.Snapshots;
import dev.prodigy.runtime.snapshot.StateImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A journal is read from its newest snapshot on, and is checked from its beginning all the same.
class FoldedJournalTest {
    private static final String RUN = "mapreduce-20260131T120000123-abc123";
    private static final RunRef REF = new RunRef("app", RunId.parse(RUN).orElseThrow());
    private static final Instant TIME = Instant.parse("2026-01-31T12:00:00.123Z");
    private static final int ITEMS = 10;
    /// Events of the journals that are damaged at every bit.
    private static final int SHORT = 4;

    @TempDir
    Path root;

    private Home home;
    private Path folder;

    @BeforeEach
    void aJournal() throws IOException {
        home = new Home(root);
        folder = Files.createDirectories(home.events("app", REF.run()));
        if (OwnerLock.tryTake(home.runLock("app", REF.run()), new Owner(1, "h", TIME))
                instanceof OwnerLock.Attempt.Taken(var lock)) {
            try (lock;
                    var writer = JournalWriter.create(
                            lock, JournalSettings.defaults(new LocalDisk(), InstantSource.fixed(TIME)))) {
                writer.append(entries()).join();
            }
        }
    }

    @Test
    void aSnapshotAndTheRestAreTheWhole() {
        var whole = whole();
        for (int taken = 1; taken <= entries().size(); taken++) {
            snapshot(taken);

            try (var journal = FoldedJournal.open(home, REF)) {
                assertThat(image(journal.state())).as("behind %d", taken).isEqualTo(image(whole));
                assertThat(journal.reader().ending()).isEqualTo(new JournalEnd.Complete());
                assertThat(journal.reader().lastSeq()).isEqualTo(entries().size());
            }
        }
    }

    @Test
    void aGlanceComesToTheSame() {
        var whole = image(whole());
        for (int taken = 1; taken <= entries().size(); taken++) {
            snapshot(taken);

            try (var journal = FoldedJournal.glance(home, REF)) {
                assertThat(image(journal.state())).as("behind %d", taken).isEqualTo(whole);
            }
        }
    }

    @Test
    void aGlanceLeavesOutTheFilesBeforeTheSnapshot() throws IOException {
        var whole = image(whole());
        snapshot(entries().size() - 2);
        cutInTwo(entries().size() - 4);
        try (var files = Files.newDirectoryStream(folder, "events-20260131*")) {
            Files.writeString(files.iterator().next(), "no line of a journal\n");
        }

        try (var journal = FoldedJournal.glance(home, REF)) {
            assertThat(image(journal.state())).isEqualTo(whole);
        }
    }

    @Test
    void whatTookLongToFoldIsKept() {
        var whole = image(whole());
        int events = entries().size();
        try (var journal = FoldedJournal.glance(home, REF)) {
            journal.keep(home, REF, events + 1);
            assertThat(stateFolder()).isEmptyDirectory();
            journal.keep(home, REF, events);
        }

        try (var journal = FoldedJournal.glance(home, REF)) {
            assertThat(journal.imageSeq()).isEqualTo(events);
            assertThat(image(journal.state())).isEqualTo(whole);
        }
    }

    @Test
    void nothingIsKeptOfARunThatAProcessWorksOn() {
        if (OwnerLock.tryTake(home.runLock("app", REF.run()), new Owner(1, "h", TIME))
                instanceof OwnerLock.Attempt.Taken(var lock)) {
            try (lock;
                    var journal = FoldedJournal.glance(home, REF)) {
                journal.keep(home, REF, 1);
            }
        }

        assertThat(stateFolder()).isEmptyDirectory();
    }

    @Test
    void nothingIsKeptOfADamagedJournal() throws IOException {
        var file = journalFiles().getFirst();
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length / 3] ^= 1;
        Files.write(file, bytes);

        try (var journal = FoldedJournal.glance(home, REF)) {
            journal.keep(home, REF, 1);
        }

        assertThat(stateFolder()).isEmptyDirectory();
    }

    @Test
    void aSnapshotOfAnotherJournalIsIgnored() {
        var state = fold(5);
        new Snapshots(new LocalDisk(), stateFolder()).write(4, bytes(state));
        new Snapshots(new LocalDisk(), stateFolder()).write(5, bytes(fold(3)));

        try (var journal = FoldedJournal.open(home, REF)) {
            assertThat(image(journal.state())).isEqualTo(image(whole()));
        }
    }

    @Test
    void damageBeforeTheSnapshotIsFound() throws IOException {
        snapshot(entries().size() - 2);
        try (var files = Files.newDirectoryStream(folder, "events-*")) {
            var file = files.iterator().next();
            var bytes = Files.readAllBytes(file);
            bytes[bytes.length / 3] ^= 1;
            Files.write(file, bytes);
        }

        try (var journal = FoldedJournal.open(home, REF)) {
            assertThat(journal.reader().ending()).isInstanceOf(JournalEnd.Damaged.class);
        }
    }

    /// Each bit of two files: what is read is a prefix, and it is a torn tail only where nothing valid follows.
    @Test
    void aFlippedBitNeverMakesAnotherState() throws IOException {
        var images = images();
        cutInTwo(SHORT / 2);
        for (var file : journalFiles()) {
            var content = Files.readAllBytes(file);
            boolean last = file.equals(journalFiles().getLast());
            int lastLine = new String(content, StandardCharsets.UTF_8).lastIndexOf('\n', content.length - 2) + 1;
            for (int at = 0; at < content.length; at++) {
                for (int bit = 0; bit < 8; bit++) {
                    var flipped = content.clone();
                    flipped[at] ^= (byte) (1 << bit);
                    Files.write(file, flipped);
                    try (var journal = FoldedJournal.open(home, REF)) {
                        int seq = Math.toIntExact(journal.reader().lastSeq());
                        var where = file.getFileName() + " byte " + at + " bit " + bit;
                        assertThat(image(journal.state())).as(where).isEqualTo(images.get(seq));
                        assertThat(journal.reader().ending())
                                .as(where)
                                .isInstanceOf(
                                        last && at >= lastLine ? JournalEnd.TornTail.class : JournalEnd.Damaged.class);
                        assertThat(seq).as(where).isLessThan(SHORT);
                    }
                }
            }
            Files.write(file, content);
        }
    }

    /// A cut of the last file leaves a prefix; of another one it is a gap.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCutAnywhereNeverMakesAnotherState(boolean withSnapshot) throws IOException {
        var images = images();
        cutInTwo(SHORT / 2);
        if (withSnapshot) {
            snapshot(SHORT - 1);
        }
        for (var file : journalFiles()) {
            var content = Files.readAllBytes(file);
            boolean last = file.equals(journalFiles().getLast());
            for (int size = content.length - 1; size >= 0; size--) {
                Files.write(file, Arrays.copyOf(content, size));
                try (var journal = FoldedJournal.open(home, REF)) {
                    int seq = Math.toIntExact(journal.reader().lastSeq());
                    var where = file.getFileName() + " cut at " + size;
                    assertThat(image(journal.state())).as(where).isEqualTo(images.get(seq));
                    boolean atEnd = size == 0 || content[size - 1] == '\n';
                    var whole = atEnd ? JournalEnd.Complete.class : JournalEnd.TornTail.class;
                    assertThat(journal.reader().ending())
                            .as(where)
                            .isInstanceOf(last ? whole : JournalEnd.Damaged.class);
                }
            }
            Files.write(file, content);
        }
    }

    /// Keeps the first events only.
    ///
    /// @return the images of the state behind each of them
    private List<String> images() throws IOException {
        var file = journalFiles().getFirst();
        Files.write(file, Files.readAllLines(file).subList(0, SHORT));
        var images = new ArrayList<String>();
        images.add(image(new RunState()));
        for (int events = 1; events <= SHORT; events++) {
            images.add(image(fold(events)));
        }
        return images;
    }

    private List<Path> journalFiles() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .sorted()
                    .toList();
        }
    }

    /// Moves the lines behind the first so many into a file of their own.
    private void cutInTwo(int first) throws IOException {
        try (var files = Files.newDirectoryStream(folder, "events-*")) {
            var file = files.iterator().next();
            var lines = Files.readAllLines(file);
            Files.write(file, lines.subList(0, first));
            Files.write(folder.resolve("events-20260201T120000123Z.jsonl"), lines.subList(first, lines.size()));
        }
    }

    private void snapshot(int seq) {
        new Snapshots(new LocalDisk(), stateFolder()).write(seq, bytes(fold(seq)));
    }

    private Path stateFolder() {
        try {
            return Files.createDirectories(home.state("app", REF.run()));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private RunState whole() {
        return fold(entries().size());
    }

    /// @return the state behind the first so many events
    private RunState fold(int events) {
        var images = new ArrayList<Value>();
        try (var reader = JournalReader.open(folder)) {
            JournalFold.read(
                    reader,
                    folder,
                    events,
                    state -> images.add(StateImage.of(state).orElseThrow()));
        }
        return StateImage.read(images.getFirst()).orElseThrow();
    }

    private static byte[] bytes(RunState state) {
        return image(state).getBytes(StandardCharsets.UTF_8);
    }

    private static String image(RunState state) {
        return Json.write(StateImage.of(state).orElseThrow());
    }

    private static List<Entry> entries() {
        var entries = new ArrayList<Entry>();
        add(entries, "workflow_started", """
                {"workflow":"w","workflow_hash":"00","mode":"mapreduce","program":"p","pid":7,"host":"h","path":"/src"}""");
        add(entries, "work_items_loaded", "{\"total\":" + ITEMS + ",\"stages\":[],\"source\":\"s\",\"segments\":[]}");
        for (int item = 1; item <= ITEMS; item++) {
            var about = "{\"phase\":\"map\",\"item_id\":\"item-00" + item + "\",\"attempt\":1,";
            add(entries, "agent_started", about + "\"item_key\":\"k\",\"marker\":\"m\"}");
            add(
                    entries,
                    "agent_completed",
                    about
                            + "\"status\":\"success\",\"attempts\":1,\"duration_ms\":1,\"execution_ms\":1,"
                            + "\"retry_wait_ms\":0,\"commits\":[],\"steps\":[],\"result\":{},\"tolerated\":false}");
        }
        return entries;
    }

    private static void add(List<Entry> entries, String type, String fields) {
        long seq = entries.size() + 1L;
        entries.add(new Entry(seq, TIME.plusMillis(seq), seq * 10, type, RUN, null, (Value.Fields) Json.parse(fields)));
    }
}
