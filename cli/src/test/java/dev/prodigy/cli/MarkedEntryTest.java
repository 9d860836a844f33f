package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §13, 05 §9: entries of `env` that are marked secret are read anew when a run is taken up.
class MarkedEntryTest {
    private static final String MARKED = "env: {TOK: {value: \"${SOURCE}\", secret: true}}";

    @NewDesk
    private Desk desk;

    @BeforeEach
    void secret() {
        desk.with("SOURCE", "hidden-sx-7").with("PRODIGY_ISOLATION", "none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"resume last", "resume last --retry-failed", "dlq retry last"})
    void withoutItsVariableNothingRuns(String command) throws IOException {
        stopped(MARKED);
        desk.without("SOURCE");
        var before = desk.call("events ls last -o json").at("total");

        var again = desk.call(command + " -o json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(2);
        assertThat(again.at("error.code")).isEqualTo("invalid_input");
        assertThat(again.at("error.message"))
                .contains("secret `TOK` has no value (variable SOURCE of the environment or an env file)");
        assertThat(again.at("error.hint"))
                .isEqualTo("set SOURCE, then: prodigy " + command.substring(0, command.indexOf(" last")) + " "
                        + desk.call("runs show last -o json").at("run_id"));
        assertThat(desk.call("events ls last -o json").at("total")).isEqualTo(before);
        desk.with("SOURCE", "hidden-sx-7");
        assertThat(desk.call(command).exitCode()).isEqualTo(command.equals("resume last") ? 3 : 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            secrets: {TOK: '${env:SOURCE}'}                              |             | set SOURCE
            secrets: {TOK: '${env:SOURCE}', TIK: {provider: env, key: OTHER}} |        | set SOURCE, OTHER
            secrets: {TOK: '${env:SOURCE}'}                              | abc         | mend this
            env: {TOK: {value: '${SOURCE}', secret: true}}               |             | set SOURCE
            """)
    void theNextCommandIsTold(String secrets, @Nullable String value, String first) throws IOException {
        desk.with("OTHER", "hidden-sx-9");
        stopped(secrets);
        desk.without("OTHER").without("SOURCE");
        if (value != null) {
            desk.with("SOURCE", value);
        }
        var run = desk.call("runs show last -o json").at("run_id");

        for (var command : List.of("resume", "resume --dry-run", "resume " + run)) {
            var refused = desk.call(command + " -o json");

            assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
            assertThat(refused.at("error.hint")).isEqualTo(first + ", then: prodigy resume " + run);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env: {TOK: {value: '${TOK}', secret: true}}",
                "env: {TOK: {value: 'x ${A}', secret: true}, A: '${TOK_SOURCE}', B: '${TOK}'}",
                "env: {TOK: x}\nprofiles: {p: {TOK: {value: '${SOURCE}', secret: true}}}\nactive_profile: p",
            })
    void whereverTheVariableIsNamed(String env) throws IOException {
        desk.with("TOK", "hidden-sx-8").with("TOK_SOURCE", "hidden-sx-9");
        stopped(env);
        desk.without("SOURCE").without("TOK").without("TOK_SOURCE");

        var again = desk.call("resume last");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(2);
        assertThat(again.err()).contains("secret `TOK` has no value (variable ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            env: {TOK: {value: '${SOURCE:-a-default}', secret: true}}
            env: {TOK: {command: 'echo "x$SOURCE"', secret: true}}
            env: {TOK: {value: '${made}', secret: true}}
            env: {TOK: {value: 'in the file', secret: true}}
            env: {TOK: {value: '${SOURCE}', secret: true}}\\nsecrets: {TOK: in-the-file}
            env: {TOK: x}\\nprofiles: {p: {TOK: {value: '${SOURCE}', secret: true}}}
            """)
    void whatNeedsNoVariableRuns(String env) throws IOException {
        stopped(env.replace("\\n", "\n"));
        desk.without("SOURCE");

        var again = desk.call("resume last");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(3);
    }

    private void stopped(String env) throws IOException {
        desk.file("flow.yml", env + """

                mode: mapreduce
                error_policy: {max_failures: 1}
                setup: [{shell: 'echo made', capture: made}]
                map: {input: [1, 2], max_parallel: 1, agent_template: ['echo $TOK; test -e mended']}
                """);
        var ended = desk.call("run flow.yml");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
        Files.createFile(desk.folder().resolve("mended"));
    }
}
