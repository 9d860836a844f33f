package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 03 §14: what is finished keeps its results, and what comes behind reads them as the workflow says now. Only
/// what has no effect is named so.
class KeptResultsTest {
    private static final String STEPS =
            "commands: [{shell: 'echo one; echo two', STEP}, {shell: 'test -e mended && echo"
                    + " \"READ\" >>trace'}]\n";
    private static final String SETUP = "{mode: mapreduce, setup: {commands: [{shell: 'echo one'}], capture_outputs:"
            + " {CAPTURE}}, map: {input: [1], agent_template: [{shell: 'true'}]}, reduce: [{shell: 'test -e mended &&"
            + " echo \"${got}\" >>trace'}]}\n";

    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            capture: old                        | capture: new                        | ${new}           | one two
            capture: old, capture_format: lines | capture: new, capture_format: lines | ${new}           | one two
            capture: old, capture_format: lines | capture: old                        | ${old}           | ["one","two"]
            capture: false                      | capture: true                       | ${shell.output}  | one two
            """)
    void howAResultIsReadIsAsTheWorkflowSaysNow(String before, String now, String read, String trace)
            throws IOException {
        failed(steps(before, read));
        desk.file("flow.yml", steps(now, read));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).doesNotContain("NO_EFFECT");
        assertThat(Files.readString(desk.folder().resolve("trace")).lines().toList())
                .isEqualTo(trace.startsWith("[") ? List.of(trace) : List.of("one", "two"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            capture: old | capture: old, capture_format: json                | commands[0].capture_format
            capture: old | capture: old, capture_streams: stderr             | commands[0].capture_streams.stdout, commands[0].capture_streams.stderr
            """)
    void whatAResultWasMadeOfHasNoEffectAnyMore(String before, String now, String paths) throws IOException {
        failed(steps(before, "${old}"));
        desk.file("flow.yml", steps(now, "${old}"));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).contains("NO_EFFECT: ").contains("is finished: " + paths + "\n");
    }

    @Test
    void whatCapturesOnlySinceItIsFinishedIsEmptyAndSaidToHaveNoEffect() throws IOException {
        failed(steps("timeout: 9m", "${new}"));
        desk.file("flow.yml", steps("timeout: 9m, capture: new", "${new}"));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).contains("is finished: commands[0].capture\n");
    }

    @Test
    void whatSetupCapturesIsMadeAnewOfWhatItPrinted() throws IOException {
        failed(setup("old: 0, got: 0"));
        desk.file("flow.yml", setup("first: {index: 0, pattern: x}, got: {index: 0, pattern: 'n(e)'}"));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).doesNotContain("NO_EFFECT");
        assertThat(desk.folder().resolve("trace")).hasContent("e");
    }

    @Test
    void whatCannotBeMadeOfItHasNoValue() throws IOException {
        failed(setup("got: 0"));
        desk.file("flow.yml", setup("got: {index: 0, pattern: x}"));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(1);
        assertThat(resumed.err()).contains("`got` has no value: capture_outputs `got`: pattern does not match: one");
    }

    /// What a step came to before something took its place is not made again.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {MAIN, on_failure: {fallback: OTHER}}                        | commands[0].shell
            {MAIN, on_failure: {strategy: fallback, commands: [OTHER]}}  | commands[0].shell
            {foreach: [1], do: [{MAIN}], on_failure: {fallback: OTHER}}  | commands[0].do[0].shell
            {shell: 'true #main', on_success: [OTHER]}                   | commands[0].shell
            {workflow: c.yml, on_failure: {fallback: OTHER}}             | workflow_files["c.yml"].commands[0].shell
            {workflow: c.yml, on_failure: [OTHER]}                       |
            {MAIN, on_failure: [OTHER]}                                  |
            {MAIN, on_failure: {fallback: OTHER}, on_exit_code: {3: [x]}} |
            """)
    void whatAStepDidBeforeItsFallbackHasNoEffectAnyMore(String step, String named) throws IOException {
        var main = "shell: 'echo main >>trace; test -e mended'";
        desk.file("c.yml", "commands: [{" + main + "}]\n");
        var flow = "commands: [" + step.replace("MAIN", main).replace("OTHER", "{shell: 'echo other >>trace'}") + "]\n";
        desk.file("flow.yml", flow);
        desk.call("run flow.yml");
        desk.kill(line -> line.contains("\"step_started\"") && line.contains("echo other"));
        desk.file("mended", "");
        desk.file("flow.yml", flow.replace("main", "new"));
        desk.file("c.yml", "commands: [{" + main.replace("main", "new") + "}]\n");

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        if (named == null) {
            assertThat(resumed.err()).doesNotContain("NO_EFFECT");
        } else {
            assertThat(resumed.err()).contains("is finished: " + named + "\n");
            assertThat(desk.folder().resolve("trace")).content().doesNotContain("new");
        }
    }

    private static String steps(String step, String read) {
        return STEPS.replace("STEP", step).replace("READ", read);
    }

    private static String setup(String captures) {
        return SETUP.replace("CAPTURE", captures);
    }

    private void failed(String flow) throws IOException {
        desk.file("flow.yml", flow);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
    }
}
