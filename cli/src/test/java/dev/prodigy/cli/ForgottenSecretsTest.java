package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets that commands gave to steps which a run that goes on does not run again (spec 02 §11, 05 §9).
class ForgottenSecretsTest {
    private static final String SHOWN = "{shell: 'cat found; test -e go'}";

    @NewDesk
    private Desk desk;

    @BeforeEach
    void workflows() throws IOException {
        desk.file("child.yml", """
                secrets: {S: {provider: command, command: "test -e gone || echo esec$((70 + 7))s"}}
                env: {M: {command: "test -e gone || echo esec$((70 + 7))m", secret: true}}
                commands: ['echo $S $M >>found']
                """);
        desk.file("middle.yml", "commands: [{workflow: child.yml}]\n");
    }

    /// Spec 00, promise 6: what stands in a file of a called workflow's making is a secret still.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{workflow: child.yml}, SHOWN]",
                "commands: [{workflow: middle.yml}, SHOWN]",
                "{mode: mapreduce, map: {input: [a], agent_template: [{workflow: child.yml}]}, reduce: [SHOWN]}",
            })
    void thoseOfCalledWorkflowsAreReadAgain(String workflow) throws IOException {
        desk.file("w.yml", workflow.replace("SHOWN", SHOWN) + "\n");
        assertThat(desk.call("run w.yml").exitCode()).isEqualTo(1);

        var resumed = desk.call("resume -v -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(1);
        assertThat(resumed.out() + resumed.err())
                .contains("*** ***")
                .doesNotContain("esec77")
                .doesNotContain("SECRET_FORGOTTEN");
        try (var files = Files.walk(desk.home())) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().noneMatch(ForgottenSecretsTest::holdsASecret);
        }
    }

    /// A person hears what will not be masked.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            commands: ['touch gone', {workflow: child.yml, when: 'false'}, SHOWN]                                                 |
            commands: [{shell: 'true', env: {P: plain, A: {command: 'echo aaaa'}}}, SHOWN]                                        |
            commands: [{shell: 'test -e go', env: {A: {command: 'echo aaaa', secret: true}}}]                                     |
            commands: [{workflow: child.yml}, 'touch gone', SHOWN]                                                                | M of child.yml, S of child.yml
            commands: [{id: s, shell: 'true', env: {A: {command: 'echo aaaa', secret: true}}}, SHOWN]                             | A of step s
            commands: [{shell: 'true', env: {MY_TOKEN: {command: 'echo aaaa'}}}, SHOWN]                                           | MY_TOKEN of step commands[0]
            {agents: {ag: {command: [echo, hi], env: {A: {command: 'echo aaaa', secret: true}}}}, commands: [{ag: hi}, SHOWN]}      | A of agent ag
            {mode: mapreduce, map: {input: [a], agent_template: [{shell: 'true', env: {A: {command: 'echo aaaa', secret: true}}}]}, reduce: [SHOWN]} | A of step map.agent_template[0]
            """)
    void whatIsNotKnownAgainIsNamed(String workflow, String named) throws IOException {
        desk.file("w.yml", workflow.replace("SHOWN", SHOWN) + "\n").file("found", "");
        assertThat(desk.call("run w.yml").exitCode()).isEqualTo(1);

        var said = desk.call("resume").err().replace("`", "").replace(desk.folder() + "/", "");

        if (named == null) {
            assertThat(said).doesNotContain("SECRET_FORGOTTEN");
        } else {
            assertThat(said).containsOnlyOnce("SECRET_FORGOTTEN").contains("shows up again: " + named + "\n");
        }
    }

    /// Letters of items that run again after the call are masked from the beginning.
    @Test
    void aRedriveKnowsThemToo() throws IOException {
        desk.file("w.yml", """
                mode: mapreduce
                setup: [{workflow: child.yml}]
                map: {input: [a], agent_template: [{shell: 'cat found; exit 4'}]}
                """);
        assertThat(desk.call("run w.yml").exitCode()).isEqualTo(3);

        var retried = desk.call("dlq retry last");

        assertThat(retried.err()).contains("*** ***").doesNotContain("esec77");
    }

    private static boolean holdsASecret(Path file) {
        try {
            return Files.readString(file, ISO_8859_1).contains("esec77");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
