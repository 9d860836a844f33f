package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §2.1: WORKFLOW beside `--resume` must be the run's; that of a run from stdin is stdin, whose text then is
/// the workflow as it is now.
class PipedAgainTest {
    private static final String TEXT =
            "commands: [{shell: 'echo once >>trace'}, {shell: 'test -e mended && echo %s >>trace'}]\n";

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void aFailedRunFromStdin() throws IOException {
        desk = new Desk(temporary).piping(TEXT.formatted("old"));
        assertThat(desk.call("run -").exitCode()).isEqualTo(1);
        desk.file("mended", "");
    }

    @Test
    void theSameTextGoesOn() throws IOException {
        var resumed = desk.call("run - --resume last");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).containsExactly("once", "old");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --dry-run"})
    void anotherTextIsAnEditedWorkflow(String option) throws IOException {
        desk.piping(TEXT.formatted("new"));

        var refused = desk.call("run - --resume last -o json" + option);

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("workflow_changed");
        assertThat(refused.at("error.changed.0")).isEqualTo("commands[1].shell");
        var accepted = desk.call("run - --resume last --accept-changes" + option);
        assertThat(accepted.exitCode()).as("%s", accepted).isZero();
        assertThat(trace()).containsExactly(option.isEmpty() ? new String[] {"once", "new"} : new String[] {"once"});
    }

    /// Nobody waits for a text that was not announced.
    @Test
    void withoutADashTheRecordedTextCounts() throws IOException {
        desk.piping(TEXT.formatted("new"));
        assertThat(desk.call("resume last").exitCode()).isZero();
        assertThat(trace()).containsExactly("once", "old");
    }

    @Test
    void aFileIsNotStdin() throws IOException {
        desk.file("flow.yml", "commands: ['exit 1']\n");
        var ofStdin = desk.call("run flow.yml --resume last -o json");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        var ofFile = desk.call("run - --resume last -o json");

        assertThat(ofStdin.at("error.code")).isEqualTo("other_workflow");
        assertThat(ofStdin.at("error.message")).isEqualTo("the run was started with stdin, not flow.yml");
        assertThat(ofFile.at("error.code")).isEqualTo("other_workflow");
        assertThat(ofFile.at("error.message")).endsWith("flow.yml, not stdin");
    }

    /// What is stored of it is without the secret; the text that is piped in again has it.
    @Test
    void aTextWithASecretGoesOnWhenItIsThere() throws IOException {
        desk.piping("secrets: {KEY: literal-secret-1}\n" + TEXT.formatted("$KEY"));
        Files.delete(desk.folder().resolve("mended"));
        assertThat(desk.call("run -").exitCode()).isEqualTo(1);
        desk.file("mended", "");

        var refused = desk.call("resume last -o json");
        var resumed = desk.call("run - --resume last");

        assertThat(refused.at("error.code")).as("%s", refused).isEqualTo("secret_withheld");
        assertThat(refused.at("error.hint")).contains("prodigy run - --resume");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).containsExactly("once", "once", "literal-secret-1");
    }

    private List<String> trace() throws IOException {
        return Files.readAllLines(desk.folder().resolve("trace"));
    }
}
