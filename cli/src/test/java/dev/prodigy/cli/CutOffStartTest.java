package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.output.ResultStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Spec 05 §1: one document on stdout whatever happens.
class CutOffStartTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final ResultStream out = new ResultStream(said);

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary);
    }

    private CutOffStart of(String... args) {
        return new CutOffStart(List.of(args), desk.console(out, out));
    }

    @Test
    void aCommandWithoutResultSaysThatItWasEnded() {
        of("run", "flow.yml", "-o", "json").say();
        assertThat(said.toString(UTF_8)).contains("\"code\":\"cancelled\"").endsWith("}\n");
    }

    @Test
    void aCommandThatHasSaidItsResultIsSilent() {
        out.println("{}");
        of("run", "flow.yml", "-o", "json").say();
        assertThat(said.toString(UTF_8)).isEqualTo("{}\n");
    }

    @Test
    void aCommandThatIsOverIsSilent() {
        var words = of("run", "flow.yml");
        words.over();
        words.say();
        assertThat(said.toString(UTF_8)).isEmpty();
    }

    /// A signal is how one leaves what follows a run.
    @Test
    void aCommandThatExecutesNothingIsSilent() {
        of("events", "follow", "-o", "json").say();
        of("rnu", "-o", "json").say();
        assertThat(said.toString(UTF_8)).isEmpty();
    }
}
