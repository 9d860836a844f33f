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

    /// Spec 02 §2.1: the message is one line, the last that says something.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            echo e1 >&2; echo e2 >&2; echo o1; exit 3 | env `A`: exit status 3: e2
            echo o1; echo o2; exit 3                  | env `A`: exit status 3: o2
            exit 3                                    | env `A`: exit status 3
            """)
    void theMessageIsOneLine(String command, String message) throws IOException {
        desk.file("flow.yml", "env: {A: {command: '" + command + "'}}\ncommands: ['true']\n");

        assertThat(desk.call("run flow.yml -o json").at("error.message")).isEqualTo(message);
    }

    @Test
    void aRunThatIsTakenUpFailsBeforeItsNextStep() throws IOException {
        write("commands: ['echo 1 >>trace', 'rm value; exit 7', 'echo \"${A}\" >>trace']");
        Files.writeString(desk.folder().resolve("value"), "good");
        assertThat(desk.call("run flow.yml -o json").at("error.code")).isEqualTo("EXIT_7");

        var failed = desk.call("resume -o json");

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.at("status")).isEqualTo("failed");
        assertThat(failed.at("error.code")).isEqualTo("EXIT_3");
        assertThat(desk.call("events --type step_started -o json").at("total")).isEqualTo("2");
        assertThat(desk.call("runs show last -o json").at("status")).isEqualTo("failed");
    }

    /// Spec 02 §10, 05 §2.1: it runs inside the run, whose timeout holds for it.
    @ParameterizedTest
    @ValueSource(
            strings = {"commands: [touch trace]", "{mode: mapreduce, map: {input: [1], agent_template: touch trace}}"})
    void theRunsTimeoutEndsIt(String steps) throws IOException {
        var header = "env: {A: {command: 'sleep 600'}}, timeout: 300ms";
        desk.file(
                "flow.yml",
                steps.startsWith("{")
                        ? "{" + header + ", " + steps.substring(1) + "\n"
                        : "{" + header + ", " + steps + "}\n");

        var ended = desk.call("run flow.yml -o json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(5);
        assertThat(ended.at("status")).isEqualTo("timed_out");
        assertThat(desk.folder().resolve("trace")).doesNotExist();
    }

    /// What a redrive was asked for is closed: the letters stay.
    @Test
    void aRedriveFailsBeforeItsFirstItem() throws IOException {
        write("{mode: mapreduce, map: {input: [1, 2], agent_template: 'exit 9'}}");
        Files.writeString(desk.folder().resolve("value"), "good");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);
        Files.delete(desk.folder().resolve("value"));

        var failed = desk.call("dlq retry last -o json");

        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        assertThat(failed.at("error.code")).isEqualTo("EXIT_3");
        assertThat(desk.call("dlq ls -o json").at("total")).isEqualTo("2");
        Files.writeString(desk.folder().resolve("value"), "good");
        assertThat(desk.call("dlq retry last").exitCode()).isEqualTo(3);
    }

    /// One that is run at each step fails the run too: no reaction of a step sees it, no item pays for it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [touch trace]",
                "commands: [{shell: touch trace, continue_on_error: true, on_failure: touch trace}]",
                "commands: [{shell: touch trace, when: 'A != null'}]",
                "commands: [{foreach: [1, 2], do: [touch trace]}]",
                "{mode: mapreduce, map: {input: [1, 2, 3], max_parallel: 2, agent_template: touch trace}}",
                "{mode: mapreduce, map: {input: [1], agent_template: ['true', {shell: touch trace, when: 'A == 1'}]}}",
                "{mode: mapreduce, map: {input: 'echo item${A}', agent_template: touch trace}}",
            })
    void oneOfEachStepFailsTheRunToo(String steps) throws IOException {
        write(steps);
        var file = desk.folder().resolve("flow.yml");
        Files.writeString(file, Files.readString(file).replace("exit 3'", "exit 3', cache: false"));

        var failed = desk.call("run flow.yml -o json");

        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        assertThat(failed.at("status")).isEqualTo("failed");
        assertThat(failed.at("error.code")).isEqualTo("EXIT_3");
        assertThat(failed.at("error.message")).startsWith("env `A`: exit status 3");
        assertThat(failed.at("items.failed")).isIn("0", "null");
        assertThat(desk.folder().resolve("trace")).doesNotExist();
        Files.writeString(desk.folder().resolve("value"), "1");
        var resumed = desk.call("resume -o json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(desk.folder().resolve("trace")).exists();
    }

    /// Spec 01 §3: the entries of a step's own `env`, and of an agent's, are no others.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{shell: touch trace, env: {B: {command: 'cat value 2>/dev/null || exit 3'}}}]",
                "{mode: mapreduce, map: {input: [1, 2], agent_template: {shell: touch trace, env: {B: {command: 'test -e value || exit 3'}}}}}",
                "{agents: {a: {command: [sh, -c, 'touch trace; echo done'], env: {B: {command: 'test -e value || exit 3'}}}}, commands: [{a: x}]}",
            })
    void oneOfAStepFailsTheRunToo(String text) throws IOException {
        desk.file("flow.yml", text + "\n");

        var failed = desk.call("run flow.yml -o json");

        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        assertThat(failed.at("error.code")).as("%s", failed).isEqualTo("EXIT_3");
        assertThat(failed.at("items.failed")).isIn("0", "null");
        assertThat(desk.folder().resolve("trace")).doesNotExist();
        Files.writeString(desk.folder().resolve("value"), "1");
        assertThat(desk.call("resume").exitCode()).isZero();
    }

    /// Rounds that run beside the one that finds it out come to their end before the run fails.
    @Test
    void theRoundsBesideComeToTheirEnd() throws IOException {
        desk.file("flow.yml", """
                env: {A: {command: 'test ! -e bad', cache: false}}
                commands:
                  - foreach: [a, b]
                    parallel: 2
                    do:
                      - shell: |
                          if test ${item} = a; then until test -e begun; do sleep 0.05; done; touch bad
                          else touch begun; sleep 0.5; echo ${item} >>trace; fi
                      - 'true'
                """);

        var failed = desk.call("run flow.yml -o json");

        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        assertThat(failed.at("error.code")).isEqualTo("EXIT_1");
        assertThat(desk.folder().resolve("trace")).hasContent("b");
    }

    /// Spec 02 §10: a limit that passes while one runs is the item's, as in any other of its commands.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "env: {A: {command: 'test ! -e slow || sleep 600', cache: false}}, map: {input: [1], agent_template: 'true', ",
                "map: {input: [1], agent_template: {shell: 'true', env: {B: {command: 'test ! -e slow || sleep 600'}}}, ",
                "map: {input: [1], agent_template: {shell: 'true', env: {B: {command: 'test ! -e slow || sleep 600'}, C: {command: echo}}}, ",
            })
    void anItemsLimitEndsOneOfItsSteps(String text) throws IOException {
        desk.file("flow.yml", "{mode: mapreduce, " + text + "timeout_config: {agent_timeout_secs: 1}}}\n");
        desk.file("slow", "");

        var ended = desk.call("run flow.yml -o json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(desk.call("dlq list last -o json").at("items.0.error_type")).isEqualTo("timeout");
        assertThat(desk.call("dlq list last -o json").at("eligible")).isEqualTo("1");
        Files.delete(desk.folder().resolve("slow"));
        assertThat(desk.call("dlq retry last").exitCode()).isZero();
    }

    private void write(String steps) throws IOException {
        var env = "env: {A: {command: 'cat value 2>/dev/null || exit 3'}}";
        var text = steps.startsWith("{") ? "{" + env + ", " + steps.substring(1) : env + "\n" + steps;
        desk.file("flow.yml", text + "\n");
    }
}
