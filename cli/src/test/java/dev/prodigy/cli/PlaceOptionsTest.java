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
}
