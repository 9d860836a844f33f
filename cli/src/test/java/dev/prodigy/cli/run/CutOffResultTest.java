package dev.prodigy.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.command.CommandParser;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Preferences;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.output.ResultStream;
import dev.prodigy.cli.output.Terminal;
import dev.prodigy.runtime.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Spec 05 §1: one document on stdout whatever happens, also where a second signal leaves no time.
class CutOffResultTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final ResultStream out = new ResultStream(said);

    private CutOffResult of(String... arguments) {
        var console = new Console(
                InputStream.nullInputStream(), out, out, Terminal.NONE, Map.of(), Path.of("/"), Time.OF_MACHINE);
        var parsed = new CommandParser("run", new RunCommand().signature()).parse(List.of(arguments));
        return new CutOffResult(new Invocation(console, parsed, Preferences.DEFAULT), "prodigy resume ");
    }

    @Test
    void aRunThatIsCutOffSaysItsStatusAndTheWayOut() {
        of("flow.yml", "-o", "json").tell("run-1", 130);

        assertThat(said.toString(UTF_8))
                .startsWith("{\"run_id\":\"run-1\",\"status\":\"cancelled\",\"exit_code\":130,\"error\":{")
                .contains("\"code\":\"cancelled\"", "\"hint\":\"prodigy resume run-1\"")
                .endsWith("}}\n");
    }

    @Test
    void aStartThatIsCutOffNamesNoRun() {
        of("flow.yml", "-o", "json").tell(null, 143);

        assertThat(said.toString(UTF_8))
                .contains("\"exit_code\":143", "prodigy runs ls")
                .doesNotContain("run_id");
    }

    @Test
    void whatHasSaidItsResultSaysNoOther() {
        out.println("{}");

        of("flow.yml", "-o", "json").tell("run-1", 130);

        assertThat(said.toString(UTF_8)).isEqualTo("{}\n");
    }

    @Test
    void aTextHasOnlyTheWordsOnStandardError() {
        of("flow.yml").tell("run-1", 130);

        assertThat(said.toString(UTF_8)).isEmpty();
    }
}
