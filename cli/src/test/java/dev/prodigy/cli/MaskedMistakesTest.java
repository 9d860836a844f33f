package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said of a value that a run cannot begin with repeats no secret (spec 00, promise 6).
class MaskedMistakesTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void secret() throws IOException {
        desk.with("PRODIGY_ISOLATION", "none").with("TK", "hidden-sx-7").with("MY_TOKEN", "hidden-sx-8");
        desk.file(".prodigy/config.yml", "redact: {env_names: [CRED_*]}\n");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            {name: api_token, type: integer}           | api_token | hunter-2222 | ``
            {name: api_token, type: integer}           | api_token | no1         | ``
            {name: api_token, type: array}             | api_token | [hunter2    | ``
            {name: api_token, enum: [a, b]}            | api_token | hunter-2222 | ``
            {name: api_token, validation: value == 1}  | api_token | hunter-2222 | ``
            {name: cred_a, type: integer}              | cred_a    | hunter-2222 | ``
            {name: n, type: integer}                   | n         | hidden-sx-7 | ``
            {name: n, enum: [a, b]}                    | n         | hidden-sx-7 | ``
            {name: n, type: integer}                   | n         | hidden-sx-8 | ``
            api_token                                  | api_token | hunter-2222 | `, timeout: '${api_token}'`
            n                                          | n         | hidden-sx-7 | `, timeout: '${n}'`
            """)
    void theValueIsMasked(String parameter, String name, String value, String option) throws IOException {
        desk.file("flow.yml", """
                parameters: [%s]
                secrets: {K: "${env:TK}"}
                commands: [{shell: 'echo ${%s}'%s}]
                """.formatted(parameter, name, option));
        var call = "run flow.yml --param " + name + "=" + value;

        var said = desk.call(call);
        var json = desk.call(call + " -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(2);
        assertThat(json.exitCode()).as("%s", json).isEqualTo(2);
        assertThat(said.out() + said.err() + json.out() + json.err())
                .contains("***")
                .doesNotContain(value);
    }
}
