package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §2.1: options that say where a run begins and where it ends mean nothing where there is no worktree.
class PlaceOptionsTest {
    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void aWorkflow() throws IOException {
        desk = new Desk(folder).file("flow.yml", "commands: [{shell: 'true'}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --isolation none --base main              | --base has no effect
            --isolation none --target main            | --target has no effect
            --isolation none --base main --target dev | --base and --target have no effect
            --base main                               | --base has no effect
            """)
    void whatHasNoEffectIsTold(String options, String told) {
        var said = desk.call("run flow.yml " + options);
        assertThat(said.exitCode()).isZero();
        assertThat(said.err()).contains("NO_EFFECT", told, "isolation: none");
    }

    @Test
    void nothingIsToldWhereNothingIsIdle() {
        assertThat(desk.call("run flow.yml --isolation none").err()).doesNotContain("NO_EFFECT");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            worktree: {setup: 'touch s', base: main}       | worktree: has no effect
            merge: [{shell: touch m}]                      | merge: has no effect
            {worktree: {base: main}, merge: ['touch m']}   | worktree: and merge: have no effect
            """)
    void whatTheFileSaysOfThemIsTold(String keys, String told) throws IOException {
        var lines = keys.startsWith("{") ? "worktree: {base: main}\nmerge: [{shell: touch m}]" : keys;
        desk.file("keys.yml", "commands: [{shell: 'true'}]\n" + lines + "\n");
        for (var options : new String[] {"", " --isolation none"}) {
            var said = desk.call("run keys.yml" + options);
            assertThat(said.exitCode()).as("%s", said).isZero();
            assertThat(said.err()).contains("NO_EFFECT", told);
        }
        desk.file("none.yml", "isolation: none\ncommands: [{shell: 'true'}]\n" + lines + "\n");
        assertThat(desk.call("run none.yml").err()).containsPattern("NO_EFFECT");
        assertThat(desk.call("validate none.yml").out()).contains("NO_EFFECT");
    }
}
