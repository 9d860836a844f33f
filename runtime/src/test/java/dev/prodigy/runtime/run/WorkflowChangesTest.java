package dev.prodigy.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 03 §14: the paths in which a workflow was changed.
class WorkflowChangesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a":1,"b":2}                     | {"b":2,"a":1.0}                       | ''
            {"a":1}                           | {"a":2}                               | a
            {"map":{"agent_template":[{"shell":"x"}]}} | {"map":{"agent_template":[{"shell":"y"}]}} | map.agent_template[0].shell
            {"reduce":{"commands":[{"shell":"x"}]}} | {"reduce":{"commands":[{"shell":"y"}]}} | reduce[0].shell
            {"commands":["x"]}                | {"commands":["x","y"]}                | commands[1]
            {"commands":["x","y"]}            | {"commands":["y"]}                    | commands[0] commands[1]
            {"parameters":[{"name":"p","default":1}]} | {"parameters":[{"name":"q"},{"name":"p","default":2}]} | parameters.p.default parameters.q
            {"a":{"b":1}}                     | {"a":[1],"c":null}                    | a c
            """)
    void everyPathThatDiffersIsNamed(String before, String after, String paths) {
        assertThat(changes(before, after, false)).isEqualTo(paths);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a":"curl -H ***  x"}  | {"a":"curl -H s3cret  x"}         | true  | ''
            {"a":"***"}             | {"a":"s3cret"}                    | true  | ''
            {"a":"x *** y *** z"}   | {"a":"x s3cret y s3cret z"}       | true  | ''
            {"a":"x *** y *** z"}   | {"a":"x s3cret z"}                | true  | a
            {"a":"x ***"}           | {"a":"y s3cret"}                  | true  | a
            {"a":"aba***ab"}        | {"a":"abab"}                      | true  | a
            {"a":"x"}               | {"a":"s3cret"}                    | true  | a
            {"a":"***"}             | {"a":"s3cret"}                    | false | a
            """)
    void whatIsMaskedInTheRecordMayBeAnything(String before, String after, boolean withheld, String paths) {
        assertThat(changes(before, after, withheld)).isEqualTo(paths);
    }

    private static String changes(String before, String after, boolean withheld) {
        var record = new WorkflowRecord("", Map.of(), Json.parse(before), withheld, "");
        return String.join(" ", WorkflowChanges.between(record, Json.parse(after)));
    }
}
