package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonschema.JsonSchema;
import dev.prodigy.lang.schema.WorkflowSchema;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Yaml;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                "commands: [{write_file: {path: a, content: b, mode: 9999}}]",
                "commands: [{write_file: {path: a, content: b, mode: -1}}]",
                "commands: [{shell: x, on_failure: {commands: [y], capture: []}}]",
                "commands: [{shell: x, on_failure: {steps: [y], capture: out}}]",
                "commands: [{shell: x, validate: {shell: y, on_incomplete: {commands: [z], capture: []}}}]",
                "extends: https://x/y.yml",
                "{commands: x, extends: [a.yml, 'https://x/y.yml']}",
                "{commands: x, imports: 'https://x/y.yml'}",
                "{commands: x, imports: [{path: 'https://x/y.yml', alias: a}]}",
                "template: 'https://x/y.yml'",
                "template: {source: {file: 'https://x/y.yml'}}",
                "commands: {template: 'https://x/y.yml'}",
                "commands: {workflow: 'https://x/y.yml'}",
                "{commands: x, workflows: {a: {source: 'https://x/y.yml'}}}",
                "commands: [{shell: x, claude: y}]",
                "commands: [{id: x}]",
                "commands: [{shell: x, on_exit_code: {'256': y}}]",
                "commands: [{shell: x, on_exit_code: {'-1': y}}]",
                "commands: [{foreach: [1], do: [x], as: shell}]",
                "commands: [{foreach: {items: [1], do: [x], as: PRODIGY_X}}]",
                "commands: [{shell: x, on_failure: {shell: y, capture: {item: true}}}]",
                "commands: [{shell: x, on_failure: {shell: y, capture: {1a: true}}}]",
                "commands: [{shell: x, on_failure: {shell: y, capture: {a.b: true}}}]",
                "commands: [{shell: x, on_failure: {shell: y, capture: {'': true}}}]",
                "setup: {commands: [x], capture_outputs: {1v: 0}}\nmap: {input: [], agent_template: x}",
                "setup: {commands: [x], capture_outputs: {item: 0}}\nmap: {input: [], agent_template: x}",
                "workflows: {shell: ./a.yml}",
                "workflows: [{name: shell, source: ./a.yml}]",
                "commands: [{shell: x, timeout: 0}]",
                "commands: [{shell: x, timeout: 1 second}]",
                "commands: [{shell: x, timeout: 5, timeout_ms: 5}]",
                "commands: [{shell: x, retry: {attemps: 2}}]",
                "commands: [{shell: x, retry: {attempts: 0}}]",
                "commands: [{shell: x, retry: {initial_delay: 500}}]",
                "commands: [{shell: x, retry: {backoff: quadratic}}]",
                "commands: [{shell: x, circuit_breaker: {zzz: 1}}]",
                "commands: [{shell: x, capture_format: jsn}]",
                "commands: {commands: [x]}",
                "commands: {steps: [x], timeout: 5}",
                "commands: [{foreach: [1], do: {commands: [x]}}]",
                "commands: [{strategy: recovery}]",
                "{commands: x, agents: {steps: {command: x}}}",
                "{commands: x, agents: {threshold: {command: x}}}",
                "{commands: x, agents: {finish: {command: x}}}",
                "{commands: x, agents: {error: {command: x}}}",
                "commands: [{threshold: x}]",
                "commands: [{shell: x, retry: {jitter: decorrelated, backoff: fixed}}]",
                "commands: [{shell: x, retry: {jitter: {kind: decorrelated}, backoff: {linear: {}}}}]",
                "{commands: x, retry_defaults: {jitter: decorrelated, backoff: [1s, 2s]}}",
                "map: {input: [], agent_template: x, error_policy: {retry_config: {jitter: decorrelated, backoff: {type: none}}}}",
                "commands: [{shell: x, on_failure: {shell: y, strategy: cleanup, retry_original: true}}]",
                "commands: [{shell: x, on_failure: {commands: [y], strategy: fallback, retry_original: 'True'}}]",
                "commands: [{shell: x, on_failure: stop, retry: {on_failure: continue}}]",
                "commands: [{shell: x, on_failure: {fallback: y}, retry_config: {on_failure: stop}}]",
                "commands: [{shell: x, on_failure: {shell: y, on_failure: stop, retry: {on_failure: stop}}}]",
                "commands: [{foreach: {items: [1]}}]",
                "commands: [{write_file: {path: a}}]",
                "commands: [{write_file: {path: a, content: {a: 1}}}]",
                "commands: [{write_file: {path: a, content: [1], format: text}}]",
                "commands: [{shell: x, retry: {attempts: '1001'}}]",
                "commands: [{shell: x, retry: {attempts: '0'}}]",
                "commands: [{shell: x, retry: {jitter_factor: '2'}}]",
                "commands: [{shell: x, retry: {jitter_factor: '1.01'}}]",
                "commands: [{shell: x, validate: {shell: y, threshold: '101'}}]",
                "map: {input: [], agent_template: x}\nerror_policy: {failure_threshold: '101%'}",
                "commands: [{shell: x, on_success: {fallback: y}}]",
                "commands: [{shell: x, on_success: {fallback: {command: y}}}]",
                "commands: [{shell: x, on_success: [{fallback: y}]}]",
                "commands: [{fallback: y}]",
                "commands: [{shell: x, validate: {shell: y, expected_schema: z}}]",
                "commands: [{shell: x, validate: {shell: y, expected_schema: [1]}}]",
                "commands: [{shell: x, validate: {shell: y, expected_schema: null}}]",
                "commands: [{shell: x, when: ''}]",
                "commands: [{shell: x, when: ' '}]",
                "map: {input: [], agent_template: x, filter: ''}",
                "{commands: x, parameters: [a, a]}",
                "{commands: x, parameters: {required: [a, a]}}",
                "{commands: x, parameters: [{name: a, type: string}, {name: a, type: string}]}",
                "{commands: x, agents: {fallback: {command: x}}}",
                "commands: [{write_file: {path: '', content: x}}]",
                "commands: [{shell: x, output_file: ''}]",
                "commands: [{shell: x, validate: {result_file: ''}}]",
                "{commands: x, agents: {X: {command: []}}}",
                "{commands: x, agents: {X: {command: ''}}}",
                "{commands: x, agents: {X: {command: ' '}}}",
                "{commands: x, agents: {X: {command: [[a]]}}}",
                "{commands: x, agents: {X: {command: [[a], b]}}}",
                "{commands: x, agents: {X: {command: 'a \"b'}}}",
                "{commands: x, agents: {X: {command: 'a ''b\"'}}}",
                "commands: [{write_file: {path: a, content: null}}]",
                "commands: [{write_file: {path: a, content: null, format: text}}]",
                "{commands: x, parameters: [{name: a, type: integer, default: x}]}",
                "{commands: x, parameters: [{name: a, type: integer, default: 1.5}]}",
                "{commands: x, parameters: [{name: a, type: integer, default: '1.5'}]}",
                "{commands: x, parameters: [{name: a, type: number, default: '1,5'}]}",
                "{commands: x, parameters: [{name: a, type: number, default: true}]}",
                "{commands: x, parameters: [{name: a, type: boolean, default: yes}]}",
                "{commands: x, parameters: [{name: a, type: boolean, default: 1}]}",
                "{commands: x, parameters: [{name: a, type: array, default: x}]}",
                "{commands: x, parameters: [{name: a, type: array, default: {a: 1}}]}",
                "{commands: x, parameters: [{name: a, type: array, default: {a: $x}}]}",
                "{commands: x, parameters: [{name: a, type: object, default: [1]}]}",
                "{commands: x, parameters: {a: {type: Integer, default: x}}}",
                "{commands: x, parameters: {required: [a], definitions: {a: {type: INTEGER, default: x}}}}",
                "map: {input: []}",
                "map: {input: [], agent_template: x, max_parallel: 0}",
                "map: {input: [], agent_template: x}\nerror_policy: {max_failuers: 3}",
                "map: {input: [], agent_template: x}\nerror_collection: batch",
            })
    void whatASchemaCanSayItRejects(String yaml) {
        assertThat(JsonSchema.accepts(SCHEMA, data(yaml))).isFalse();
        assertThat(Workflows.load(yaml).workflow()).isNull();
    }

    /// What is refused together is good apart.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{shell: x, commands: [y]}]",
                "{commands: [{path: x}], agents: {path: {command: x}, format: {command: x}, claude: {model: m}}}",
                "commands: [{shell: x, retry: {jitter: decorrelated}}]",
                "commands: [{shell: x, retry: {jitter: decorrelated, backoff: exponential}}]",
                "commands: [{shell: x, retry: {jitter: {kind: decorrelated}, backoff: {exponential: {base: 3}}}}]",
                "commands: [{shell: x, retry: {jitter: decorrelated, backoff: {type: exponential, base: 3}}}]",
                "commands: [{shell: x, retry: {jitter: {factor: 0.5}, backoff: fixed}}]",
                "commands: [{shell: x, on_failure: {shell: y, strategy: cleanup, retry_original: false}}]",
                "commands: [{shell: x, on_failure: {shell: y, strategy: recovery, retry_original: true}}]",
                "commands: [{shell: x, on_failure: y, retry: {on_failure: stop}}]",
                "commands: [{shell: x, on_failure: stop, retry: {attempts: 2}}]",
                "commands: [{shell: x, on_failure: {fallback: y}}]",
                "commands: [{shell: x, when: true}]",
                "commands: [{shell: x, validate: {shell: y, expected_schema: true}}]",
                "commands: [{shell: x, validate: {shell: y, expected_schema: {type: object}}}]",
                "commands: [{shell: x, validate: {shell: y, expected_schema: '${ITERATION}'}}]",
                "{commands: x, parameters: [a, b]}",
                "{commands: x, agents: {X: {command: a}}}",
                "{commands: x, agents: {X: {command: [a, [b], c]}}}",
                "{commands: x, agents: {X: {command: [5, []]}}}",
                "{commands: x, agents: {X: {command: 'a ''b \" c'' \"d \\\" e'' f\" \\\" \\'}}}",
                "commands: [{write_file: {path: a, content: ''}}]",
                "commands: [{write_file: {path: a, content: null, format: json}}]",
                "{commands: x, parameters: [{name: a, type: integer, default: '5'}, {name: b, type: integer, default: 5.0}]}",
                "{commands: x, parameters: [{name: a, type: integer, default: ' -1.50e1 '}, {name: b, default: x}]}",
                "{commands: x, parameters: [{name: a, type: integer, default: null}, {name: b, type: any, default: x}]}",
                "{commands: x, parameters: [{name: a, type: integer, default: '${ITERATION}'}]}",
                "{commands: x, parameters: [{name: a, type: integer, default: '５'}]}",
                "{commands: x, parameters: [{name: a, type: number, default: ' 1e3 '}, {name: b, type: number, default: '.5'}]}",
                "{commands: x, parameters: [{name: a, type: number, default: '5.'}, {name: b, type: boolean, default: 'true'}]}",
                "{commands: x, parameters: [{name: a, type: array, default: ' [1]'}, {name: b, type: array, default: [$x]}]}",
                "{commands: x, parameters: [{name: a, type: object, default: '{}'}, {name: b, type: object, default: {c: $x}}]}",
                "{commands: x, parameters: [{name: a, type: string, default: 5}, {name: b, type: string, default: [5]}]}",
            })
    void whatGoesTogetherFits(String yaml) {
        assertThat(JsonSchema.accepts(SCHEMA, data(yaml))).isTrue();
        assertThat(Workflows.load(yaml).workflow()).isNotNull();
    }

    /// A scalar keeps its spelling where a text is expected (spec 01 §1), so `true` is a name.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{shell: x, id: true}]",
                "commands: [{shell: 5, name: 1.10, working_dir: 7}]",
                "commands: [{foreach: [1], do: x, as: false}]",
                "commands: [{foreach: [1], do: x, as: item}]",
                "commands: [{shell: x, on_exit_code: {'255': y, '007': z, '199': y}}]",
                "commands: [{test: {command: x}}, {command: /x}]",
            })
    void whatIsReadAsATextMayLookLikeSomethingElse(String yaml) {
        assertThat(JsonSchema.accepts(SCHEMA, data(yaml))).isTrue();
        assertThat(Workflows.load(yaml).workflow()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "+9", "0010", "99", "100", "109", "999", "1000", "1000.0", "37."})
    void numbersMayBeTexts(String number) {
        var yaml = "commands: [{shell: x, retry: {attempts: '" + number + "'}}]";
        assertThat(JsonSchema.accepts(SCHEMA, data(yaml))).isTrue();
        assertThat(Workflows.load(yaml).workflow()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "0.5", "00.99", "+1", "1.00", "5e-1"})
    void fractionsMayBeTexts(String number) {
        var yaml = "commands: [{shell: x, retry: {jitter_factor: '" + number + "'}}]";
        assertThat(JsonSchema.accepts(SCHEMA, data(yaml))).isTrue();
        assertThat(Workflows.load(yaml).workflow()).isNotNull();
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

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleOfTheRepositoryFitsAndHasNoProblems(Path example) throws IOException {
        var yaml = Files.readString(example);
        assertThat(JsonSchema.accepts(SCHEMA, data(yaml))).isTrue();
        assertThat(Workflows.problems(yaml)).isEmpty();
    }

    static List<Path> examples() throws IOException {
        try (var files = Files.list(Path.of("..", "examples"))) {
            return files.filter(file -> file.toString().endsWith(".yml"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyKeyHasADescription() {
        var without = new ArrayList<String>();
        collectUndescribed(SCHEMA, "", without);
        assertThat(without).isEmpty();
    }

    @Test
    void defaultsAreShown() {
        var text = Json.write(SCHEMA);
        assertThat(text)
                .contains("\"default\":10", "\"default\":\"string\"", "\"default\":\"dlq\"", "\"default\":false");
    }

    private static void collectUndescribed(Value schema, String path, List<String> without) {
        switch (schema) {
            case Value.Fields fields ->
                fields.members().forEach((keyword, value) -> {
                    if (keyword.equals("properties") && value instanceof Value.Fields properties) {
                        properties.members().forEach((name, property) -> {
                            boolean decided = property instanceof Value.Fields known
                                    && (known.get("description") != null || known.get("const") != null);
                            if (!decided && property instanceof Value.Fields) {
                                without.add(path + "/" + name);
                            }
                        });
                    }
                    if (!keyword.equals("if") && !keyword.equals("not")) { // a condition offers no keys
                        collectUndescribed(value, path + "/" + keyword, without);
                    }
                });
            case Value.Items items -> items.values().forEach(value -> collectUndescribed(value, path, without));
            case Value.Text _, Value.Num _, Value.Bool _, Value.Null _ -> {}
        }
    }

    private static Value data(String yaml) {
        return DataValue.of(Objects.requireNonNull(Yaml.read("f.yml", yaml).root()));
    }
}
