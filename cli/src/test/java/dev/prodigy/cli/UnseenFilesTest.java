package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 03 §2: whoever resumes hears of the files of setup that items do not see, and of no others.
class UnseenFilesTest {
    @TempDir
    Path temporary;

    private Desk desk;
    private Path mark;

    @BeforeEach
    void repository() throws IOException {
        desk = new Desk(temporary);
        mark = desk.folder().resolveSibling("mark");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    touch made-once           | test -e MARK && echo '[1]'
                    touch made-once; ls MARK  | echo '[1]'
                    """)
    void nothingIsSaidOfWhatIsMadeInEveryWorktree(String setup, String input) throws Exception {
        desk.file("flow.yml", """
                mode: mapreduce
                worktree: {setup: "mkdir made; touch made/everywhere staged; git add staged"}
                setup: "%s"
                map: {input: "%s", agent_template: "ls made/everywhere"}
                """.formatted(setup, input).replace("MARK", mark.toString()));
        desk.git("init -q", "config user.name t", "config user.email t@t", "add .", "commit -qm first");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);

        Files.createFile(mark);
        var resumed = desk.call("resume -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).containsPattern("SETUP_UNCOMMITTED.*: made-once;");
    }
}
