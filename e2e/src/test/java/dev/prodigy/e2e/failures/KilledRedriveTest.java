package dev.prodigy.e2e.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A redrive that died leaves in the queue what it did not get to, and every command says so (spec 03 §1, §15, 05 §2).
class KilledRedriveTest {
    @NewSandbox
    private Sandbox sandbox;

    private String run = "";

    @BeforeEach
    void aRedriveOfFourItemsIsKilledInTheFirst() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: {command: seq 4}
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        echo ${item} >>"$TRACE"
                        test -z "$MARK" || touch "$MARK"
                        test -n "$MENDED" || exit 9
                        test -z "$MARK" || sleep 600
                """);
        var failed = sandbox.prodigy().run("run", workflow, "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(3);
        run = failed.json().text("run_id");
        Path mark = sandbox.folder().resolve("begun");
        sandbox.prodigy()
                .with("MENDED", "1")
                .with("MARK", mark.toString())
                .start("dlq", "retry", run)
                .until("the first item to work", () -> Files.exists(mark))
                .kill();
    }

    @Test
    void itsItemsAreFailedAndAResumeAndItsPlanLeaveThemSo() throws IOException {
        var shown = sandbox.prodigy().run("runs", "show", run, "-o", "json");
        assertThat(shown.json().text("status")).isEqualTo("interrupted");
        assertThat(shown.json().number("items.failed")).as("%s", shown).isEqualTo(4);
        assertThat(shown.json().number("items.pending")).isZero();
        var status = sandbox.prodigy().run("status", run, "-o", "json");
        assertThat(status.json().number("items.failed")).as("%s", status).isEqualTo(4);

        var plan = sandbox.prodigy().run("resume", run, "--dry-run", "-o", "json");
        assertThat(plan.out()).contains("in_dlq").doesNotContain("\"pending\"", "\"interrupted\"");
        var resumed = sandbox.prodigy().with("MENDED", "1").run("resume", run, "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(resumed.json().number("items.failed")).isEqualTo(4);
        assertThat(sandbox.trace()).containsExactly("1", "2", "3", "4", "1");
    }

    @Test
    void anItemThatIsPutBackRunsWithTheNextResume() throws IOException {
        var requeued = sandbox.prodigy().run("requeue", run, "item-003", "-o", "json");
        assertThat(requeued.exitCode()).as("%s", requeued).isZero();

        var shown = sandbox.prodigy().run("runs", "show", run, "-o", "json");
        assertThat(shown.json().number("items.pending")).as("%s", shown).isEqualTo(1);
        assertThat(shown.json().number("items.failed")).isEqualTo(3);
        var resumed = sandbox.prodigy().with("MENDED", "1").run("resume", run, "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(resumed.json().number("items.failed")).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("1", "2", "3", "4", "1", "3");
        var letters = sandbox.prodigy().run("dlq", "list", run, "-o", "json");
        assertThat(letters.out()).doesNotContain("item-003");
    }
}
