package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Prodigy;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What was captured of a secret is in no journal, and nothing goes on with a mask in its place (spec 05 §9).
class UnstoredSecretTest {
    @NewSandbox
    private Sandbox sandbox;

    private Prodigy prodigy;

    @BeforeEach
    void secret() {
        prodigy = sandbox.prodigy().with("KEY_ONE", "from-process-1");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            echo "${held}"         | 2
            echo "$held"           | 2
            echo "${by_id.output}" | 2
            echo "${by_id.status}" | 0
            echo "${clean}"        | 0
            echo held by_id.output | 0
            echo $((held))         | 2
            printenv held          | 2
            echo "${held:-x}"      | 2
            """)
    void aResumeDoesNotGoOnWithAMaskInAValuesPlace(String reads, int exit) throws IOException {
        var workflow = sandbox.workflow("""
                secrets: {A: KEY_ONE}
                commands:
                  - {shell: 'echo "got $A"', capture: held, id: by_id}
                  - {shell: 'echo clean', capture: clean, id: other}
                  - {shell: 'READS >>"$TRACE"; test -n "$REPAIRED"'}
                """.replace("READS", reads));

        var failed = prodigy.run("run", workflow);
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        var before = sandbox.trace();
        var resumed = prodigy.with("REPAIRED", "1").run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(exit);
        if (exit == 2) {
            assertThat(resumed.json().text("error.code")).isEqualTo("captured_secret");
            assertThat(resumed.json().text("error.message")).contains("by_id");
            assertThat(sandbox.trace()).isEqualTo(before);
            assertThat(sandbox.journal()
                            .events("workflow_interrupted")
                            .getLast()
                            .text("reason"))
                    .isEqualTo("captured_secret");
        }
    }

    /// What the items of a redrive have brought is kept on the run's branch.
    @Test
    void aSecondMergeDoesNotReadAMaskEither() throws IOException {
        sandbox.repository().write("README", "read me\n").commitAll("read me");
        var workflow = sandbox.workflow("""
                mode: mapreduce
                secrets: {A: KEY_ONE}
                setup: [{shell: 'echo "got $A"', capture: held}]
                map:
                  input: [a, b]
                  agent_template:
                    - 'touch ${item}.txt; git add -A; git commit -qm ${item}; test ${item} = a -o -n "$REPAIRED"'
                merge: ['echo "${held}" >>"$TRACE"']
                """);
        assertThat(prodigy.run("run", workflow, "-y").exitCode()).isEqualTo(3);
        var before = sandbox.trace();

        var redriven = prodigy.with("REPAIRED", "1").run("dlq", "retry", "last", "-y", "-o", "json");

        assertThat(redriven.exitCode()).as("%s", redriven).isEqualTo(2);
        assertThat(redriven.json().text("error.code")).isEqualTo("captured_secret");
        assertThat(before).hasSize(1);
        assertThat(sandbox.trace()).isEqualTo(before);
        assertThat(sandbox.journal().count("agent_completed")).isEqualTo(2);
    }
}
