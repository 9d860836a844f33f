package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a step had come to when its program was killed or the run failed counts for the resume (spec 03 §14).
class InterruptedStepTest {
    /// Waits once, until it is killed.
    private static final String ONCE =
            "test -e \"$TRACE.again\" || { touch \"$TRACE.again\"; touch \"$TRACE.there\"; sleep 600; }";

    @NewSandbox
    private Sandbox sandbox;

    /// Rounds that are done have taken away what the command listed.
    @ParameterizedTest
    @ValueSource(strings = {"killed", "failed"})
    void aLoopGoesOnWithTheListThatItBeganWith(String how) throws IOException {
        var workflow =
                sandbox.workflow("""
                isolation: none
                commands:
                  - shell: mkdir q; touch q/a q/b q/c
                  - foreach: ls -1 q
                    id: loop
                    do:
                      - shell: |
                          echo ${item} >>"$TRACE"
                          if test ${item} = b; then %s; fi
                          rm q/${item}; echo done-${item}
                outputs: {all: "${loop.output}", total: "${loop.total}"}
                """.formatted(how.equals("killed") ? ONCE : "test -e \"$TRACE.again\" || exit 2"));

        if (how.equals("killed")) {
            kill(workflow);
        } else {
            assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(1);
            Files.createFile(sandbox.folder().resolve("trace.again"));
        }
        var resumed = sandbox.prodigy().run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace()).containsExactly("a", "b", "b", "c");
        assertThat(resumed.json().text("outputs.all")).isEqualTo("done-a\ndone-b\ndone-c");
        assertThat(resumed.json().number("outputs.total")).isEqualTo(3);
    }

    @Test
    void anotherExecutionOfALoopListsAnew() throws IOException {
        var workflow = sandbox.workflow("""
                isolation: none
                commands:
                  - foreach: echo x >>n; seq 1 $(wc -l <n)
                    retry: {attempts: 2, backoff: none}
                    do: [{shell: 'echo ${item}/${total} >>"$TRACE"; test ${total} = 2'}]
                """);

        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isZero();
        assertThat(sandbox.trace()).containsExactly("1/1", "1/2", "2/2");
    }

    /// The handler ended before the kill: it counts, and what it left can be read.
    @ParameterizedTest
    @CsvSource({"0,completed,recovered", "4,failed,-"})
    void aRerunThatWasCutOffIsARerun(int exit, String status, String outcome) throws IOException {
        var workflow = sandbox.workflow("""
                isolation: none
                commands:
                  - shell: echo step >>"$TRACE"; test -e ok || exit 3; %s; exit %d
                    id: a
                    on_failure: {shell: 'touch ok; echo handler >>"$TRACE"; echo HO', capture: {ho: all}}
                  - shell: echo "${a.status} ${error.exit_code} ${handler.output} ${ho}" >>"$TRACE"
                """.formatted(ONCE, exit));

        kill(workflow);
        var resumed = sandbox.prodigy().run("resume", "-o", "json");

        assertThat(resumed.json().text("status")).as("%s", resumed).isEqualTo(status);
        assertThat(sandbox.trace().subList(0, 4)).containsExactly("step", "handler", "step", "step");
        assertThat(sandbox.trace().subList(4, sandbox.trace().size()))
                .isEqualTo(exit == 0 ? List.of(outcome + " 3 HO HO") : List.of());
    }

    @Test
    void whatStandsBehindARerunGoesOnWhereItWas() throws IOException {
        var workflow = sandbox.workflow("""
                isolation: none
                commands:
                  - shell: echo step >>"$TRACE"; test -e ok || exit 3
                    id: a
                    on_failure: {shell: 'touch ok; echo handler >>"$TRACE"', commit_required: false}
                    on_success:
                      - shell: echo first >>"$TRACE"
                      - shell: echo second >>"$TRACE"; %s
                  - shell: echo "${a.status} ${error.exit_code}" >>"$TRACE"
                """.formatted(ONCE));

        kill(workflow);
        var resumed = sandbox.prodigy().run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace())
                .containsExactly("step", "handler", "step", "first", "second", "second", "recovered 3");
    }

    private void kill(String workflow) throws IOException {
        var running = sandbox.prodigy().start("run", workflow);
        running.until(
                        "the step is where it waits",
                        () -> Files.exists(sandbox.folder().resolve("trace.there")))
                .kill();
    }
}
