package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Prodigy;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Where a text is expected an unquoted scalar keeps its spelling (spec 01 §1), on every way to a parameter that is
/// declared as one (§12).
class SpellingTest {
    private static final String DECLARED = """
            parameters:
              required: [{name: A, type: string}]
              optional: [{name: B, type: String, default: 007}, {name: C, type: string},
                         {name: D, type: string, enum: [010, 020], default: 010}, {name: N, type: integer, default: 3}]
            defaults: {C: 1.10}
            commands:
              - shell: 'echo "${A} ${B} ${C} ${D} ${N}" >>"$TRACE"'
            """;

    @NewSandbox
    private Sandbox sandbox;

    private Prodigy prodigy;

    @BeforeEach
    void files() throws IOException {
        prodigy = sandbox.prodigy();
        file("declared.yml", DECLARED);
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(sandbox.repository().directory().resolve(name), text);
    }

    @Test
    void throughCallsEntriesAndTemplates() throws IOException {
        var workflow = sandbox.workflow("""
                workflows: {entry: {source: declared.yml, with: {A: 0644}}}
                commands:
                  - {workflow: declared.yml, with: {A: 007, B: 0x1F, C: True, D: 020, N: 007}}
                  - {template: declared.yml, with: {A: 1.0, C: 1e3}}
                """);

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("0644 007 1.10 010 3", "007 0x1F True 020 7", "1.0 007 1e3 010 3");
    }

    /// As `--param-file <(…)` makes one: it can be read once.
    @Test
    void throughPipes() throws IOException {
        var workflow = sandbox.workflow(DECLARED);

        var ended = prodigy.after("exec 8< <(echo '{A: 0644, B: 1e3}') 9< <(echo -n 007)")
                .run("run", workflow, "--param-file", "/dev/fd/8", "--param", "C=@/dev/fd/9");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("0644 1e3 007 010 3");
    }

    @Test
    void throughTheTemplateOfAWorkflowAndItsOwnDefaults() throws IOException {
        var workflow = sandbox.workflow("template: {source: declared.yml, with: {A: 00}}");

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("00 007 1.10 010 3");
    }

    @Test
    void throughParameterFilesAndTheCommandLine() throws IOException {
        file("given.yml", "{A: 007, B: 0o17, C: 1.50}");
        file("given.json", "{\"D\": \"020\", \"B\": 1.0}");

        var files = prodigy.run("run", "declared.yml", "--param-file", "given.yml", "--param-file", "given.json");
        var words = prodigy.run("run", "declared.yml", "--param", "A=007", "--param", "B=1.0");

        assertThat(files.exitCode()).as("%s", files).isZero();
        assertThat(words.exitCode()).as("%s", words).isZero();
        assertThat(sandbox.trace()).containsExactly("007 1.0 1.50 020 3", "007 1.0 1.10 010 3");
    }

    /// A default of the workflow is read by the declared type too.
    @Test
    void whatIsNoneOfTheTypeIsRefusedWhereverItComesFrom() throws IOException {
        var workflow = sandbox.workflow("""
                parameters: {optional: [{name: N, type: integer}]}
                defaults: {N: many}
                commands: ["echo ${N}"]
                """);

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains("parameter `N` is `many`, which is no integer");
    }
}
