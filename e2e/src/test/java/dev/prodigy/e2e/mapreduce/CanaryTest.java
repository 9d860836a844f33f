package dev.prodigy.e2e.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// The first items decide whether the rest may run (spec 03 §5; acceptance row 15).
class CanaryTest {
    private static final String WORKFLOW = """
            mode: mapreduce
            isolation: none
            map:
              input: [{id: 1}, {id: 2}, {id: 3}, {id: 4}, {id: 5}]
              max_parallel: 3
              canary: %s
              agent_template:
                - shell: |
                    echo ${item.id} >>"$TRACE"
                    [ ${item.id} != 1 ] || [ -e "$TRACE.mended" ]
            """;

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void theRestRunsOnlyWhenTheCanaryIsWell() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(WORKFLOW.formatted("2")), "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
        assertThat(ended.json().text("error.code")).isEqualTo("CANARY_FAILED");
        assertThat(ended.json().number("items.pending")).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactlyInAnyOrder("1", "2");
        var gate = sandbox.journal().events("canary_evaluated").getFirst();
        assertThat(gate.text("passed")).isEqualTo("false");
        assertThat(gate.number("items")).isEqualTo(2);
        assertThat(gate.number("failures")).isEqualTo(1);
        assertThat(gate.number("projection.items")).isEqualTo(5);

        var run = ended.json().text("run_id");
        assertThat(ended.json().text("error.hint")).isEqualTo("prodigy dlq retry " + run);
        assertThat(sandbox.prodigy().run("resume", run).exitCode()).isEqualTo(4);
        Files.createFile(sandbox.folder().resolve("trace.mended"));
        sandbox.prodigy().run("dlq", "retry", run);
        var resumed = sandbox.prodigy().run("resume", run, "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace()).containsExactlyInAnyOrder("1", "2", "1", "3", "4", "5");
    }

    @Test
    void withoutATerminalNobodyApproves() throws IOException {
        Files.createFile(sandbox.folder().resolve("trace.mended"));
        var workflow = sandbox.workflow(WORKFLOW.formatted("{items: 1, gate: approve}"));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
        assertThat(ended.err()).contains("Canary: 1 of 5 items ran, 0 of them failed");
        assertThat(sandbox.trace()).containsExactly("1");

        var run = ended.json().text("run_id");
        assertThat(ended.json().text("error.hint")).isEqualTo("prodigy resume " + run + " -y");

        var resumed = sandbox.prodigy().run("resume", run, "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace()).hasSize(5);
    }

    @Test
    void yesApproves() throws IOException {
        Files.createFile(sandbox.folder().resolve("trace.mended"));
        var workflow = sandbox.workflow(WORKFLOW.formatted("{items: 1, gate: approve}"));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).hasSize(5);
    }
}
