package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.output.ResultStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
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

    /// Spec 01 §1 and §7: a capture whose phase was held back is ours, and has no value.
    @Test
    void capturesOfAReduceThatWasHeldBackHaveNoValue() throws IOException {
        desk.file("held.yml", """
                mode: mapreduce
                map: {input: [1, 2], agent_template: [{shell: "test ${item} = 1"}]}
                reduce: {when: complete, steps: [{shell: echo r, capture: z, id: st}]}
                outputs: {z: "${z}", t: "got ${z}", d: "${z:-dflt}", i: "${st.output}"}
                """);

        var said = desk.call("run held.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(3);
        assertThat(said.at("outputs")).isEqualTo("{\"z\":null,\"t\":null,\"d\":\"dflt\",\"i\":null}");
        assertThat(said.err())
                .contains("output `z` has no value", "output `t` has no value", "output `i` has no value")
                .doesNotContain("output `d`");
    }

    @Test
    void stepsAreCalledByTheirNames() {
        var said = desk.call("run flow.yml");
        assertThat(said.err()).contains("Say it (commands[0])").contains("tolerated third");
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

    /// Spec 05 §1: `-v` shows the tails of outputs, also of steps that succeeded.
    @Test
    void oneVShowsWhatStepsPrinted() {
        assertThat(desk.call("run flow.yml").err()).doesNotContain("| said\n");
        assertThat(desk.call("run flow.yml -v").err()).containsOnlyOnce("| said\n");
    }

    /// Steps of items have no events of their own: what they printed stands below the item's outcome.
    @Test
    void oneVShowsWhatStepsOfItemsPrinted() throws IOException {
        desk.file(
                "items.yml", "mode: mapreduce\nmap: {input: [1], agent_template: [{shell: 'echo of item ${item}'}]}\n");
        assertThat(desk.call("run items.yml").err()).doesNotContain("| of item");
        assertThat(desk.call("run items.yml -v").err()).containsPattern("ok +item-001 .*\n +\\| of item 1\n");
    }

    @Test
    void secretsInWhatStepsPrintedAreMasked() throws IOException {
        desk.with("KEY_ONE", "hidden-from-all").file("secret.yml", """
                secrets: {S: KEY_ONE}
                commands: ['echo "<$S>"; echo "[$S]" >&2']
                """);
        for (var level : List.of("-v", "-vvv")) {
            var said = desk.call("run secret.yml " + level);
            assertThat(said.exitCode()).as("%s", said).isZero();
            assertThat(said.err()).contains("| <", "| [").doesNotContain("hidden-from-all");
        }
    }

    /// Spec 05 §1: `-vvv` shows every event, and each once.
    @Test
    void threeVsShowEachEventOnce() throws IOException {
        var lines = desk.call("run flow.yml -vvv").err().lines().toList();
        for (var type : List.of("workflow_started", "pass_started", "pass_completed", "workflow_completed")) {
            assertThat(lines).filteredOn(line -> line.contains(type + " {")).hasSize(1);
            assertThat(lines).noneMatch(line -> line.contains(type.replace('_', ' ') + " {"));
        }
        assertThat(lines).filteredOn(line -> line.contains("commands[0]")).allMatch(line -> line.contains(" step_"));
        assertThat(lines)
                .filteredOn(line -> line.contains(" step_completed {"))
                .allMatch(line -> line.startsWith("ok"));
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

    /// It belongs to the step's failure, and not to its handler's.
    @Test
    void whatAFallbackReplacedIsToldBeforeTheHandlersFailure() throws IOException {
        desk.file("both.yml", """
                commands:
                  - shell: exit 3
                    retry: {attempts: 1, on_failure: {fallback: exit 4}}
                    on_failure: {shell: exit 5, max_attempts: 1}
                """);
        var said = desk.call("run both.yml --isolation none");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err().substring(said.err().indexOf("prodigy: ")))
                .containsSubsequence("EXIT_4", "after EXIT_3", "EXIT_5");
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
    @ValueSource(strings = {"worktree ls", "worktree gc -f", "worktree clean-orphaned -f", "worktree ls --all-repos"})
    void noWorktreesIsNotWhatAHomeThatCannotBeUsedSays(String command) throws IOException {
        desk.file("blocked", "")
                .with("PRODIGY_HOME", desk.folder().resolve("blocked/home").toString());
        var said = desk.call(command + " -o json");
        assertThat(said.exitCode()).isEqualTo(75);
        assertThat(said.at("error.code")).isEqualTo("home_unusable");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            schema          | No space left on device | 1 | cannot write to standard output: No space left on device
            runs ls -o json | No space left on device | 1 | No space left on device
            --version       | No space left on device | 1 | No space left on device
            schema          | Broken pipe             | 0 | ''
            run flow.yml    | No space left on device | 3 | ''
            run good.yml -o json | No space left on device | 1 | cannot write to standard output: No space left
            run good.yml -o json | No space left on device | 1 | recorded all the same: prodigy runs show last
            run flow.yml -o json | No space left on device | 3 | cannot write to standard output: No space left
            run good.yml -o json | Bad file descriptor     | 0 | ''
            run good.yml -o json | Broken pipe             | 0 | ''
            """)
    void aResultThatCannotBeWrittenIsNoSuccess(String line, String why, int exitCode, String told) throws IOException {
        desk.file("good.yml", "commands: [{shell: 'true'}]");
        var said = desk.callWith(List.of(line.split(" ", -1)), new ResultStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        }));
        assertThat(said.exitCode()).isEqualTo(exitCode);
        assertThat(said.err()).contains(told);
    }

    @Test
    void anInvalidFileStillSaysWhatItIs() throws IOException {
        desk.file("bad.yml", """
                name: bad one
                mode: mapreduce
                map:
                  input: [1]
                  agent_template:
                    - shell: 'true'
                      retry_config: {attempts: 3, initial_delay: 1s, bogus: 2}
                """);
        var said = desk.call("validate bad.yml -o json");
        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.at("valid")).isEqualTo("false");
        assertThat(said.at("name")).isEqualTo("bad one");
        assertThat(said.at("mode")).isEqualTo("mapreduce");
        assertThat(said.at("policies.0.path")).isEqualTo("map.agent_template[0]");
        assertThat(said.at("problems.0.code")).isEqualTo("UNKNOWN_KEY");
    }

    @Test
    void aParameterFileThatCannotBeReadIsTheOnlyThingWrong() throws IOException {
        desk.file("wants.yml", """
                parameters:
                  host: {type: string, required: true}
                commands: [{shell: 'echo ${host}'}]
                """);
        var missing = desk.call("run wants.yml --param-file none.json -o json");
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.at("error.message")).isEqualTo("cannot read none.json: there is no such file");
        assertThat(desk.call("run wants.yml --param-file . -o json").at("error.message"))
                .isEqualTo("cannot read .: it is a folder");
    }

    /// An output that reads an absent secret is null; numbers have one spelling (spec 01 §8.3, §8.4).
    @Test
    void outputsAreWhatTheirTextsSay() throws IOException {
        desk.file("gives.yml", """
                secrets: {ABSENT: {provider: env, key: NOPE_X, required: false}}
                outputs: {none: 'x ${ABSENT}', other: '${ABSENT:-def}', data: '${data}', text: 'y ${data}'}
                commands: [{shell: "echo '[1,2.50,1e3]'", capture: data, capture_format: json}]
                """);
        var said = desk.call("run gives.yml -o json");
        assertThat(said.out())
                .contains(
                        "\"outputs\":{\"none\":null,\"other\":\"def\",\"data\":[1,2.5,1000],\"text\":\"y [1,2.5,1000]\"}");
        assertThat(said.err()).contains("output `none` has no value");
    }

    @Test
    void attemptsOfAllRerunsAreToldAsTheirNumber() throws IOException {
        desk.file("again.yml", """
                commands:
                  - shell: exit 3
                    retry: {attempts: 2, backoff: none}
                    on_failure: {shell: 'true', max_attempts: 2}
                    continue_on_error: true
                """);
        assertThat(desk.call("run again.yml").err())
                .contains("attempt 2 of 2", "(4 attempts)")
                .doesNotContain("attempt 4");
    }

    @Test
    void aPipeGivesItsParametersOnce() throws IOException, InterruptedException {
        desk.file("wants.yml", """
                parameters:
                  host: {type: string, required: true}
                outputs: {host: '${host}'}
                commands: [{shell: 'true'}]
                """);
        var pipe = desk.folder().resolve("pipe.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var writer = new ProcessBuilder("sh", "-c", "echo '{\"host\": \"here\"}' > " + pipe).start();
        var said = desk.call("run wants.yml --param-file pipe.json -o json");
        assertThat(said.at("outputs.host")).as("%s", said).isEqualTo("here");
        assertThat(writer.waitFor()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            folder     | folder: it is a folder
            pipe.json  | pipe.json: it is a named pipe
            none.json  | input file not found: none.json
            """)
    void whatIsNoInputFileIsSaid(String input, String message) throws IOException, InterruptedException {
        desk.file("folder/file", "").file("items.yml", """
                mode: mapreduce
                map:
                  input: {file: %s}
                  agent_template: [{shell: 'true'}]
                """.formatted(input));
        var pipe = desk.folder().resolve("pipe.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var said = desk.call("run items.yml -o json");
        assertThat(said.at("error.message")).as("%s", said).contains(message);
    }

    @Test
    void whatARunShowsIsAsOfOneEvent() throws IOException {
        desk.call("run flow.yml");
        var whole = desk.call("status last -o json");
        var journal = Path.of(desk.call("runs show last -o json").at("journal.0"));
        var lines = Files.readAllLines(journal);
        lines.set(lines.size() / 2, "damaged");
        Files.write(journal, lines);

        var said = desk.call("status last -o json");
        assertThat(said.exitCode()).isEqualTo(75);
        assertThat(said.at("last_seq")).isEqualTo(String.valueOf(lines.size() / 2));
        assertThat(said.at("status")).isEqualTo("interrupted").isNotEqualTo(whole.at("status"));
        assertThat(desk.call("runs show last -o json").at("status")).isEqualTo("interrupted");
    }

    @Test
    void settingsAreThoseThatHold() throws IOException {
        desk.file("items.yml", """
                mode: mapreduce
                timeout: 5m
                error_policy: {max_failures: 7}
                map:
                  input: [1]
                  agent_template: [{shell: 'true'}]
                """);
        desk.call("run items.yml");
        var shown = desk.call("runs show last -o json");
        assertThat(shown.at("settings.max_parallel")).isEqualTo("10");
        assertThat(shown.at("settings.max_failures")).isEqualTo("7");
        assertThat(shown.at("settings.timeout")).isEqualTo("5m");
        assertThat(shown.at("settings.isolation")).isEqualTo("none");
        desk.call("run items.yml --max-parallel 3");
        assertThat(desk.call("runs show last -o json").at("settings.max_parallel"))
                .isEqualTo("3");
    }

    @Test
    void aFileWhoseNameIsNoTextIsRefused() throws IOException, InterruptedException {
        desk.file("in/good.txt", "");
        var made = new ProcessBuilder("sh", "-c", "touch in/\"$(printf 'b\\377d')\".txt")
                .directory(desk.folder().toFile())
                .start();
        assertThat(made.waitFor()).isZero();
        var said = desk.call(List.of("batch", "in/*.txt", "--command", "true", "-o", "json"));
        assertThat(said.exitCode()).as("%s", said).isEqualTo(2);
        assertThat(said.at("error.message")).contains("in/b", "is no text in UTF-8");
        assertThat(desk.call(List.of("batch", "in/g*.txt", "--command", "true")).exitCode())
                .isZero();
    }

    @Test
    void quietRunsTellTheItemsThatFailedAndNothingElse() throws IOException {
        desk.file("quiet.yml", """
                mode: mapreduce
                setup: [{shell: 'true'}]
                map: {input: [1, 2], agent_template: [{shell: 'test ${item} = 1'}]}
                """);
        var said = desk.call("run quiet.yml -q");
        assertThat(said.exitCode()).isEqualTo(3);
        assertThat(said.err().lines())
                .singleElement()
                .asString()
                .contains("failed", "item-002", "EXIT_1: exit status 1");
        assertThat(desk.call("run quiet.yml -q --progress none").err()).isEmpty();
    }

    @Test
    void theNewestEventsAreLimited() throws IOException {
        desk.file("quiet.yml", "commands: ['true']");
        desk.call("run quiet.yml");
        assertThat(desk.call("events last --limit 1 -o json").at("events.0.event_type"))
                .isEqualTo("workflow_completed");
    }
}
