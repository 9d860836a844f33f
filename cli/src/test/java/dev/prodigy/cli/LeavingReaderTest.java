package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A reader such as `head` leaves before everything is printed: the rest of the journal is not read, and that is no
/// fault.
class LeavingReaderTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"events last", "events ls last -o json"})
    void eventsEndThere(String call) throws IOException {
        var desk = new Desk(folder).with("PRODIGY_ISOLATION", "none").file("flow.yml", "commands: ['true']");
        assertThat(desk.call("run flow.yml").exitCode()).isZero();
        var gone = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        var said = desk.callWith(List.of(call.split(" ")), new PrintStream(gone, true));
        assertThat(said.err()).isEmpty();
    }
}
