package dev.prodigy.e2e.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What failed, in which attempt and step, and what it printed (spec 00, 03 §6, 05 §7).
class ItemEvidenceTest {
    @NewSandbox
    private Sandbox sandbox;

    private static final String LYING = """
            mode: mapreduce
            map:
              input: [1]
              %s
              agent_template:
                - shell: "echo line one; echo line two; echo warn >&2"
                  %s
            """;

    @Test
    void aStepThatDidNotCommitShowsWhatItPrinted() throws IOException {
        assertEvidence(LYING.formatted("", "commit_required: true"), "map.agent_template[0]");
    }

    @Test
    void anItemThatDidNotCommitShowsWhatItsLastStepPrinted() throws IOException {
        assertEvidence(LYING.formatted("commit_required: true", ""), "map.agent_template");
    }

    /// What a fallback made is the step's: it is committed, or it is not enough.
    @Test
    void aFallbackAnswersForWhatItsStepCommits() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: exit 3
                      auto_commit: true
                      commit_required: true
                      retry: {attempts: 1, on_failure: {fallback: 'test ${item} = 2 || echo new >"made-${item}"'}}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main")).contains("made-1");
        var letter = sandbox.prodigy()
                .run("dlq", "show", "last", "item-002", "-o", "json")
                .json();
        assertThat(letter.text("history.0.error.code")).isEqualTo("COMMIT_MISSING");
        assertThat(letter.text("history.0.error.cause.code")).isEqualTo("EXIT_3");
    }

    @Test
    void whatFailsBeforeAnyStepNamesItsPhase() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow("""
                mode: mapreduce
                map:
                  input: nowhere.json
                  agent_template:
                    - shell: echo
                """), "-o", "json");
        assertThat(ended.json().text("error.code")).isEqualTo("INPUT_NOT_FOUND");
        assertThat(ended.json().text("error.phase")).isEqualTo("map");
    }

    private void assertEvidence(String text, String step) throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(text));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.err())
                .containsPattern("failed +item-001 .*COMMIT_MISSING: .*\\(" + Pattern.quote(step) + ", attempt 1\\)")
                .contains("    | warn\n")
                .containsPattern("    log: /.*/item-001/attempt-1/00-shell.stderr\n");
        var failed = sandbox.journal().events("agent_failed").getLast();
        assertThat(failed.number("error.exit_code")).isZero();
        assertThat(failed.text("error.output_tail")).isEqualTo("warn\nline one\nline two");
        var letter =
                sandbox.prodigy().run("dlq", "show", "last", "1", "-o", "json").json();
        assertThat(letter.text("error_details")).isEqualTo("warn");
        assertThat(letter.text("logs.0")).endsWith("/item-001/attempt-1/00-shell.stdout");
        assertThat(letter.text("logs.1")).endsWith("/item-001/attempt-1/00-shell.stderr");
        assertThat(letter.list("history").getFirst().list("logs")).hasSize(2);
    }
}
