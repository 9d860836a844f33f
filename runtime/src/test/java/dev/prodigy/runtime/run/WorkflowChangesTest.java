package dev.prodigy.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 03 §14: the paths in which a workflow was changed.
class WorkflowChangesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a":1,"b":2}                     | {"b":2,"a":1.0}                       | ''
            {"a":1}                           | {"a":2}                               | a
            {"map":{"agent_template":[{"shell":"x"}]}} | {"map":{"agent_template":[{"shell":"y"}]}} | map.agent_template[0].shell
            {"commands":["x"]}                | {"commands":["x","y"]}                | commands[1]
            {"commands":["x","y"]}            | {"commands":["y"]}                    | commands[0] commands[1]
            {"a":{"b":1}}                     | {"a":[1],"c":null}                    | a c
            """)
    void everyPathThatDiffersIsNamed(String before, String after, String paths) {
        assertThat(String.join(" ", WorkflowChanges.between(Json.parse(before), Json.parse(after))))
                .isEqualTo(paths);
    }
}
