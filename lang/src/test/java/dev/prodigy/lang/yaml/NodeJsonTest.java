package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeJsonTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {a: 1.10, b: yes, c: "x"}       | {"a":1.10,"b":"yes","c":"x"}
                    [true, null, -3]                | [true,null,-3]
                    [0644, True, ~, .inf]           | [{"$plain":"0644"},{"$plain":"True"},{"$plain":"~"},{"$plain":".inf"}]
                    !pattern 50                     | {"$tag":"pattern","$value":"50"}
                    !exponential {base: 2.0}        | {"$tag":"exponential","$value":{"base":2.0}}
                    {$plain: x}                     | {"$map":{"$plain":"x"}}
                    {$map: {$tag: y}}               | {"$map":{"$map":{"$map":{"$tag":"y"}}}}
                    """)
    void aTreeBecomesJsonAndComesBack(String yaml, String json) {
        var root = Objects.requireNonNull(Yaml.read("f.yml", yaml).root());
        assertThat(Json.write(NodeJson.of(root))).isEqualTo(json);
        assertThat(NodeJson.tree(Json.parse(json), "recorded")).isEqualTo(root);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {a: 1}                                 | {a: 1} # c                      | ``
                    {a: 1, b: 2}                           | {b: "2", a: 1}                  | b
                    {map: {agent_template: [{shell: a}]}}  | {map: {agent_template: [{shell: b}]}} | map.agent_template[0].shell
                    {c: [1, 2]}                            | {c: [1, 3, 4]}                  | c[1],c[2]
                    {c: [1, 2], d: 1}                      | {c: [1], e: {x: 1}}             | c[1],d,e
                    {v: 1.1}                               | {v: 1.10}                       | ``
                    """)
    void differencesAreNamedByPath(String before, String after, String paths) {
        var expected = paths.isEmpty() ? List.of() : List.of(paths.split(",", -1));
        assertThat(Differences.between(form(before), form(after), Value::equals))
                .map(NodePath::toString)
                .isEqualTo(expected);
    }

    private static Value form(String yaml) {
        return NodeJson.of(Objects.requireNonNull(Yaml.read("f.yml", yaml).root()));
    }
}
