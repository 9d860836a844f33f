package dev.prodigy.e2e.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The journal as the only truth: valid, mended where its tail is torn, refused where it is damaged (spec 05 §5,
/// §11).
class JournalTest {
    private static final String WORKFLOW = """
            mode: mapreduce
            map:
              input: [1, 2, 3]
              agent_template:
                - shell: echo ${item} >>"$TRACE"; test -e "$TRACE.repaired" || test ${item} != 2
            reduce:
              - shell: test -e "$TRACE.repaired"
            """;

    @NewSandbox
    private Sandbox sandbox;

    private Ended failed;

    @BeforeEach
    void aFailedRun() throws IOException {
        failed = sandbox.prodigy().run("run", sandbox.workflow(WORKFLOW), "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
    }

    @Test
    void aFinishedRunHasAValidJournal() throws IOException {
        sandbox.journal().assertValid();
        assertThat(sandbox.journal().events().getLast().text("event_type")).isEqualTo("workflow_failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"v\":1,\"seq\":", "\0\0\0\0", "garbage\n"})
    void aTornTailIsCutAndReported(String tail) throws IOException {
        Files.writeString(file(), tail, StandardOpenOption.APPEND);
        Files.createFile(sandbox.folder().resolve("trace.repaired"));

        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        sandbox.journal().assertValid();
        assertThat(sandbox.journal().events("journal_recovered").getFirst().number("dropped_bytes"))
                .isEqualTo(tail.length());
    }

    @Test
    void aFlippedBitInTheMiddleIsRefusedAndWhatIsBeforeItIsShown() throws IOException {
        var bytes = Files.readAllBytes(file());
        bytes[bytes.length / 2] ^= 1;
        Files.write(file(), bytes);
        Files.createFile(sandbox.folder().resolve("trace.repaired"));
        var before = sandbox.trace();

        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");
        var events = sandbox.prodigy().run("events", "last", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(75);
        assertThat(resumed.json().text("error.code")).isEqualTo("journal_damaged");
        for (var words : List.of("events ls last", "runs show last", "dlq list last", "events stats last")) {
            assertThat(sandbox.prodigy().run(words.split(" ", -1)).err())
                    .as(words)
                    .contains("prodigy fsck");
        }
        assertThat(resumed.json().text("error.message"))
                .contains(file().getFileName().toString());
        assertThat(sandbox.trace()).isEqualTo(before);
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
        assertThat(events.exitCode()).as("%s", events).isEqualTo(75);
        assertThat(events.json().list("events")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"flipped", "missing"})
    void damageAmongTheItemsIsRefusedBeforeAnythingRuns(String damage) throws IOException {
        var items = file().resolveSibling("items-1.jsonl");
        var bytes = Files.readAllBytes(items);
        bytes[bytes.length - 20] ^= 1;
        if (damage.equals("missing")) {
            Files.delete(items);
        } else {
            Files.write(items, bytes);
        }
        Files.createFile(sandbox.folder().resolve("trace.repaired"));
        var before = sandbox.trace();
        var journal = Files.readAllBytes(file());

        for (var command : List.of(List.of("resume", "last"), List.of("dlq", "retry", "last"))) {
            var refused = sandbox.prodigy()
                    .run(Stream.concat(command.stream(), Stream.of("-o", "json"))
                            .toArray(String[]::new));

            assertThat(refused.exitCode()).as("%s", refused).isEqualTo(75);
            assertThat(refused.json().text("error.code")).isEqualTo("journal_damaged");
            assertThat(refused.json().text("error.message"))
                    .contains(items.getFileName() + " line " + (damage.equals("missing") ? 1 : 3));
        }
        var salvage = sandbox.prodigy().run("fsck", "last", "--salvage", "-f");
        assertThat(salvage.exitCode()).as("%s", salvage).isEqualTo(1);
        assertThat(salvage.out()).contains("nothing to salvage");
        assertThat(sandbox.trace()).isEqualTo(before);
        assertThat(Files.readAllBytes(file())).isEqualTo(journal);
    }

    @Test
    void aCompletedRunIsNotResumedButItsResultIsPrintedAgain() throws IOException {
        Files.createFile(sandbox.folder().resolve("trace.repaired"));
        var done = sandbox.prodigy().run("run", sandbox.workflow("again.yml", WORKFLOW), "-o", "json");
        assertThat(done.exitCode()).as("%s", done).isZero();
        var journal = sandbox.journals().getLast();
        var before = journal.lines();

        var resumed = sandbox.prodigy().run("resume", done.json().text("run_id"), "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json()).isEqualTo(done.json());
        assertThat(journal.lines()).isEqualTo(before);
    }

    private Path file() throws IOException {
        return sandbox.journals().getFirst().files().getLast();
    }

    /// Values over 16 KiB stand in segments; whoever reads the run gets them back.
    @Test
    void largeValuesComeBackWhereverTheyAreRead() throws IOException {
        var there = sandbox.folder().resolve("there");
        var prodigy = sandbox.prodigy().with("MARK", there.toString());
        var large = "p".repeat(30_000);
        Files.writeString(sandbox.folder().resolve("large"), large);
        var workflow = sandbox.workflow("""
                parameters: {P: {type: string}}
                commands:
                  - {shell: 'printf needle%s "$P"', capture: c}
                  - test -e "$MARK"
                  - printf %s "$P" | wc -c >>"$TRACE"
                outputs: {o: "${c}"}
                """);
        var failed =
                prodigy.run("run", workflow, "--param", "P=@" + sandbox.folder().resolve("large"));
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        Files.writeString(there, "");

        var resumed = prodigy.run("resume", "last", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace()).endsWith("30000");
        for (var words : List.of("runs show -o json", "resume last -o json", "events last -o json", "events export")) {
            var read = prodigy.run(words.split(" ", -1));
            assertThat(read.exitCode()).as("%s", read).isZero();
            assertThat(read.out()).as(words).contains("needle" + large).doesNotContain("$segment");
        }
        assertThat(prodigy.run("events", "search", "needlep+", "-o", "json").out())
                .contains("\"event_type\":\"step_completed\"");
    }
}
