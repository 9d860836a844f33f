package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// However a run is taken up, what runs then reads no mask where a secret stood (spec 05 §9).
class MaskedReopeningTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void secret() {
        desk.with("TK", "hidden-sx-7").with("PRODIGY_ISOLATION", "none");
    }

    @ParameterizedTest
    @CsvSource({
        "dlq retry last, ${c}, 2",
        "dlq retry last, $c, 2",
        "dlq retry last, ${d}, 0",
        "resume last --retry-failed, ${c}, 2",
        "resume last --retry-failed, ${d}, 0"
    })
    void itemsThatRunAgainReadNone(String command, String reads, int exit) throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                env: {d: plain}
                secrets: {K: "${env:TK}"}
                setup: [{shell: 'echo $K', capture: c}]
                map:
                  input: [1, 2]
                  agent_template: ['test -e mended', 'echo "%s" >>told']
                reduce: ['echo ${map.successful}']
                """.formatted(reads));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);
        Files.createFile(desk.folder().resolve("mended"));

        var again = desk.call(command + " -o json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(exit);
        assertThat(desk.folder().resolve("told").toFile().exists()).isEqualTo(exit == 0);
        if (exit == 2) {
            assertThat(again.at("error.code")).isEqualTo("captured_secret");
        }
    }

    /// A redrive of a run that was stopped does not reduce; a resume does, also what was reduced at the stop (spec 03
    /// §7).
    @ParameterizedTest
    @CsvSource({
        "ended, dlq retry last, 0",
        "ended, resume last, 2",
        "always, dlq retry last, 0",
        "always, resume last, 2"
    })
    void onlyWhatTheCommandRunsCounts(String when, String command, int exit) throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                secrets: {K: "${env:TK}"}
                error_policy: {max_failures: 1}
                setup: [{shell: 'echo $K', capture: c}]
                map: {input: [1, 2, 3], max_parallel: 1, agent_template: ['test -e mended']}
                reduce: {when: WHEN, commands: ['echo ${c}']}
                """.replace("WHEN", when));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(4);
        Files.createFile(desk.folder().resolve("mended"));

        var again = desk.call(command + " -o json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(exit);
    }

    /// It runs again with everything inside it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            on_failure: {shell: 'echo ${c}', fail_workflow: true}          | 2
            on_failure: {shell: 'echo $c', strategy: cleanup}              | 2
            on_failure: {shell: 'echo $c; exit 1', strategy: fallback}     | 2
            on_failure: {shell: 'echo ${c}', max_attempts: 1}              | 2
            on_exit_code: {1: {shell: 'echo ${c}', max_attempts: 1}}       | 2
            on_failure: {shell: 'echo ${c.success}', strategy: cleanup}    | 1
            on_failure: {commands: [{shell: 'echo $K', capture: d}, 'echo $d'], strategy: cleanup} | 1
            """)
    void aStepThatFailedBeginsAnew(String handler, int exit) throws IOException {
        desk.file("flow.yml", """
                secrets: {K: "${env:TK}"}
                commands: [{shell: 'echo $K', capture: c}, {shell: 'false', %s}]
                """.formatted(handler));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);

        assertThat(desk.call("resume last").exitCode()).isEqualTo(exit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"commands: [{workflow: inner.yml}]", "commands: [{workflow: outer.yml}]"})
    void aRunThatAStepStartedIsLookedAtFirst(String workflow) throws IOException {
        desk.file("outer.yml", "commands: [{workflow: inner.yml}]\n")
                .file("flow.yml", workflow + "\n")
                .file("inner.yml", """
                        secrets: {K: "${env:TK}"}
                        commands: [{shell: 'echo $K', capture: c}, 'test -e mended', 'echo ${c} >told']
                        """);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        var again = desk.call("resume last -o json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(2);
        assertThat(again.at("error.code")).isEqualTo("captured_secret");
        assertThat(desk.call("events ls --type workflow_resumed -o json").at("events"))
                .isEqualTo("[]");
    }
}
