package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §9: an argument with a secret is not stored; whoever takes the run up may give it again.
class ArgumentsGivenAgainTest {
    private static final String FIRST = "https://bob:pw12345@h/x";
    private static final String SECOND = "https://eve:pw67890@h/y";

    @NewDesk
    private Desk desk;

    @BeforeEach
    void stopped() throws IOException {
        desk.with("PRODIGY_ISOLATION", "none").file("flow.yml", """
                commands: ['test -e mended', 'echo "${ARG} ${ARG_1}" >>told']
                """);
        var ended = desk.call("run flow.yml --args " + FIRST + " --args plain --args " + SECOND + " --fail-fast");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));
    }

    @Test
    void theyTakeTheirPlacesInTheirOrder() throws IOException {
        var resumed = desk.call("resume last --args " + FIRST + " --args " + SECOND);

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(desk.folder().resolve("told"))
                .hasContent(String.join("\n", FIRST + " " + FIRST, "plain " + FIRST, SECOND + " " + FIRST));
    }

    @Test
    void whoNeedsThemIsToldHow() {
        var resumed = desk.call("resume last -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(2);
        assertThat(resumed.at("error.code")).isEqualTo("captured_secret");
        assertThat(resumed.at("error.message")).contains("prodigy resume takes it again: --args VALUE");
        assertThat(resumed.at("error.hint"))
                .matches("give each value that held a secret again, in their order,"
                        + " as --args VALUE to prodigy resume workflow-\\S+");
        assertThat(desk.call("resume last --args " + FIRST + " --args " + SECOND)
                        .exitCode())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "resume last --args one, 2 arguments of the run held a secret",
        "resume last --args 1 --args 2 --args 3, 2 arguments of the run held a secret",
        "run --resume last --args one, --args belongs to the start of a run"
    })
    void asManyAreGivenAsThereAreNot(String command, String message) {
        var refused = desk.call(command);

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.err()).contains(message);
        assertThat(desk.folder().resolve("told")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``            | Give them again: --param p=… --args … --args …
            --args 1 --args 2 | Give it again: --param p=…
            --param p=1   | Give them again: --args … --args …
            """)
    void parametersAndArgumentsAreAskedForAtOnce(String given, String hint) throws IOException {
        Files.delete(desk.folder().resolve("mended"));
        desk.file("flow.yml", "{parameters: [p], commands: ['test -e mended', 'echo \"${p} ${ARG}\" >>told']}\n");
        var both = " --args " + FIRST + " --args " + SECOND;
        assertThat(desk.call("run flow.yml --fail-fast --param p=" + FIRST + both)
                        .exitCode())
                .isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        var refused = desk.call(("resume last -o json " + given).strip());

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("secret_parameter");
        assertThat(refused.at("error.message"))
                .contains(given.startsWith("--param") ? "in 2 values of --args, which is not" : "not recorded: p");
        assertThat(refused.at("error.hint")).isEqualTo(hint);
        assertThat(desk.call(("resume last --dry-run -o json " + given).strip()).at("error.hint"))
                .isEqualTo(hint);
        var options = hint.replaceFirst(".*again:", "").replace("…", "told");
        assertThat(desk.call("resume last " + given + options).exitCode()).isZero();
    }

    @Test
    void withoutThemAPlanDoesNotKnowWhatAsksForThem() throws IOException {
        desk.file("flow.yml", """
                commands: ['exit 4', {shell: 'echo one', when: "ARG == 'one'"}, {shell: 'echo ${ARG}'}]
                """);
        assertThat(desk.call("run flow.yml --args " + FIRST).exitCode()).isEqualTo(1);

        assertThat(desk.call("resume last --dry-run -o json").at("steps.1.action"))
                .isEqualTo("unknown");
        assertThat(desk.call("resume last --dry-run -o json --args one").at("steps.1.action"))
                .isEqualTo("run");
    }

    @Test
    void whatIsKnownIsNotGivenAgain() throws IOException {
        Files.delete(desk.folder().resolve("mended"));
        assertThat(desk.call("run flow.yml --args plain").exitCode()).isEqualTo(1);

        var refused = desk.call("resume last --args other");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.err()).contains("--args: a resume keeps what was given at the start of the run");
    }
}
