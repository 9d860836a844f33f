package dev.prodigy.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InheritedEnvironmentTest {
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
                "GIT_ALTERNATE_OBJECT_DIRECTORIES"
            })
    void whatPointsGitAtARepositoryIsNotInherited(String name) {
        assertThat(InheritedEnvironment.of(Map.of(name, "x"))).doesNotContainKey(name);
    }

    @Test
    void gitNeverAsks() {
        assertThat(InheritedEnvironment.of(Map.of("GIT_EDITOR", "vi", "GIT_AUTHOR_NAME", "me", "HOME", "/h")))
                .isEqualTo(
                        Map.of("GIT_EDITOR", ":", "GIT_TERMINAL_PROMPT", "0", "GIT_AUTHOR_NAME", "me", "HOME", "/h"));
    }
}
