package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets that a workflow reads which another one runs (spec 00, promise 6; 01 §13).
class CalledSecretsTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary);
    }

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

    /// Spec 05 §7: an item is out of reach of a redrive only where running again cannot differ.
    @Test
    void anItemWhoseCalledWorkflowLackedASecretRunsAgain() throws IOException {
        desk.file("child.yml", """
                secrets: {E: "${env:ESEC}"}
                commands: [{shell: 'test -n "${E}"'}]
                """);
        desk.file("caller.yml", "mode: mapreduce\nmap: {input: [a], agent_template: [{workflow: child.yml}]}\n");
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(3);
        desk.with("ESEC", "esecvalue77");

        var redriven = desk.call("dlq retry last");

        assertThat(redriven.exitCode()).as("%s", redriven).isZero();
        assertThat(desk.call("dlq list last -o json").at("total")).isEqualTo("0");
    }

    private static boolean holdsTheSecret(Path file) {
        try {
            return Files.readString(file, ISO_8859_1).contains("esecvalue77");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
