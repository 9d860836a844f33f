package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files in which secrets stand are recorded without them: a run cannot go on without such a file where it needs it
/// (spec 03 §14, 05 §9).
class WithheldTextsTest {
    private static final String FLOW = """
            imports: [%s]
            mode: mapreduce
            secrets: {OWN: %s}
            map: {input: [1, 2], agent_template: [{shell: 'test ${item} = 1 || test -e mended'}]}
            reduce: [{shell: 'test -e mended'}]
            """;

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void aFailedRun() throws IOException {
        desk = new Desk(temporary);
        desk.file("keys.yml", "secrets: {KEY: literal-secret-1}\n");
        desk.file("more.yml", "env: {PLAIN: text}\n");
        desk.file("flow.yml", FLOW.formatted("keys.yml, more.yml", "literal-secret-2"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"resume last -o json", "dlq retry last -o json"})
    void allThatAreNeededAreNamed(String words) throws IOException {
        for (var file : new String[] {"keys.yml", "more.yml", "flow.yml"}) {
            Files.delete(desk.folder().resolve(file));
        }

        var refused = desk.call(words);

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("secret_withheld");
        assertThat(refused.at("error.message"))
                .contains(path("flow.yml"), path("keys.yml"), "in them")
                .doesNotContain("more.yml");
        assertThat(refused.at("error.hint")).isEqualTo("Put the files back as they were when the run began.");
    }

    @Test
    void whatTheWorkflowDoesNotNameAnyMoreIsNotNeeded() throws IOException {
        Files.delete(desk.folder().resolve("keys.yml"));
        desk.file("flow.yml", FLOW.formatted("more.yml", "literal-secret-2"));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
    }

    /// The secret itself may be another one now, and be words that stand elsewhere in the file.
    @Test
    void whatIsThereAndUnchangedIsNotNeeded() throws IOException {
        desk.file("flow.yml", FLOW.formatted("keys.yml, more.yml", "test -e"));

        var redriven = desk.call("dlq retry last");

        assertThat(redriven.exitCode()).as("%s", redriven).isZero();
    }

    private String path(String file) {
        return desk.folder().resolve(file).toString();
    }
}
