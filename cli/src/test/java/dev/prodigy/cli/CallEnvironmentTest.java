package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Spec 01 §9.1, §12: what a call's `env` sets is a name of the called workflow, and data stays data in it.
class CallEnvironmentTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void caller() throws IOException {
        desk.file("flow.yml", """
                commands:
                  - {shell: "printf '%s' 'a  *'", capture: made}
                  - {workflow: child.yml, env: {DATA: "<${made}>", TEXT: "x y", OWN: call}}
                """);
    }

    private String runs(String child) throws IOException {
        desk.file("child.yml", child);
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isZero();
        return Files.readString(desk.folder().resolve("out"));
    }

    @Test
    void dataIsOneWordAndTextIsAsIfTypedThere() throws IOException {
        assertThat(runs("commands: [\"printf '[%s]' ${DATA} ${TEXT} $TEXT >out\"]"))
                .isEqualTo("[<a  *>][x][y][x][y]");
    }

    @Test
    void textsThatNoShellRunsHaveTheValues() throws IOException {
        assertThat(runs("""
                env: {BOTH: "${TEXT} ${DATA}"}
                inherit: false
                commands: [{write_file: {path: out, content: "${DATA} ${TEXT} ${BOTH} ${env.TEXT}"}}]
                """)).isEqualTo("<a  *> x y x y <a  *> x y");
    }

    @Test
    void whatTheFileItselfSaysComesFirst() throws IOException {
        assertThat(runs("""
                env: {OWN: "child of ${OWN}"}
                parameters: {TEXT: {default: own}}
                commands: [{write_file: {path: out, content: "${OWN} ${TEXT}"}}]
                """)).isEqualTo("child of call own");
    }
}
