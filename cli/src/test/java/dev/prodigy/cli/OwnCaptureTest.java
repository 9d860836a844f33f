package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a step's `outputs` read of its own capture: the execution that they belong to (spec 01 §4, §7).
class OwnCaptureTest {
    @NewDesk
    Desk desk;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo old                    | string | echo fresh        | A-${new}       | A-fresh
            'true'                      | string | echo fresh        | A-${new:-none} | A-fresh
            echo '{"a":1}'              | json   | echo '{"a":2}'    | A-${new.a}     | A-2
            """)
    void outputsReadTheFreshValue(String earlier, String format, String own, String output, String text)
            throws IOException {
        desk.file("flow.yml", """
                commands:
                  - {shell: EARLIER, capture: new, capture_format: FORMAT}
                  - {id: s, shell: OWN, capture: new, capture_format: FORMAT, outputs: {a: OUTPUT}}
                  - {id: l, shell: 'echo ${s.a}'}
                outputs: {l: "${l.output}"}
                """.replace("EARLIER", quoted(earlier))
                .replace("OWN", quoted(own))
                .replace("FORMAT", format)
                .replace("OUTPUT", quoted(output)));

        var said = desk.call("run flow.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.at("outputs.l")).isEqualTo(text);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
