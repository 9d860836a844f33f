package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets that a workflow reads which another one runs (spec 00, promise 6; 01 §13).
class CalledSecretsTest {
    @NewDesk
    private Desk desk;

    /// Spec 00, promise 6: what a called workflow will read as a secret stands in no record of its caller either.
    @Test
    void theSecretsOfACalledWorkflowAreNotStored() throws IOException {
        desk.with("ESEC", "esecvalue77");
        desk.file("child.yml", """
                secrets: {E: "${env:ESEC}"}
                commands: [{shell: 'true # esecvalue77'}]
                """);
        desk.file(
                "caller.yml",
                "commands: [{shell: 'echo $ESEC'}, {workflow: child.yml}, {shell: 'echo esecvalue77; exit 4'}]\n");

        var said = desk.call("run caller.yml -o json");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out() + said.err()).doesNotContain("esecvalue77").contains("***");

        try (var files = Files.walk(desk.home())) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().noneMatch(CalledSecretsTest::holdsTheSecret);
        }
    }

    /// A secret that stands in one file of a run is one in all of them.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            env: {API_KEY: esecvalue77}         | {}
            secrets: {K: 'esecvalue77 77'}      | {}
            {}                                  | env: {K: {value: esecvalue77, secret: true}}
            """)
    void aSecretThatStandsInOneFileIsStoredFromNone(String ofCaller, String ofChild) throws IOException {
        var command = "commands: [{shell: 'echo esecvalue77 77'}]\n";
        desk.file("child.yml", (ofChild.equals("{}") ? "" : ofChild + "\n") + command);
        desk.file(
                "caller.yml",
                (ofCaller.equals("{}") ? "" : ofCaller + "\n")
                        + "commands: [{workflow: child.yml}, {shell: 'echo esecvalue77 77'}]\n");

        var said = desk.call("run caller.yml -v -o json");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.out() + said.err()).doesNotContain("esecvalue77");
        try (var files = Files.walk(desk.home())) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().noneMatch(CalledSecretsTest::holdsTheSecret);
        }
    }

    /// Nor does anything of the caller's go on with one: no item holds it, no file that is written.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            map: {input: [x-esec-value77], agent_template: ['true']}, reduce: [{workflow: child.yml}]                                                       | INPUT_INVALID
            commands: [{shell: 'printf esec-va; echo lue77', capture: c}, {write_file: {path: o.txt, content: '${c}'}}, {workflow: child.yml}]  | SECRET_IN_FILE
            """)
    void aSecretOfACalledWorkflowIsOneInTheCallersData(String ofCaller, String code) throws IOException {
        desk.file("child.yml", "secrets: {K: 'esec-value77'}\ncommands: ['true']\n");
        desk.file("caller.yml", "{" + (ofCaller.startsWith("map") ? "mode: mapreduce, " : "") + ofCaller + "}\n");

        var said = desk.call("run caller.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(1);
        assertThat(said.at("error.code")).isEqualTo(code);
        assertThat(desk.folder().resolve("o.txt")).doesNotExist();
    }

    /// Wherever the value comes from: what a command printed is known when the call is over.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            commands: [{id: x, workflow: child.yml}, {write_file: {path: o.txt, content: 'x ${x.s}'}}]                                                       | SECRET_IN_FILE
            commands: [{id: x, workflow: child.yml}, {write_file: {path: o.txt, content: 'x ${x.m}'}}]                                                       | SECRET_IN_FILE
            commands: [{id: x, workflow: child.yml}, {write_file: {path: 'o-${x.s}.txt', content: x}}]                                                       | SECRET_IN_FILE
            commands: [{id: x, workflow: middle.yml}, {write_file: {path: o.txt, content: 'x ${x.s}'}}]                                                      | SECRET_IN_FILE
            {mode: mapreduce, setup: [{id: x, workflow: child.yml}, {shell: 'echo "[\"${x.s}\"]" >i.json'}], map: {input: i.json, agent_template: ['true']}} | INPUT_INVALID
            """)
    void whatACommandGaveACalledWorkflowIsOneInTheCallersDataToo(String ofCaller, String code) throws IOException {
        desk.file("child.yml", """
                secrets: {S: {provider: command, command: "echo esec$((70 + 7))s"}}
                env: {M: {command: "echo esec$((70 + 7))m", secret: true}}
                commands: ['true']
                outputs: {s: "${S}", m: "${M}"}
                """);
        desk.file("middle.yml", "commands: [{id: y, workflow: child.yml}]\noutputs: {s: '${y.s}'}\n");
        desk.file("caller.yml", ofCaller + "\n");

        var said = desk.call("run caller.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(1);
        assertThat(said.at("error.code")).isEqualTo(code);
        try (var files = Files.list(desk.folder())) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("o"));
        }
    }

    /// What only its name makes secret in the caller forbids no file of a called workflow either.
    @Test
    void aWordThatOnlyANameMakesSecretMayStandInFilesOfACall() throws IOException {
        desk.file("child.yml", "commands: [{write_file: {path: o.txt, content: 'image: postgres'}}]\n");
        desk.file("caller.yml", "env: {MY_TOKEN: postgres}\ncommands: [{workflow: child.yml}]\n");

        var said = desk.call("run caller.yml");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(desk.folder().resolve("o.txt")).hasContent("image: postgres");
    }

    /// Spec 01 §13: nothing fails of a variable that people forgot; the run goes on when it is set.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{shell: 'echo 1 >>trace'}, {workflow: child.yml, continue_on_error: true}]",
                "{mode: mapreduce, setup: ['echo 1 >>trace'], map: {input: [a, b], agent_template: [{workflow: child.yml}]}}",
                "{mode: mapreduce, setup: ['echo 1 >>trace'], map: {input: [a], agent_template: [{workflow: middle.yml}]}}",
            })
    void aCallThatLacksAVariableEndsTheRunWhichGoesOnWithIt(String caller) throws IOException {
        child();
        desk.file("middle.yml", "commands: [{workflow: child.yml}]\n");
        desk.file("caller.yml", caller + "\n");

        var ended = desk.call("run caller.yml -o json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.at("status")).isEqualTo("interrupted");
        assertThat(ended.at("error.code")).isEqualTo("secret_missing");
        assertThat(ended.at("error.message"))
                .contains("child.yml:1:14: secret `E` has no value (variable ESEC of the environment or an env file)");
        assertThat(ended.at("items.failed")).isIn("0", "null");
        assertThat(ended.err()).contains("SECRET_MISSING");
        desk.with("ESEC", "esecvalue77");
        var resumed = desk.call("resume -o json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(desk.folder().resolve("trace")).hasContent("1");
    }

    /// Spec 03 §8: what runs beside the call comes to its end and counts; nothing new begins.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{foreach: [a, b, c], parallel: 2, do: [STEPS]}]",
                "{mode: mapreduce, map: {input: [a, b, c], max_parallel: 2, agent_template: [STEPS]}}",
            })
    void whatRunsBesideTheCallComesToItsEnd(String caller) throws IOException {
        child();
        var beside = "{shell: 'touch ${item}; sleep 0.3; echo ${item} >>trace', when: '${item} != \"a\"'}";
        var call = "{shell: 'until test -e b; do sleep 0.05; done', when: '${item} == \"a\"'},"
                + " {workflow: child.yml, when: '${item} == \"a\"'}";
        desk.file("caller.yml", caller.replace("STEPS", beside + ", " + call) + "\n");

        var ended = desk.call("run caller.yml -o json");

        assertThat(ended.at("error.code")).as("%s", ended).isEqualTo("secret_missing");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(desk.folder().resolve("trace")).hasContent("b");
        desk.with("ESEC", "esecvalue77");
        var resumed = desk.call("resume -o json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(desk.folder().resolve("trace")).hasContent("b\nc");
    }

    /// A resume that forgot the variable costs no item either.
    @Test
    void aCallThatGoesOnWithoutTheVariableEndsTheRunToo() throws IOException {
        desk.with("ESEC", "esecvalue77");
        desk.file("child.yml", "secrets: {E: '${env:ESEC}'}\ncommands: ['test -e go']\n");
        desk.file("caller.yml", "commands: [{workflow: child.yml}]\n");
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(1);
        desk.without("ESEC");

        var resumed = desk.call("resume -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(2);
        assertThat(resumed.at("error.code")).isEqualTo("secret_missing");
    }

    /// What is not called needs nothing, and what a step may give is the step's affair.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            commands: [{workflow: child.yml, when: 'false'}]                                                | 0 | true
            commands: [{workflow: child.yml, env: {ESEC: given-by-the-call}}]                               | 0 | false
            commands: [{shell: echo token, capture: ESEC, when: 'false'}, {workflow: child.yml}]            | 1 | false
            {mode: mapreduce, map: {input: [{t: ab}], agent_template: [{workflow: child.yml, env: {ESEC: '${item.t}'}}]}} | 3 | false
            """)
    void itIsTheRunsEndOnlyWhereItIsTheOperatorsAffair(String caller, int exitCode, boolean warned) throws IOException {
        child();
        desk.file("caller.yml", caller + "\n");

        var ended = desk.call("run caller.yml -o json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(ended.err().contains("SECRET_MISSING")).as("%s", ended).isEqualTo(warned);
    }

    /// Spec 05 §2.1: the plan has the warnings that the run would begin with, in every form of it.
    @ParameterizedTest
    @ValueSource(strings = {"plan caller.yml", "run caller.yml --dry-run", "plan middle.yml"})
    void aPlanWarnsOfAVariableThatNobodyHasSet(String command) throws IOException {
        child();
        desk.file("caller.yml", "commands: [{workflow: child.yml}]\n")
                .file("middle.yml", "commands: [{workflow: caller.yml}]\n");

        var planned = desk.call(command + " -o json");

        assertThat(planned.exitCode()).as("%s", planned).isZero();
        assertThat(planned.at("warnings.0.code")).isEqualTo("SECRET_MISSING");
        assertThat(planned.at("warnings.0.severity")).isEqualTo("warning");
        assertThat(planned.at("warnings.0.message")).contains("`child.yml`").contains("variable ESEC");
        assertThat(planned.at("warnings.0.file")).isEqualTo("child.yml");
        assertThat(planned.at("warnings.0.column")).isEqualTo("14");
        assertThat(desk.call(command).err()).contains("child.yml:1:14: warning SECRET_MISSING: ");
        assertThat(desk.with("ESEC", "esecvalue77").call(command + " -o json").at("warnings"))
                .isEqualTo("[]");
    }

    @Test
    void thePlanOfAResumeWarnsOfItToo() throws IOException {
        child();
        desk.file("caller.yml", "commands: [{workflow: child.yml}]\n");
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(2);

        assertThat(desk.call("resume --dry-run -o json").at("warnings.0.code")).isEqualTo("SECRET_MISSING");
    }

    /// Spec 05 §2.3: what is checked is the file; what the machine has set makes no difference.
    @Test
    void whatTheMachineLacksMakesNoWorkflowDoubtful() throws IOException {
        child();
        desk.file("caller.yml", "commands: [{workflow: child.yml}]\n");
        assertThat(desk.call("validate caller.yml --strict").exitCode()).isZero();
    }

    private void child() throws IOException {
        desk.file("child.yml", "secrets: {E: '${env:ESEC}'}\ncommands: ['test -n \"${E}\"']\n");
    }

    private static boolean holdsTheSecret(Path file) {
        try {
            return Files.readString(file, ISO_8859_1).contains("esecvalue77");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
