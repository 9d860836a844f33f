package dev.prodigy.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Data nested deeper than the program goes fails what it belongs to, never the run (spec 00, promise 1;
/// spec 01 §3, §6; spec 03 §3).
class DeepDataTest {
    private static final int DEEPEST = 500;

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void anOutputThatIsTooDeepFailsItsItemAlone() throws IOException {
        Files.writeString(sandbox.repository().directory().resolve("fits.json"), nested(DEEPEST));
        Files.writeString(sandbox.repository().directory().resolve("deep.json"), nested(DEEPEST + 1));
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [fits, deep, fits]
                  isolation: none
                  agent_template:
                    - shell: cat ${item}.json
                      capture: value
                      capture_format: json
                    - shell: test "${value}" = "$(cat ${item}.json)"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "--isolation", "none", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.json().number("items.successful")).isEqualTo(2);
        var letter = sandbox.prodigy().run("dlq", "list", "last", "-o", "json");
        assertThat(letter.out()).contains("CAPTURE_FAILED").contains("nested deeper than 500");
    }

    @Test
    void anItemThatIsTooDeepIsAnInvalidInput() throws IOException {
        Files.writeString(sandbox.repository().directory().resolve("items.json"), "[1,\n" + nested(DEEPEST) + "]");
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map: {input: items.json, agent_template: ["echo ${item}"]}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "--isolation", "none");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).contains("INPUT_INVALID").contains("items.json:2:");
    }

    @Test
    void aSchemaThatLeadsInACircleIsRefused() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo done
                    validate:
                      shell: echo '{"score":100}'
                      expected_schema: {$ref: '#'}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "--isolation", "none");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains("workflow.yml:5:24").contains("it refers to itself");
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }
}
