package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GitEnvironmentTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GIT_DIR",
                "GIT_WORK_TREE",
                "GIT_INDEX_FILE",
                "GIT_COMMON_DIR",
                "GIT_PREFIX",
                "GIT_NAMESPACE",
                "GIT_OBJECT_DIRECTORY",
                "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                "GIT_TRACE",
                "GIT_AUTHOR_DATE",
                "GIT_LITERAL_PATHSPECS"
            })
    void whatWouldRedirectACallIsRemoved(String name) {
        assertThat(applied(name, GitCommand.in(Path.of("/r")))).doesNotContainKey(name);
        assertThat(applied(name, GitCommand.in(Path.of("/r")).asUser())).doesNotContainKey(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GIT_AUTHOR_NAME",
                "GIT_COMMITTER_EMAIL",
                "GIT_CONFIG_GLOBAL",
                "GIT_CONFIG_KEY_0",
                "GIT_EXEC_PATH",
                "HOME"
            })
    void theUsersIdentityAndConfigurationStay(String name) {
        assertThat(applied(name, GitCommand.in(Path.of("/r")))).containsEntry(name, "x");
    }

    @Test
    void ownCallsSpeakEnglishAndUserCallsAsTheUserDoes() {
        assertThat(applied("LC_ALL", GitCommand.in(Path.of("/r")))).containsEntry("LC_ALL", "C");
        assertThat(applied("LC_ALL", GitCommand.in(Path.of("/r")).asUser())).containsEntry("LC_ALL", "x");
    }

    @Test
    void nothingEverAsks() {
        assertThat(applied("EDITOR", GitCommand.in(Path.of("/r")).asUser()))
                .containsEntry("GIT_TERMINAL_PROMPT", "0")
                .containsEntry("GIT_EDITOR", ":");
    }

    @Test
    void variablesOfTheCallWin() {
        var command =
                GitCommand.in(Path.of("/r")).with("GIT_INDEX_FILE", "/tmp/i").with("LC_ALL", "de");
        assertThat(applied("GIT_INDEX_FILE", command))
                .containsEntry("GIT_INDEX_FILE", "/tmp/i")
                .containsEntry("LC_ALL", "de");
    }

    private static Map<String, String> applied(String name, GitCommand command) {
        var environment = new HashMap<>(Map.of(name, "x"));
        GitEnvironment.apply(environment, command);
        return environment;
    }
}
