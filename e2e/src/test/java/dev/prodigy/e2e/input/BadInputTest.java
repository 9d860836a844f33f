package dev.prodigy.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Input that is wrong gives a message and an exit code, never a stack trace, and leaves nothing
/// behind.
class BadInputTest {
    @NewSandbox
    private Sandbox sandbox;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "commands: [",
                "commands:\n\t- shell: x",
                "just a text",
                "mode: nonsense\ncommands: [a]",
                "commands: []",
                "mode: mapreduce\ncommands: [a]",
                "commands:\n  - {shell: a, claude: b}",
                "commands:\n  - {shell: a, when: '(('}",
                "commands: [a]\ncommands: [b]",
                "mode: mapreduce\nmap: {input: [1], json_path: '$.[', agent_template: [a]}"
            })
    void aWorkflowThatIsWrongIsRefusedWithLineAndColumn(String text) throws IOException {
        var workflow = sandbox.workflow(text);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err())
                .containsPattern("workflow\\.yml:[0-9]+:[0-9]+: error")
                .doesNotContain("\tat ");
        assertThat(sandbox.homeFiles()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"false, 0", "true, 2"})
    void anUnknownKeyIsAWarningAndStrictMakesItAnError(boolean strict, int exitCode) throws IOException {
        var workflow = sandbox.workflow("commands:\n  - shell: exit 0\n    captrue: X\n");

        var ended = strict
                ? sandbox.prodigy().run("validate", workflow, "--strict")
                : sandbox.prodigy().run("validate", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(ended.out() + ended.err()).contains("UNKNOWN_KEY").contains("capture");
    }

    @Test
    void bytesThatAreNoTextAreRefused() throws IOException {
        var file = Files.write(sandbox.folder().resolve("bytes.yml"), new byte[] {'a', (byte) 0xff, (byte) 0xfe, 0});

        var ended = sandbox.prodigy().run("validate", file.toString());

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.out() + ended.err()).contains("UTF-8");
    }

    @Test
    void anAgentThatIsNotOnThePathFailsTheStepByItsName() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - claude: do something
                """);
        var tools = Files.createDirectories(sandbox.folder().resolve("tools"));
        for (var tool : new String[] {"git", "bash", "sh", "env", "dirname", "setsid"}) {
            var script = Files.writeString(tools.resolve(tool), "#!/bin/sh\nexec " + onPath(tool) + " \"$@\"\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        }

        var ended = sandbox.prodigy().with("PATH", tools.toString()).run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.category")).isEqualTo("command_not_found");
        assertThat(ended.json().text("error.message")).contains("claude");
    }

    @ParameterizedTest
    @ValueSource(strings = {"isolation: worktree\n", ""})
    void aRepositoryWithoutACommitIsRefusedForWorktrees(String isolation) throws IOException {
        var empty = Files.createDirectories(sandbox.folder().resolve("empty"));
        new ProcessBuilder("git", "init", "--quiet", empty.toString())
                .start()
                .onExit()
                .join();
        var workflow = sandbox.workflow(isolation + "commands: [echo ran >>\"$TRACE\"]\n");

        var ended = sandbox.prodigy().in(empty).run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains("commit");
        assertThat(sandbox.trace()).isEmpty();
    }

    private static Path onPath(String tool) {
        for (var folder : System.getenv("PATH").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, tool))) {
                return Path.of(folder, tool);
            }
        }
        throw new IllegalStateException(tool + " is not on the path");
    }
}
