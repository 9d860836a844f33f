package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §2.11: completion is made from the same command table as `--help`.
class CompletionTest {
    @TempDir
    Path temporary;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ru               | run runs
            sessions sh      | show
            events --json l  | ls list
            events list --li | --limit
            run x.yml --max- | --max-iterations --max-parallel --max-retries
            dlq retry --fu   | --full
            """)
    void bashCompletesCommandsAndOptions(String line, String offered) throws IOException, InterruptedException {
        var script = new Desk(temporary).call("completion bash").out();
        var words = line.split(" ", -1);
        var process = new ProcessBuilder(
                        "bash",
                        "-c",
                        script + "\nCOMP_WORDS=(prodigy " + line + "); COMP_CWORD=" + words.length
                                + "; _prodigy; echo ${COMPREPLY[@]}")
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.strip()).isEqualTo(offered);
    }

    @Test
    void everyShellHasEveryCommand() throws IOException {
        var desk = new Desk(temporary);
        for (var shell : Completion.shells()) {
            var said = desk.call("completion " + shell);
            assertThat(said.exitCode()).isZero();
            for (var name : CommandName.values()) {
                assertThat(said.out()).contains(name.lastWords().getFirst());
            }
        }
        assertThat(desk.call("completion tcsh").exitCode()).isEqualTo(2);
        assertThat(desk.home()).doesNotExist();
    }
}
