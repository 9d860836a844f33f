package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonschema.JsonSchema;
import dev.prodigy.lang.schema.WorkflowSchema;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Yaml;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow.Mode;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {
    private static final Value SCHEMA = WorkflowSchema.ofEveryMode();

    /// A schema sees plain data; what a tag means it cannot know.
    @ParameterizedTest
    @MethodSource("dev.prodigy.lang.load.Examples#valid")
    void whatIsValidFitsTheSchema(String yaml) {
        var untagged =
                yaml.replaceAll("!(\\w+) \\{", "{type: $1, ").replaceAll("!pattern (\"[^\"]*\")", "{pattern: $1}");
        assertThat(JsonSchema.accepts(SCHEMA, data(untagged))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.prodigy.lang.load.Mistakes#texts")
    void whatTheSchemaRejectsTheDecoderRejects(String yaml) {
        if (!JsonSchema.accepts(SCHEMA, data(yaml))) {
            assertThat(Workflows.load(yaml).workflow()).as(yaml).isNull();
        }
    }

    /// The other way round, as far as a schema can say it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "5",
                "commands: []",
                "commands: [{shell: x, claude: y}]",
                "commands: [{id: x}]",
                "commands: [{shell: x, timeout: 0}]",
                "commands: [{shell: x, timeout: 1 second}]",
                "commands: [{shell: x, timeout: 5, timeout_ms: 5}]",
                "commands: [{shell: x, retry: {attemps: 2}}]",
                "commands: [{shell: x, retry: {attempts: 0}}]",
                "commands: [{shell: x, retry: {initial_delay: 500}}]",
                "commands: [{shell: x, retry: {backoff: quadratic}}]",
                "commands: [{shell: x, circuit_breaker: {zzz: 1}}]",
                "commands: [{shell: x, capture_format: jsn}]",
                "commands: [{foreach: {items: [1]}}]",
                "commands: [{write_file: {path: a}}]",
                "map: {input: []}",
                "map: {input: [], agent_template: x, max_parallel: 0}",
                "map: {input: [], agent_template: x}\nerror_policy: {max_failuers: 3}",
                "map: {input: [], agent_template: x}\nerror_collection: batch",
            })
    void whatASchemaCanSayItRejects(String yaml) {
        assertThat(JsonSchema.accepts(SCHEMA, data(yaml))).isFalse();
        assertThat(Workflows.load(yaml).workflow()).isNull();
    }

    @Test
    void everyModeHasItsOwn() {
        assertThat(Json.write(WorkflowSchema.of(Mode.STANDARD))).contains("urn:prodigy:schema:standard");
        assertThat(Json.write(WorkflowSchema.of(Mode.MAPREDUCE))).contains("agent_template");
    }

    @Test
    void theSchemaIsTheSameEachTime() {
        assertThat(Json.write(WorkflowSchema.ofEveryMode())).isEqualTo(Json.write(WorkflowSchema.ofEveryMode()));
    }

    private static Value data(String yaml) {
        return DataValue.of(Objects.requireNonNull(Yaml.read("f.yml", yaml).root()));
    }
}
