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

/// Spec 03 §11, 05 §2.1: with whose consent a resume merges.
class MergeAgainTest {
    private static final String STEP = "touch new; git add new; git commit -qm new; exit $(cat $PRODIGY_REPO/../exit)";

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void repository() throws Exception {
        desk = new Desk(temporary);
        desk.file("file", "before\n").file("sub/flow.yml", """
                commands: [{shell: "echo run >../file; git commit -qam run"}]
                merge: [{shell: "echo ${merge.repository} >>$PRODIGY_REPO/../told; exit $(cat $PRODIGY_REPO/../exit)"}]
                """);
        exit(7);
        desk.git("init -q -b main", "config user.name t", "config user.email t@t", "add .", "commit -qm first");
    }

    @Test
    void aMergePhaseThatFailedStaysFailedUntilItIsRepeatedWithConsent() throws IOException {
        var id = desk.call("run flow.yml -y -p sub -o json", 1).at("run_id");
        exit(0);

        for (var line : new String[] {"resume last -o json", "resume last --no-merge -o json"}) {
            var resumed = desk.call(line, 1);
            assertThat(resumed.at("status")).isEqualTo("failed");
            assertThat(resumed.at("error.code")).isEqualTo("EXIT_7");
            assertThat(resumed.at("error.message"))
                    .startsWith(
                            "not tried again without consent (-y, or prodigy worktree merge " + id + "); earlier: exit")
                    .containsOnlyOnce("earlier");
            assertThat(resumed.at("error.hint")).isEqualTo("prodigy resume " + id + " -y");
        }
        assertThat(desk.call("resume last -y -o json", 0).at("status")).isEqualTo("completed");

        var top = desk.folder().toString();
        assertThat(desk.folder().resolveSibling("told")).hasContent(top + "\n" + top + "\n");
        assertThat(desk.folder().resolve("file")).hasContent("run\n");
    }

    @Test
    void whatIsMergedUnaskedIsMergedByItsResumeToo() throws IOException {
        assertThat(desk.call(List.of("exec", STEP)).exitCode()).isEqualTo(1);
        exit(0);

        desk.call("resume last", 0);

        assertThat(desk.folder().resolve("new")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"at the start", "at the resume"})
    void exceptWhereThatWasForbidden(String when) throws IOException {
        boolean first = when.equals("at the start");
        var options = first ? List.of("exec", STEP, "--no-merge") : List.of("exec", STEP);
        assertThat(desk.call(options).exitCode()).isEqualTo(1);
        exit(0);

        desk.call("resume last" + (first ? "" : " --no-merge"), 0);

        assertThat(desk.folder().resolve("new")).doesNotExist();
    }

    private void exit(int code) throws IOException {
        Files.writeString(desk.folder().resolveSibling("exit"), code + "\n");
    }
}
