package dev.prodigy.e2e.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Views are never truth: whatever is missing or stale is made anew from the journal (spec 05 §5.1,
/// §5.5, §11).
class ViewsTest {
    private static final String WORKFLOW = """
            mode: mapreduce
            isolation: none
            map:
              input: [{n: 1}, {n: 2}, {n: 3}, {n: 4}]
              max_parallel: 1
              agent_template:
                - shell: "test ${item.n} -lt 3 || test -e \\"$TRACE.mended${item.n}\\" || { echo no ${item.n} in /d/${item.n} >&2; exit 7; }"
            """;

    @NewSandbox
    private Sandbox sandbox;

    private String run;

    @BeforeEach
    void aRunWithTwoDeadLetters() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(WORKFLOW), "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        run = ended.json().text("run_id");
    }

    @Test
    void aRunLeavesItsViewsAndTheyAreWhatTheJournalTells() throws IOException {
        var session = Document.parse(Files.readString(sandbox.home().resolve("sessions/" + run + ".json")));
        assertThat(session.text("status")).isEqualTo("completed_with_failures");
        assertThat(session.text("pid")).isEqualTo("null");
        assertThat(session.number("items.failed")).isEqualTo(2);
        assertThat(session.number("dlq")).isEqualTo(2);

        var checkpoint = Document.parse(Files.readString(file("checkpoint.json")));
        assertThat(checkpoint.text("phase")).isEqualTo("done");
        assertThat(checkpoint.number("items_processed")).isEqualTo(4);
        assertThat(checkpoint.list("items_remaining")).isEmpty();
        assertThat(checkpoint.number("version")).isEqualTo(sandbox.count("checkpoint_saved"));

        var letter = Document.parse(Files.readString(file("item-003.json")));
        assertThat(letter.names())
                .contains(
                        "item_id",
                        "item_data",
                        "failure_reason",
                        "error_details",
                        "failed_at",
                        "attempt_count",
                        "correlation_id");
        var checked = sandbox.prodigy().run("fsck", run, "-o", "json");
        assertThat(checked.exitCode()).as("%s", checked).isZero();
        assertThat(checked.json().list("runs.0.views.missing")).isEmpty();
        assertThat(checked.json().list("runs.0.views.stale")).isEmpty();
    }

    @Test
    void deletedViewsAreMissedByNobodyAndComeBack() throws IOException {
        var before = sandbox.homeFiles();
        var listed = sandbox.prodigy().run("dlq", "list", run, "-o", "json").json();
        for (var view : new String[] {"state", "dlq", "sessions"}) {
            delete(sandbox.home().resolve(view));
        }

        assertThat(sandbox.prodigy().run("dlq", "list", run, "-o", "json").json())
                .isEqualTo(listed);
        var checked = sandbox.prodigy().run("fsck", run, "--repair", "-o", "json");
        assertThat(checked.exitCode()).as("%s", checked).isZero();
        assertThat(sandbox.homeFiles()).containsAll(before);
        var again = sandbox.prodigy().run("fsck", run, "-o", "json").json();
        assertThat(again.list("runs.0.views.missing")).isEmpty();
        assertThat(again.list("runs.0.views.stale")).isEmpty();
    }

    @Test
    void twoFailuresThatAreAlikeAreOneClusterAndARedriveUpdatesTheirRecords() throws IOException {
        var analysed =
                sandbox.prodigy().run("dlq", "analyze", run, "-o", "json").json();
        assertThat(analysed.list("clusters")).hasSize(1);
        assertThat(analysed.number("clusters.0.count")).isEqualTo(2);
        var before = Document.parse(Files.readString(file("item-004.json")));

        Files.createFile(sandbox.folder().resolve("trace.mended3"));
        var first = sandbox.prodigy().run("dlq", "retry", run, "-o", "json");
        assertThat(first.exitCode()).as("%s", first).isEqualTo(3);
        assertThat(sandbox.homeFiles().stream().filter(name -> name.startsWith("dlq/")))
                .hasSize(1);
        var after = Document.parse(Files.readString(file("item-004.json")));
        assertThat(after.number("attempt_count")).isEqualTo(before.number("attempt_count") + 1);
        assertThat(after.text("correlation_id")).isEqualTo(before.text("correlation_id"));
        assertThat(after.list("history")).hasSize(2);

        Files.createFile(sandbox.folder().resolve("trace.mended4"));
        var second = sandbox.prodigy().run("dlq", "retry", run, "-o", "json");
        assertThat(second.exitCode()).as("%s", second).isZero();
        assertThat(second.json().text("status")).isEqualTo("completed");
        assertThat(sandbox.homeFiles().stream().filter(name -> name.startsWith("dlq/")))
                .isEmpty();
    }

    @Test
    void aCommandThatTakesTheRunUpPutsTheFilesOfItsLettersRight() throws IOException {
        var missing = file("item-004.json");
        var whole = Files.readString(missing);
        Files.move(missing, missing.resolveSibling("item-001.json"));
        Files.createFile(sandbox.folder().resolve("trace.mended3"));

        var retried = sandbox.prodigy().run("dlq", "retry", run, "item-003", "-o", "json");

        assertThat(retried.exitCode()).as("%s", retried).isZero();
        assertThat(sandbox.homeFiles().stream().filter(name -> name.startsWith("dlq/")))
                .hasSize(1);
        assertThat(file("item-004.json")).hasContent(whole.strip());
        var checked = sandbox.prodigy().run("fsck", run, "-o", "json").json();
        assertThat(checked.text("ok")).isEqualTo("true");
    }

    @Test
    void clearedLettersAreGoneOnceThatIsConfirmedAndTheRunNeverBecomesCompleted() throws IOException {
        var refused = sandbox.prodigy().run("dlq", "clear", run, "-o", "json");
        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("error.code")).isEqualTo("not_confirmed");
        assertThat(sandbox.count("dlq_item_removed")).isZero();

        var cleared = sandbox.prodigy().run("dlq", "clear", run, "--yes", "-o", "json");
        assertThat(cleared.exitCode()).as("%s", cleared).isZero();
        assertThat(cleared.json().number("removed")).isEqualTo(2);
        assertThat(sandbox.prodigy().run("fsck", run, "-o", "json").json().text("ok"))
                .isEqualTo("true");
        var retried = sandbox.prodigy().run("dlq", "retry", run, "-o", "json").json();
        assertThat(retried.text("status")).isEqualTo("completed_with_failures");
    }

    @Test
    void aDamagedJournalIsSalvagedOnceThatIsConfirmed() throws IOException {
        var file = sandbox.journal().files().getLast();
        var bytes = Files.readAllBytes(file);
        int middle =
                new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("\"item_id\":\"item-003\"");
        bytes[middle] ^= 1;
        Files.write(file, bytes);

        var refused = sandbox.prodigy().run("fsck", run, "--salvage", "-o", "json");
        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("runs.0.damage.0.file")).isEqualTo(file.toString());
        assertThat(refused.json().number("runs.0.damage.0.line")).isPositive();

        Ended salvaged = sandbox.prodigy().run("fsck", run, "--salvage", "--yes", "-o", "json");
        assertThat(salvaged.exitCode()).as("%s", salvaged).isZero();
        assertThat(sandbox.homeFiles()).anyMatch(name -> name.endsWith(".damaged"));
        Files.createFile(sandbox.folder().resolve("trace.mended3"));
        Files.createFile(sandbox.folder().resolve("trace.mended4"));
        var resumed = sandbox.prodigy().run("resume", run, "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        sandbox.journal().assertValid();
    }

    @Test
    void aFinishedRunIsCleanedAndOneWithDeadLettersIsKept() throws IOException {
        var kept = sandbox.prodigy()
                .run("clean", "all", "--all", "-f", "-o", "json")
                .json();
        assertThat(kept.number("removed.runs")).isZero();
        assertThat(kept.text("kept.0.run_id")).isEqualTo(run);

        var packed =
                sandbox.prodigy().run("events", "clean", run, "--archive", "--include-resumable", "-f", "-o", "json");
        assertThat(packed.exitCode()).as("%s", packed).isZero();
        assertThat(sandbox.homeFiles()).noneMatch(name -> name.endsWith("Z.jsonl"));
        assertThat(sandbox.prodigy()
                        .run("dlq", "list", run, "-o", "json")
                        .json()
                        .number("total"))
                .isEqualTo(2);

        var cleaned = sandbox.prodigy()
                .run("clean", "all", "--all", "--include-resumable", "-f", "-o", "json")
                .json();
        assertThat(cleaned.number("removed.runs")).isEqualTo(1);
        assertThat(sandbox.homeFiles()).noneMatch(name -> name.contains(run));
    }

    private Path file(String name) throws IOException {
        return sandbox.home()
                .resolve(sandbox.homeFiles().stream()
                        .filter(each -> each.endsWith("/" + name))
                        .findFirst()
                        .orElseThrow());
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
