package dev.prodigy.e2e.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a full disk under a called run is to its callers: a fault of the machine, which no step or item answers for
/// (spec 02 §2.2, 05 §5.3.6).
class FaultsOfCalledRunsTest {
    @NewSandbox
    private Sandbox sandbox;

    private Ended interrupted(String caller) throws IOException {
        sandbox.workflow("called.yml", """
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2]
                  max_parallel: 1
                  agent_template:
                    - shell: echo ${item} >>"$TRACE"; test ${item} = 1 || head -c 300000 /dev/zero
                """);
        sandbox.workflow("between.yml", "commands: [{workflow: called.yml, continue_on_error: true}]");

        var ended = sandbox.prodigy().after("ulimit -f 100").run("run", sandbox.workflow(caller), "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(75);
        assertThat(ended.json().text("status")).isEqualTo("interrupted");
        assertThat(ended.json().text("error.message")).contains("(", "called.yml): ", "/logs/", "too large");
        assertThat(ended.json().text("error.hint")).contains("ulimit -f");
        assertThat(sandbox.trace()).containsExactly("1", "2");
        for (var type : new String[] {"subworkflow_failed", "step_failed", "step_retry_scheduled", "agent_failed"}) {
            assertThat(sandbox.count(type)).as(type).isZero();
        }
        return ended;
    }

    private void resumed() throws IOException {
        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        for (var journal : sandbox.journals()) {
            journal.assertValid();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{workflow: called.yml, continue_on_error: true}",
                "{workflow: called.yml, retry: {attempts: 3}, on_failure: [{shell: 'echo handled >>\"$TRACE\"'}]}",
                "{workflow: between.yml}"
            })
    void theRunOfAStepIsInterruptedAndGoesOnWithTheSameRun(String step) throws IOException {
        interrupted("commands: [" + step + "]");
        int runs = sandbox.journals().size();

        resumed();

        assertThat(sandbox.trace()).containsExactly("1", "2", "2");
        assertThat(sandbox.journals()).hasSize(runs);
    }

    @Test
    void itemsThatCallArePending() throws IOException {
        var ended = interrupted("""
                mode: mapreduce
                map:
                  input: [a, b]
                  max_parallel: 1
                  agent_template: [{workflow: called.yml}]
                  on_item_failure: retry
                """);
        assertThat(ended.json().number("items.pending")).isEqualTo(2);

        resumed();
    }
}
