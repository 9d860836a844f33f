package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §13: a command of `env` that fails fails the run, which can be resumed.
class FailingEnvCommandTest {
    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: ['echo \"${A}\" >>trace']",
                "{mode: mapreduce, map: {input: [1], agent_template: 'echo \"${A}\" >>trace'}}",
                "{mode: mapreduce, setup: {shell: touch trace}, map: {input: [1], agent_template: 'echo x >>trace'}}",
            })
    void theRunFailsBeforeItsFirstStep(String steps) throws IOException {
        write(steps);

        var failed = desk.call("run flow.yml -o json");

        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        assertThat(failed.at("status")).isEqualTo("failed");
        assertThat(failed.at("error.code")).isEqualTo("EXIT_3");
        assertThat(failed.at("error.category")).isEqualTo("command_failed");
        assertThat(failed.at("error.exit_code")).isEqualTo("3");
        assertThat(failed.at("error.message")).contains("env `A`: exit status 3");
        assertThat(desk.folder().resolve("trace")).doesNotExist();

        Files.writeString(desk.folder().resolve("value"), "good");
        var resumed = desk.call("resume -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(desk.folder().resolve("trace")).exists();
    }

    /// Spec 02 §2.3: what the command says about itself counts, as for any other; what its text lacks is the text's
    /// fault.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            no-such-program       | EXIT_127           | env `A`: exit status 127
            echo HTTP 503 >&2; exit 22 | 503           | env `A`: exit status 22: HTTP 503
            echo ${env.NO_VALUE}  | UNDEFINED_VARIABLE | env `A`: `env.NO_VALUE` has no value
            """)
    void theErrorIsTheCommandsOwn(String command, String code, String message) throws IOException {
        desk.file("flow.yml", "env: {A: {command: '" + command + "'}}\ncommands: ['true']\n");

        var failed = desk.call("run flow.yml -o json");

        assertThat(failed.at("error.code")).as("%s", failed).isEqualTo(code);
        assertThat(failed.at("error.message")).startsWith(message);
        assertThat(failed.at("status")).isEqualTo("failed");
    }

    @Test
    void aRunThatIsTakenUpStaysWhatItIs() throws IOException {
        write("commands: ['echo \"${A}\" >>trace']");
        desk.call("run flow.yml");

        var refused = desk.call("resume -o json");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.at("error.code")).isEqualTo("env_command_failed");
        assertThat(desk.call("runs show last -o json").at("status")).isEqualTo("failed");
    }

    private void write(String steps) throws IOException {
        var env = "env: {A: {command: 'cat value 2>/dev/null || exit 3'}}";
        var text = steps.startsWith("{") ? "{" + env + ", " + steps.substring(1) : env + "\n" + steps;
        desk.file("flow.yml", text + "\n");
    }
}
