package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §8.4, §9, §13: what the keys and commands of secrets see, and what becomes of one without value.
class SecretValuesTest {
    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            echo $PLACE-$P-$FILE-$DEEP               ~ from-profile-ab-in file-from-profile/x
            echo ${PLACE}-${P}-${FILE}-${DEEP}       ~ from-profile-ab-in file-from-profile/x
            echo ${env.PLACE|upper}-${NONE:-default} ~ FROM-PROFILE-default
            echo ${P|length}aaa                      ~ 2aaa
            """)
    void itSeesWhatLiesBelow(String command, String value) throws IOException {
        desk.file("keys.env", "FILE=in file\n").file("flow.yml", """
                env_files: [keys.env]
                parameters: {required: [P]}
                env:
                  PLACE: from-env
                  DEEP: "${PLACE}/x"
                  OF_SECRET: "x ${secrets.K}"
                profiles: {near: {PLACE: from-profile}}
                active_profile: near
                secrets: {K: {provider: command, command: '%s'}}
                commands: ['printf %%s "$K" | tr a-zA-Z b-zaB-ZA']
                """.formatted(command));

        var said = desk.call("run flow.yml --param P=ab");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(desk.call("logs --stream stdout -q").out()).contains(shifted(value));
    }

    /// A value that is not masked in the log.
    private static String shifted(String value) {
        var text = new StringBuilder();
        value.chars()
                .forEach(
                        c -> text.append((char) (Character.isLetter(c) ? c == 'z' ? 'a' : c == 'Z' ? 'A' : c + 1 : c)));
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exit 7           | its command: exit status 7
            echo ${nosuch.x} | exit status
            echo ${A}        | `A`
            echo ${OTHER}    | not read yet
            """)
    void aCommandThatPrintsNoneIsToldWithItsReason(String command, String reason) throws IOException {
        desk.file("flow.yml", """
                env: {A: "${secrets.K}"}
                secrets: {OTHER: in-the-file, K: {provider: command, command: '%s'}}
                commands: ['true']
                """.formatted(command));

        var said = desk.call("run flow.yml");

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err()).contains("secret `K` has no value (", reason);
    }

    /// Spec 02 §10: the run's timeout is a limit of what comes before it too, at its start and when it is taken up.
    @Test
    void aCommandThatDoesNotEndIsEndedByTheRunsTimeout() throws IOException {
        desk.file("flow.yml", """
                timeout: 300ms
                secrets: {K: {provider: command, command: 'test -e quick && echo secret && exit; sleep 600'}}
                commands: ['rm quick && false']
                """);

        var started = desk.call("run flow.yml -o json");
        assertThat(started.exitCode()).as("%s", started).isEqualTo(2);
        assertThat(started.at("error.message"))
                .contains("secret `K` has no value (its command did not end within the run's timeout)");
        desk.file("quick", "");
        assertThat(desk.call("run flow.yml --timeout 1m").exitCode()).isEqualTo(1);
        assertThat(desk.call("resume last --timeout 300ms").exitCode()).isEqualTo(2);
        assertThat(desk.call("runs show last -o json").at("status")).isEqualTo("failed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            {provider: file, key: "${P}/key"}    ~ in-the-file
            {provider: file, key: "$OUTER/key"}  ~ in-the-file
            {provider: env, key: "IN_${WHICH}"}  ~ of-an-env-file
            {provider: command, command: 'cat ${P}/key; echo $IN_FILE'} ~ in-the-fileof-an-env-file
            """)
    void keysAndEnvFilesMayHoldPlaceholders(String secret, String value) throws IOException {
        desk.with("OUTER", "keys")
                .file("keys/key", "in-the-file")
                .file("near.env", "IN_FILE=of-an-env-file\n")
                .file("flow.yml", """
                parameters: {required: [P], optional: [{name: STAGE, default: near}]}
                env_files: ["${STAGE}.env"]
                env: {WHICH: FILE}
                secrets: {K: %s}
                commands: ['printf %%s "$K" | tr a-z b-za']
                """.formatted(secret));

        assertThat(desk.call("run flow.yml --param P=keys").exitCode()).isZero();
        assertThat(desk.call("logs --stream stdout -q").out()).contains(shifted(value));
    }

    @Test
    void aKeyWithoutValueIsToldOnce() throws IOException {
        desk.file("flow.yml", """
                env_files: ["${NOWHERE}/x.env", "${LATER}.env"]
                env: {LATER: near}
                secrets: {K: {provider: file, key: "${NOWHERE_TOO}/key"}}
                commands: ['true']
                """);

        var said = desk.call("run flow.yml");

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err())
                .contains("`NOWHERE` has no value", "`NOWHERE_TOO` has no value")
                .doesNotContain("tried");
    }

    @Test
    void whatItPrintsIsMasked() throws IOException {
        desk.file("flow.yml", """
                env: {WORD: open-sesame}
                secrets: {K: {provider: command, command: 'echo ${WORD}-1'}}
                commands: [{shell: 'echo "got $K"', id: s}]
                outputs: {o: "${s.output}"}
                """);

        assertThat(desk.call("run flow.yml -o json").at("outputs.o")).isEqualTo("got ***");
    }
}
