package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.output.ResultStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 00, "Output", and 05 §1: the result of a command, on the output and in JSON.
class ResultsToldTest extends TalkingDesk {
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
    void theNewestEventsAreLimited() throws IOException {
        desk.file("quiet.yml", "commands: ['true']");
        desk.call("run quiet.yml");
        assertThat(desk.call("events last --limit 1 -o json").at("events.0.event_type"))
                .isEqualTo("workflow_completed");
    }
}
