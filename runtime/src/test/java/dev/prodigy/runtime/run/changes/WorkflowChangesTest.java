package dev.prodigy.runtime.run.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
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

    /// Both ways: whoever takes away what holds by default has changed as little as whoever writes it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "commands":["x"]            | "mode":"standard"
            "commands":["x"]            | "isolation":"worktree"
            "commands":["x"]            | "name":"flow"
            "commands":["x"]            | "worktree":{"base":"HEAD","reuse":"clean","submodules":false,"keep_slots":false}
            "map":{"input":[1],"agent_template":["x"]} | "mode":"mapreduce"
            "map":{"input":[1],"agent_template":["x"]} | "halt":"drain"
            "map":{"input":[1],"agent_template":["x"]} | "error_policy":{"on_item_failure":"dlq","stop_mode":"drain"}
            "map":{"input":[1],"agent_template":["x"]} | "map":{"input":[1],"agent_template":["x"],"max_parallel":10}
            "map":{"input":[1],"agent_template":["x"]} | "map":{"input":[1],"agent_template":["x"],"offset":0}
            "map":{"input":[1],"agent_template":["x"]} | "map":{"input":[1],"agent_template":["x"],"isolation":"worktree"}
            "map":{"input":[1],"agent_template":[{"template":"t"}]} | "halt":"drain"
            "commands":[{"shell":"x","on_failure":{"commands":["y"]}}] | "commands":[{"shell":"x","on_failure":{"commands":["y"],"max_attempts":2}}]
            "workflow_files":{"a/b.yml":{"commands":["x"]}} | "workflow_files":{"a/b.yml":{"commands":["x"],"mode":"standard","name":"b"}}
            """)
    void aDefaultThatIsWrittenOutIsNoChange(String without, String written) {
        assertThat(added(without, written)).isEmpty();
        assertThat(removed(without, written)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "commands":["x"]            | "isolation":"none"                  | isolation
            "commands":["x"]            | "name":"other"                      | name
            "map":{"input":[1],"agent_template":["x"]} | "map":{"input":[1],"agent_template":["x"],"max_parallel":9} | map.max_parallel
            "map":{"input":[1],"agent_template":["x"]} | "error_policy":{"on_item_failure":"skip"} | error_policy
            "commands":["x"]            | "retry_defaults":{"attempts":3}     | retry_defaults
            "commands":[{"shell":"x","retry_config":{"initial_delay":"2s"}}] | "commands":[{"shell":"x","retry_config":{"initial_delay":"3s"}}] | commands[0].retry_config.initial_delay
            "commands":[{"shell":"x","on_failure":{"commands":["y"]}}] | "commands":[{"shell":"x","on_failure":{"commands":["y"],"max_attempts":3}}] | commands[0].on_failure.max_attempts
            "commands":[{"shell":"x","on_failure":{"commands":[{"fixer":"y"}]}}] | "commands":[{"shell":"x","on_failure":{"commands":[{"fixer":"y"}],"max_attempts":2}}] | commands[0].on_failure.max_attempts
            "template_files":{"t":{"commands":["x"]}} | "template_files":{"t":{"commands":["y"]}} | template_files.t.commands[0]
            """)
    void whatIsNoDefaultIsOne(String without, String written, String path) {
        assertThat(added(without, written)).isEqualTo(path);
        assertThat(removed(without, written)).isEqualTo(path);
    }

    private static String added(String without, String written) {
        return changes("{" + without + "}", "{" + merged(without, written) + "}", false);
    }

    private static String removed(String without, String written) {
        return changes("{" + merged(without, written) + "}", "{" + without + "}", false);
    }

    /// A key that both have is written once.
    private static String merged(String without, String written) {
        var key = written.substring(0, written.indexOf(':'));
        return without.startsWith(key) ? written : without + "," + written;
    }

    private static String changes(String before, String after, boolean withheld) {
        var record = new WorkflowRecord("", Map.of(), Json.parse(before), withheld, "");
        var now = (Value.Fields) Json.parse(after);
        return String.join(" ", WorkflowChanges.between(record, now, "/a/flow.yml", Isolation.WORKTREE));
    }
}
