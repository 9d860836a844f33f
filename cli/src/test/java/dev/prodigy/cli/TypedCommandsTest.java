package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Spec 00: the way out is what can be typed.
class TypedCommandsTest {
    @NewDesk
    private Desk desk;

    @Test
    void aFileStandsInAHintAsAShellTakesIt() throws IOException {
        desk.file("my bad.yml", "commands: [{shel: x}]\n").file("bad.yml", "commands: [{shel: x}]\n");

        assertThat(desk.call(List.of("run", "my bad.yml")).err()).contains(": prodigy validate 'my bad.yml'\n");
        assertThat(desk.call("run bad.yml").err()).contains(": prodigy validate bad.yml\n");
    }

    @Test
    void theDirectoryOfTheCallStandsInItsHint() throws IOException {
        desk.file("a b/bad.yml", "commands: [{shel: x}]\n").file("a b/.prodigy/config.yml", "agent: {\n");

        var said = desk.call(List.of("plan", "-p", "a b", "bad.yml"));

        assertThat(said.err()).contains("prodigy config validate -p 'a b'\n");
        desk.file("a b/.prodigy/config.yml", "");
        assertThat(desk.call(List.of("plan", "-p", "a b", "bad.yml")).err())
                .contains(": prodigy validate -p 'a b' bad.yml\n");
        assertThat(desk.call(List.of("validate", "-p", "a b", "bad.yml")).exitCode())
                .isEqualTo(2);
    }
}
