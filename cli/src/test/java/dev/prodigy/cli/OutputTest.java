package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.output.ResultStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 00, "Output", and 05 §1: what stands on which stream, and how much.
class OutputTest {
    private static final String ESCAPE = "\u001b";

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none").file("flow.yml", """
                name: talk
                commands:
                  - shell: "echo said"
                    name: Say ${ARG:-it}
                  - shell: "exit 3"
                    id: third
                    continue_on_error: true
                """);
    }

    @Test
    void stepsAreCalledByTheirNames() {
        var said = desk.call("run flow.yml");
        assertThat(said.err()).contains("Say ${ARG:-it} (commands[0])").contains("tolerated third");
        assertThat(desk.call("resume last --force").err()).doesNotContain("null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            xterm | -   |                     | true  | true
            xterm | 1   |                     | false | true
            xterm | 1   | --color always      | true  | true
            xterm | -   | --color never       | false | true
            xterm | -   | --progress plain    | true  | false
            xterm | -   | --progress none     | true  | false
            dumb  | -   |                     | false | false
            dumb  | -   | --color always      | true  | false
            """)
    void coloursAndCursorMovesAreForTerminalsThatKnowThem(
            String term, String noColor, String options, boolean coloured, boolean drawn) {
        desk.onTerminal().with("TERM", term);
        if (noColor != null) {
            desk.with("NO_COLOR", noColor);
        }
        var said = desk.call("run flow.yml " + (options == null ? "" : options));
        assertThat(said.out().contains(ESCAPE + "[3")).as("%s", said).isEqualTo(coloured);
        assertThat(said.err().contains(ESCAPE + "[1A") || said.err().contains("\r"))
                .as("%s", said)
                .isEqualTo(drawn);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--progress auto", "-v", "-vv", "-vvv", "--color auto"})
    void withoutATerminalNothingIsColouredOrDrawn(String options) {
        var said = desk.call("run flow.yml " + options);
        assertThat(said.out() + said.err()).doesNotContain(ESCAPE).doesNotContain("\r");
    }

    @Test
    void aPipeThatNobodyWritesToIsNoWorkflow() throws IOException, InterruptedException {
        var pipe = desk.folder().resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (var call : List.of("validate pipe", "run pipe")) {
            var said = desk.call(call);
            assertThat(said.exitCode()).isEqualTo(2);
            assertThat(said.err() + said.out()).contains("it is a pipe or a device");
        }
        assertThat(desk.call("validate missing.yml").out()).contains("there is no such file");
        assertThat(desk.call("validate .").out()).contains("it is a folder");
    }

    @Test
    void progressIsAnotherNameForStatus() throws IOException {
        desk.call("run flow.yml");
        var status = desk.call("status -o json");
        assertThat(desk.call("progress last -o json").json()).isEqualTo(status.json());
        assertThat(desk.call("progress last --export - --format csv").out())
                .startsWith("name,value\r\n")
                .contains("\r\nstatus,completed_with_failures\r\n");
        assertThat(desk.call("progress last --export p.html --format html").exitCode())
                .isZero();
        assertThat(desk.call("progress last --export p.html --format html -o json")
                        .at("file"))
                .isEqualTo("p.html");
        assertThat(desk.folder().resolve("p.html"))
                .content()
                .contains("<td>talk</td>")
                .doesNotContain("src=");
    }

    @Test
    void aHomeThatCannotBeUsedSaysWhatToDo() throws IOException {
        desk.file("blocked", "")
                .with("PRODIGY_HOME", desk.folder().resolve("blocked/home").toString());
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).isEqualTo(75);
        assertThat(said.at("error.code")).isEqualTo("home_unusable");
        assertThat(said.at("error.message")).contains("blocked/home");
        assertThat(said.at("error.hint")).contains("PRODIGY_HOME");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            schema          | No space left on device | 1 | cannot write to standard output: No space left on device
            runs ls -o json | No space left on device | 1 | No space left on device
            --version       | No space left on device | 1 | No space left on device
            schema          | Broken pipe             | 0 | ''
            run flow.yml    | No space left on device | 3 | ''
            """)
    void aResultThatCannotBeWrittenIsNoSuccess(String line, String why, int exitCode, String told) {
        var said = desk.callWith(List.of(line.split(" ", -1)), new ResultStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        }));
        assertThat(said.exitCode()).isEqualTo(exitCode);
        assertThat(said.err()).contains(told);
    }
}
