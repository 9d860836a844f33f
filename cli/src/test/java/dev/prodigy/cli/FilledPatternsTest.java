package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §8.4: placeholders work in the patterns of a step's commits too.
class FilledPatternsTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void repository() throws Exception {
        git(
                "git init -q && git config user.name t && git config user.email t@t && git commit -q --allow-empty -m first && echo flow.yml > .git/info/exclude");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            exclude_files: ["${GLOB}"]          | 0 | a.txt
            include_files: "${GLOB}"            | 0 | b.rs
            exclude_files: ["${GLOB:-x}", "a*"] | 1 | ``
            message_pattern: "^${WORD}"         | 0 | a.txt b.rs
            message_pattern: "^no ${WORD}"      | 1 | a.txt b.rs
            exclude_files: "[${WORD}"           | 1 | ``
            """)
    void theyAreFilledWhenTheStepHasRun(String option, int exitCode, String committed) throws Exception {
        desk.file("flow.yml", """
                env: {GLOB: "*.rs", WORD: msg}
                commands:
                  - shell: echo x > a.txt; echo y > b.rs
                    auto_commit: true
                    commit_required: true
                    commit_config: {message_template: msg x, %s}
                """.formatted(option));

        var ended = desk.call("run flow.yml -o json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(git("git log --format= --name-only | sort | xargs")).isEqualTo(committed);
    }

    private String git(String script) throws IOException, InterruptedException {
        var git = new ProcessBuilder("sh", "-c", script)
                .directory(desk.folder().toFile())
                .start();
        var said = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(git.waitFor()).isZero();
        return said;
    }
}
