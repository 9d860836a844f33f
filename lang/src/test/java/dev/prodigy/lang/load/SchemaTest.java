package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonschema.JsonSchema;
import dev.prodigy.lang.schema.WorkflowSchema;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Yaml;
import dev.prodigy.model.workflow.Workflow.Mode;
import java.net.URI;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {
    private static Validator validator;
    private static URI schema;

    @BeforeAll
    static void registers() {
        validator = new ValidatorFactory().withJsonNodeFactory(JsonSchema.NODES).createValidator();
        schema = validator.registerSchema(Json.write(WorkflowSchema.ofEveryMode()));
    }

    @ParameterizedTest
    @MethodSource("dev.prodigy.lang.load.Examples#valid")
    void whatIsValidFitsTheSchema(String yaml) {
        // A schema sees plain data; what a tag means it cannot know.
        var result = validator.validate(
                schema,
                json(yaml.replaceAll("!(\\w+) \\{", "{type: $1, ").replaceAll("!pattern (\\S+)", "{pattern: $1}")));
        assertThat(result.isValid()).as(() -> result.getErrors().toString()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.prodigy.lang.load.Mistakes#texts")
    void whatTheSchemaRejectsTheDecoderRejects(String yaml) {
        if (!validator.validate(schema, json(yaml)).isValid()) {
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
        assertThat(validator.validate(schema, json(yaml)).isValid()).isFalse();
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

    private static String json(String yaml) {
        return Json.write(
                DataValue.of(Objects.requireNonNull(Yaml.read("f.yml", yaml).root())));
    }
}
