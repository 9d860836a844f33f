package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The plain names that a run itself gives: `ARG`, `ARG_1` …, `ITERATION`, `PROJECT_ROOT`, `WORKTREE` (spec 01 §7).
class FixedNamesTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void theShellKnowsThemInEveryPass() throws IOException {
        var flow = sandbox.workflow("""
                commands:
                  - shell: 'echo "$ARG ${ARG%.txt} $ARG_1 ${ARG_2#b} $ITERATION ${ITERATION}" >>"$TRACE"'
                  - foreach: [1]
                    do: [{shell: 'test "$PROJECT_ROOT" = "$PRODIGY_REPO" && test "$WORKTREE" = "$PRODIGY_WORKTREE"'}]
                  - {shell: 'test "$PRODIGY_ARG" = "${ARG}"', clear_env: true}
                """);
        var ended = sandbox.prodigy().run("run", flow, "--args", "a.txt", "--args", "b.txt", "-n", "2");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace())
                .containsExactly(
                        "a.txt a a.txt .txt 1 1",
                        "b.txt b a.txt .txt 1 1",
                        "a.txt a a.txt .txt 2 2",
                        "b.txt b a.txt .txt 2 2");
    }

    @Test
    void filesThatMapFindsAreNoArgumentsOfTheirOwn() throws IOException {
        sandbox.repository().write("a.txt", "a").commitAll("more");
        var flow = sandbox.workflow("commands: ['echo \"${ARG} ${ARG_1} ${ARG_2:-none}\" >>\"$TRACE\"']\n");
        var ended = sandbox.prodigy().run("run", flow, "--map", "a.txt", "--args", "first");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("a.txt first none", "first first none");
    }

    @Test
    void itemsKnowThemToo() throws IOException {
        var flow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [x]
                  agent_template: ['echo "$ITERATION ${WORKTREE##*/} ${PROJECT_ROOT##*/}" >>"$TRACE"']
                """);
        var ended = sandbox.prodigy().run("run", flow);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace())
                .containsExactly("1 " + sandbox.journal().runId() + " "
                        + sandbox.repository().directory().getFileName());
    }

    @Test
    void whatIsDeclaredComesFirst() throws IOException {
        var flow = sandbox.workflow("""
                env: {ARG: mine, ITERATION: own}
                commands: ['echo "$ARG ${ARG} $ITERATION ${ITERATION} ${ARG_1}" >>"$TRACE"']
                """);
        var ended = sandbox.prodigy().run("run", flow, "--args", "given");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("mine mine own own given");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ARG", "ARG_1", "ARG_12"})
    void anArgumentThatWasNotGivenIsMissed(String name) throws IOException {
        var flow = sandbox.workflow("commands: [{shell: 'echo \"${NAME}\" >>\"$TRACE\"'}]\n".replace("NAME", name));
        var ended = sandbox.prodigy().run("run", flow);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).contains("UNDEFINED_VARIABLE", name, "--args");
        var byDefault =
                sandbox.workflow("commands: [{shell: 'echo \"${NAME:-none}\" >>\"$TRACE\"'}]\n".replace("NAME", name));
        assertThat(sandbox.prodigy().run("run", byDefault).exitCode()).isZero();
        assertThat(sandbox.trace()).containsExactly("none");
    }
}
