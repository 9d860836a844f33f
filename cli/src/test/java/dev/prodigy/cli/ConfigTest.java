package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §4: configuration files, variables, precedence.
class ConfigTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        Files.createDirectories(desk.home());
    }

    private void home(String text) throws IOException {
        Files.writeString(desk.home().resolve("config.yml"), text);
    }

    private void project(String text) throws IOException {
        desk.file(".prodigy/config.yml", text);
    }

    /// Home says 2 where it says anything, the repository 3, the workflow 4, the variable 5, the
    /// command line 6.
    @ParameterizedTest
    @CsvSource({
        "true, true, true, true, true, 6",
        "true, true, true, true, false, 5",
        "true, true, true, false, false, 4",
        "true, true, false, false, false, 3",
        "true, false, false, false, false, 2",
        "false, false, false, false, false, 10"
    })
    void theNearestWordHolds(
            boolean home, boolean project, boolean workflow, boolean variable, boolean option, int expected)
            throws IOException {
        if (home) {
            home("max_parallel: 2\n");
        }
        if (project) {
            project("max_parallel: 3\n");
        }
        if (variable) {
            desk.with("PRODIGY_MAX_PARALLEL", "5");
        }
        desk.file(
                "flow.yml",
                "mode: mapreduce\nmap: {input: [1], " + (workflow ? "max_parallel: 4, " : "")
                        + "agent_template: [{shell: 'true'}]}\n");
        assertThat(desk.call("run flow.yml" + (option ? " --max-parallel 6" : ""))
                        .exitCode())
                .isZero();
        assertThat(desk.call("status -o json").at("max_parallel")).isEqualTo(String.valueOf(expected));
    }

    @Test
    void aTraceNamesEverySource() throws IOException {
        home("max_parallel: 2\n");
        project("max_parallel: 3\n");
        desk.with("PRODIGY__MAX_PARALLEL", "4").with("PRODIGY_MAX_PARALLEL", "5");
        var traced = desk.call("config trace max_parallel -o json");
        assertThat(traced.at("values.0.value")).isEqualTo("5");
        assertThat(traced.at("values.0.source")).isEqualTo("env");
        assertThat(traced.at("values.0.from")).isEqualTo("PRODIGY_MAX_PARALLEL");
        assertThat(traced.at("values.0.overridden.0.source")).isEqualTo("project");
        assertThat(traced.at("values.0.overridden.0.from")).endsWith("config.yml:1:15");
        assertThat(traced.at("values.0.overridden.1.source")).isEqualTo("user");
        assertThat(desk.call("config trace --overrides").out())
                .contains("max_parallel = 5")
                .contains("over 2");
    }

    @ParameterizedTest
    @CsvSource({"maybe, 2", "true, 0", "false, 0", "'', 0"})
    void consentByVariableIsTrueOrFalse(String value, int exit) throws IOException {
        desk.file("flow.yml", "commands: ['true']\n");
        var said = desk.with("PRODIGY_AUTO_MERGE", value).call("run flow.yml");
        assertThat(said.exitCode()).as("%s", said).isEqualTo(exit);
        assertThat(said.err().contains("PRODIGY_AUTO_MERGE must be true or false"))
                .isEqualTo(exit == 2);
    }

    @ParameterizedTest
    @CsvSource({"true, yes", "false, ask", "'', no"})
    void consentByVariableStandsAboveTheFiles(String value, String merge) throws IOException {
        project("merge: " + (value.equals("true") || value.isEmpty() ? "no" : "yes") + "\n");
        desk.with("PRODIGY_AUTO_MERGE", value);
        assertThat(desk.call("config show merge -o json").out()).contains("\"merge\":\"" + merge + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# max_parallel: 2\n\n  # merge: yes", "---\n", "---\n# nothing\n", "agent:\n"})
    void aFileWithoutSettingsIsLikeNone(String text) throws IOException {
        home(text);
        project(text);
        desk.file("flow.yml", "commands: [{shell: 'true'}]\n");
        var said = desk.call("run flow.yml");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.err()).doesNotContain("config.yml");
        assertThat(desk.call("config validate").exitCode()).isZero();
    }

    @Test
    void twoDocumentsAreNotNone() throws IOException {
        project("# one\n---\n---\n");
        assertThat(desk.call("config validate").out()).contains("a second document begins here");
    }

    @Test
    void aFileOfParametersThatIsNotThereIsNotEmpty() throws IOException {
        desk.file("flow.yml", "parameters: [{name: n, default: 1}]\ncommands: ['echo ${n}']\n");
        var said = desk.call("run flow.yml --param-file nowhere.yml");
        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err()).contains("cannot read nowhere.yml").doesNotContain("empty");
        assertThat(desk.call("exec true --retry 5000").err()).contains("an integer from 1 to 1000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max_parallel: many      | 1:15: `max_parallel` must be an integer from 1 to 1000, not `many`
            storage: {min_free: x}  | 1:21: `storage.min_free` must be a size
            merge: maybe            | 1:8: `merge` must be one of ask, yes, no
            redact: {patterns: ['(']} | 1:20: `redact.patterns` must be a list of regular expressions
            agent: claude           | 1:8: `agent` must be a map with command, not `claude`
            ui: [color]             | 1:5: `ui` must be a map with color, progress, not a list
            [1]                     | 1:1: a configuration is a map of keys
            """)
    void aBadValueFailsWhatRunsWorkflowsAndNothingElse(String text, String message) throws IOException {
        project(text + "\n");
        desk.file("flow.yml", "commands: [{shell: 'echo ran >>trace'}]\n");
        var refused = desk.call("run flow.yml -o json");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("invalid_config");
        assertThat(refused.at("error.message")).contains("config.yml:" + message);
        assertThat(Files.exists(desk.folder().resolve("trace"))).isFalse();
        assertThat(desk.call("runs ls").exitCode()).isZero();
        assertThat(desk.call("config validate").exitCode()).isEqualTo(2);
    }

    @Test
    void anUnknownKeyIsAWarningAndAnErrorWhenChecked() throws IOException {
        home("max_paralel: 2\n");
        desk.file("flow.yml", "commands: [{shell: 'true'}]\n");
        var said = desk.call("run flow.yml");
        assertThat(said.exitCode()).isZero();
        assertThat(said.err()).contains("unknown key `max_paralel`; did you mean `max_parallel`?");
        assertThat(desk.call("config validate -o json").at("problems.0.suggestion"))
                .isEqualTo("max_parallel");
        assertThat(desk.call("config validate").exitCode()).isEqualTo(2);
    }

    @Test
    void variablesPatternsAndTheAgentReachTheRun() throws IOException {
        home("variables: {who: home, what: kept}\nredact: {patterns: ['hush[0-9]+']}\n");
        project("variables: {who: project, api_token: s3cr3t-value}\n");
        desk.file("flow.yml", "commands: [{shell: 'echo ${who} ${what} hush77'}]\n");
        assertThat(desk.call("run flow.yml").exitCode()).isZero();
        assertThat(desk.call("logs").out()).endsWith("project kept ***\n");
        assertThat(desk.call("config show variables").out())
                .contains("\"who\":\"project\"")
                .contains("\"api_token\":\"***\"");
        assertThat(desk.call("config show storage -o json").out())
                .isEqualTo("{\"storage\":{\"rotate_size\":\"64MiB\",\"min_free\":\"16MiB\"}}\n");
    }

    @Test
    void theNamesThatAreSecretInAnyCaseAreTheUsualOnes() {
        assertThat(desk.call("config show redact -o json", 0).at("redact.env_names"))
                .isEqualTo("[\"*TOKEN*\",\"*SECRET*\",\"*PASSWORD*\",\"*API_KEY*\"]");
    }

    @Test
    void aFullDiskIsWhatTheConfigurationSaysItIs() throws IOException {
        home("storage: {min_free: 900000TB}\n");
        desk.file("flow.yml", "commands: [{shell: 'echo ran >>trace'}]\n");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(75);
        assertThat(Files.exists(desk.folder().resolve("trace"))).isFalse();
    }

    @Test
    void aBadVariableIsAmongTheProblemsBesideThoseOfTheFiles() throws IOException {
        project("merge: maybe\n");
        desk.file("flow.yml", "commands: [{shell: 'true'}]\n").with("PRODIGY_MAX_PARALLEL", "x");

        var refused = desk.call("run flow.yml -o json");

        assertThat(refused.at("error.problems.0.path")).isEqualTo("merge");
        assertThat(refused.at("error.problems.1.variable")).isEqualTo("PRODIGY_MAX_PARALLEL");
        assertThat(desk.call("run flow.yml").err()).contains("config.yml:1:8", "PRODIGY_MAX_PARALLEL must be");
    }

    /// What `plan` and `run` accept, `validate` accepts (spec 01 §11).
    @ParameterizedTest
    @ValueSource(strings = {"validate", "plan"})
    void configuredAgentsAreStepKinds(String command) throws IOException {
        home("agents: {hx: {command: [echo, '{prompt}']}}\n");
        project("agents: {cx: {command: [echo, '{prompt}']}}\n");
        desk.file("flow.yml", "commands: [{cx: one}, {hx: two}]\n");

        var said = desk.call(command + " flow.yml");

        assertThat(said.exitCode()).as("%s", said).isZero();
    }
}
