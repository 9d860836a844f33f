package dev.prodigy.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunsTest {
    private static final String ONE = "workflow-20260131T120000001-aaaaaa";
    private static final String TWO = "mapreduce-20260131T120000002-aaaaaa";
    private static final String THREE = "graph-20260131T120000003-aaaaaa";
    private static final String NEWEST = "graph-20260131T120000004-abcdef";

    @TempDir
    Path root;

    private Home home;

    @BeforeEach
    void fourRunsInTwoRepositories() throws IOException {
        home = new Home(root);
        run("app", ONE);
        run("app", THREE);
        run("app-123456", TWO);
        run("app-123456", NEWEST);
        Files.createDirectories(home.events("app", new RunId("graph-20260131T120000009-nofile")));
        Files.createDirectories(home.events("app").resolve("something-else"));
        Files.writeString(home.events().resolve("stray.txt"), "");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            workflow-20260131T120000001-aaaaaa, workflow-20260131T120000001-aaaaaa
            workflow,                           workflow-20260131T120000001-aaaaaa
            w,                                  workflow-20260131T120000001-aaaaaa
            mapreduce-2026,                     mapreduce-20260131T120000002-aaaaaa
            graph-20260131T120000004,           graph-20260131T120000004-abcdef
            last,                               graph-20260131T120000004-abcdef
            """)
    void aPrefixOverAllRepositoriesFindsTheRun(String text, String run) {
        assertThat(new Runs(home).resolve(text, null))
                .isInstanceOfSatisfying(
                        RunResolution.Found.class,
                        found -> assertThat(found.run().run().text()).isEqualTo(run));
    }

    @ParameterizedTest
    @CsvSource({"app,graph-20260131T120000003-aaaaaa", "app-123456,graph-20260131T120000004-abcdef"})
    void lastIsTheNewestOfTheRepository(String repo, String run) {
        assertThat(new Runs(home).resolve("last", repo))
                .isEqualTo(new RunResolution.Found(new RunRef(repo, new RunId(run))));
    }

    @ParameterizedTest
    @CsvSource({"''", "x", "raph", "20260131", "graph-20260131T120000004-abcdefg", "Graph"})
    void whatBeginsNoRunIsNotFound(String text) {
        assertThat(new Runs(home).resolve(text, "app")).isEqualTo(new RunResolution.NotFound(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"graph-20260131T120000009", "graph-20260131T120000009-nofile"})
    void whatIsLeftOfARunThatNeverBeganIsFoundByItsNameAlone(String text) {
        var left = new RunRef("app", new RunId("graph-20260131T120000009-nofile"));

        assertThat(new Runs(home).resolve(text, "app")).isEqualTo(new RunResolution.Unbegun(left));
        assertThat(new Runs(home).all()).doesNotContain(left);
    }

    @Test
    void theFolderOfARunIsLocatedBeforeItsFirstRecord() {
        var beginning = new RunId("graph-20260131T120000009-nofile");
        assertThat(new Runs(home).locate(beginning)).contains(new RunRef("app", beginning));
        assertThat(new Runs(home).locate(new RunId(TWO))).contains(new RunRef("app-123456", new RunId(TWO)));
        assertThat(new Runs(home).locate(new RunId("graph-20260131T120000010-nofile")))
                .isEmpty();
    }

    @Test
    void thereIsNoLastWithoutRuns() {
        assertThat(new Runs(home).resolve("last", "other")).isEqualTo(new RunResolution.NotFound("last"));
        assertThat(new Runs(new Home(root.resolve("none"))).resolve("last", null))
                .isEqualTo(new RunResolution.NotFound("last"));
    }

    @Test
    void anAmbiguousPrefixNamesTheNewestTen() throws IOException {
        for (int i = 10; i < 22; i++) {
            run("app", "graph-20260131T1200000" + i + "-aaaaaa");
        }
        assertThat(new Runs(home).resolve("graph-", "app"))
                .isInstanceOfSatisfying(RunResolution.Ambiguous.class, ambiguous -> {
                    assertThat(ambiguous.total()).isEqualTo(14);
                    assertThat(ambiguous.candidates()).hasSize(10);
                    assertThat(ambiguous.candidates().getFirst().run().text()).contains("T120000021");
                    assertThat(ambiguous.candidates().getLast().run().text()).contains("T120000012");
                });
    }

    @Test
    void runsAreListedNewestFirst() {
        assertThat(new Runs(home).all()).map(ref -> ref.run().text()).containsExactly(NEWEST, THREE, TWO, ONE);
        assertThat(new Runs(home).of("app")).map(ref -> ref.run().text()).containsExactly(THREE, ONE);
    }

    @Test
    void anArchivedJournalIsARun() throws IOException {
        var folder = home.events("app", new RunId("graph-20260131T120000008-aaaaaa"));
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("events-20260131T120000008Z.jsonl.gz"), "x");
        assertThat(new Runs(home).of("app")).hasSize(3);
    }

    /// A program was killed before the first record of its run was whole.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"v\":1,\"seq\":1,\"timestamp\":\"2026-01-31T12:0",
                "\0\0\0\0",
                "{\"v\":1,\"seq\":1,\0\0\0\0,\"crc\":\"0a1b2c3d\"}\n"
            })
    void aJournalWithoutAFirstRecordIsNoRun(String content) throws IOException {
        var folder = Files.createDirectories(home.events("app", new RunId("graph-20260131T120000008-aaaaaa")));
        Files.writeString(folder.resolve("events-20260131T120000008Z.jsonl"), content);
        assertThat(new Runs(home).resolve("last", "app"))
                .isEqualTo(new RunResolution.Found(new RunRef("app", new RunId(THREE))));
        assertThat(new Runs(home).of("app")).hasSize(2);
        assertThat(new Runs(home).unbegunOf("app"))
                .extracting(ref -> ref.run().text())
                .containsExactly("graph-20260131T120000009-nofile", "graph-20260131T120000008-aaaaaa");
        assertThat(new Runs(home).unbegun()).hasSize(2);
    }

    @Test
    void aDamagedJournalIsARun() throws IOException {
        var journal = home.events("app", new RunId(ONE)).resolve("events-20260131T120000000Z.jsonl");
        Files.writeString(journal, "?\n" + Files.readString(journal));
        assertThat(new Runs(home).unbegun())
                .extracting(ref -> ref.run().text())
                .containsExactly("graph-20260131T120000009-nofile");
    }

    /// A journal of one record.
    private void run(String repo, String id) throws IOException {
        var folder = Files.createDirectories(home.events(repo, new RunId(id)));
        var record = "{\"v\":1,\"seq\":1,\"timestamp\":\"2026-01-31T12:00:00.000Z\",\"elapsed_ms\":0,"
                + "\"event_type\":\"workflow_started\",\"run_id\":\"" + id + "\"";
        var sum = new CRC32();
        sum.update(record.getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                folder.resolve("events-20260131T120000000Z.jsonl"),
                record + ",\"crc\":\"" + String.format("%08x", sum.getValue()) + "\"}\n");
    }
}
