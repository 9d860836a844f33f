package dev.prodigy.e2e.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A packed journal is still the truth of its run (spec 05 §2.10).
class PackedRunTest {
    private static final String STOPPED = """
            mode: mapreduce
            map:
              input: [1, 2, 3]
              max_parallel: 1
              error_policy: {on_item_failure: stop}
              agent_template:
                - shell: echo ${item} >>"$TRACE"; test ${item} != 2 || test -n "$REPAIRED"
            """;

    @NewSandbox
    private Sandbox sandbox;

    private String run;

    @BeforeEach
    void aStoppedRunIsPacked() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(STOPPED), "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
        run = ended.json().text("run_id");
        pack(run);
    }

    @Test
    void itIsResumed() throws IOException {
        var resumed = sandbox.prodigy().with("REPAIRED", "1").run("resume", run, "--retry-failed", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().number("items.successful")).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("1", "2", "2", "3");
    }

    /// The resume of a run looks for what it has called among the younger ones.
    @Test
    void youngerOnesAreNotHarmedByTheResumeOfAnother() throws IOException {
        var younger = sandbox.prodigy()
                .run("run", sandbox.workflow(STOPPED), "-o", "json")
                .json()
                .text("run_id");
        pack(younger);

        sandbox.prodigy().with("REPAIRED", "1").run("resume", run, "--retry-failed", "-y");

        var checked = sandbox.prodigy().run("fsck", younger);
        assertThat(checked.exitCode()).as("%s", checked).isZero();
        var resumed =
                sandbox.prodigy().with("REPAIRED", "1").run("resume", younger, "--retry-failed", "-y", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
    }

    private void pack(String id) {
        var packed = sandbox.prodigy().run("events", "clean", id, "--archive", "--include-resumable", "-f");
        assertThat(packed.exitCode()).as("%s", packed).isZero();
    }
}
