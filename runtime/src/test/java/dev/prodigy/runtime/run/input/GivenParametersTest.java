package dev.prodigy.runtime.run.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.load.LoadOptions;
import dev.prodigy.lang.load.WorkflowLoader;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.run.request.InputProblem;
import dev.prodigy.runtime.run.request.InputProblems;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §12: `--param` and `with` over a parameter's own default over the workflow's `defaults`.
class GivenParametersTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {a: string}                                 | {"a": "007"}     | "007" |
                    {a: {type: string}}                         | {"a": 1.10}      | "1.10" |
                    {a: {type: string}}                         | {"a": 1e3}       | "1000" |
                    {a: {type: integer}}                        | {"a": "7"}       | 7     |
                    {a: {type: Integer}}                        | {"a": "seven"}   |       | parameter `a` is `seven`, which is no integer
                    {a: {type: boolean}}                        | {"a": "true"}    | true  |
                    {a: {type: array}}                          | {"a": "[1, 2]"}  | [1,2] |
                    {a: {type: object}}                         | {"a": "[1]"}     |       | parameter `a` is `[1]`, which is no object
                    {a: {default: 5}}                           | {}               | 5     |
                    {a: {default: 5}}                           | {"a": 6}         | 6     |
                    {a: {required: true}}                       | {}               |       | parameter `a` is required: --param a=…
                    {a: {enum: [x, y]}}                         | {"a": "y"}       | "y"   |
                    {a: {enum: [x, y]}}                         | {"a": "z"}       | "z"   | parameter `a` is `z`, and must be one of x, y
                    {a: {type: integer, validation: value >= 1}} | {"a": "0"}      | 0     | parameter `a` is `0`, which its validation `value >= 1` refuses
                    {a: {validation: "matches('^v')"}}          | {"a": "v1"}      | "v1"  |
                    {a: {validation: "matches('^v')"}}          | {"a": "1"}       | "1"   | parameter `a` is `1`, which its validation `matches('^v')` refuses
                    {a: {validation: "value < limit"}, limit: {default: 3}} | {"a": 2} | 2   |
                    {a: {validation: "value < limit"}, limit: {default: 3}} | {"a": 4} | 4   | parameter `a` is `4`, which its validation `value < limit` refuses
                    {a: {required: true}}                       | {"d": 1, "a": 2} | 2     |
                    {a: {required: true}}                       | {"a": null}      |       | parameter `a` is required: --param a=…
                    {a: {required: true, type: any}}            | {"a": null}      |       | parameter `a` is required: --param a=…
                    {a: {type: integer, default: 5}}            | {"a": null}      | 5     |
                    {a: {enum: [x, y], default: x}}             | {"a": null}      | "x"   |
                    {a: {default: 5, validation: value > 4}}    | {"a": null}      | 5     |
                    {a: {required: false, type: integer, enum: [1]}} | {"a": null} | null  |
                    {a: {required: true}, b: {default: "${a}"}} | {"a": 1, "b": null} | 1  |
                    """)
    void valuesAreTypedAndChecked(String declared, String given, String value, String problem) {
        var problems = new InputProblems();

        var values =
                GivenParameters.of(request("parameters: " + declared, given), GivenParameters.Around.NOTHING, problems);

        assertThat(problems.all().stream().map(InputProblem::message))
                .containsExactlyElementsOf(problem == null ? List.of() : List.of(problem));
        if (value != null) {
            assertThat(shown(values.get("a"))).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {}                 | "last"  | "own"
                    {"d": "given"}     | "given" | "own"
                    {"p": "given"}     | "last"  | "given"
                    {"d": null, "p": null} | "last" | "own"
                    """)
    void defaultsAreValuesOfLastResort(String given, String d, String p) {
        var values = GivenParameters.of(
                request("defaults: {d: last, p: last}\nparameters: {p: {default: own}}", given),
                GivenParameters.Around.NOTHING,
                new InputProblems());

        assertThat(shown(values.get("d"))).isEqualTo(d);
        assertThat(shown(values.get("p"))).isEqualTo(p);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    defaults: {a: "${b}/x", b: y}                                   | {}         | "y/x"
                    defaults: {a: "$b", b: 5}                                       | {}         | 5
                    defaults: {a: "${b}", b: [1, "${c}"], c: z}                     | {}         | [1,"z"]
                    defaults: {a: {k: ["${b}"]}, b: y}                              | {}         | {"k":["y"]}
                    defaults: {a: "${b:-none} ${other} $${b}", b: ""}               | {}         | "none ${other} ${b}"
                    defaults: {a: "<${b}>"}¶parameters: {b: {default: "${c}"}, c: {default: 7}} | {} | "<7>"
                    defaults: {a: "<${b}>"}¶parameters: {b: {default: 1}}          | {"b": "${c}"} | "<${c}>"
                    parameters: {a: {type: integer, default: "${b}"}, b: {default: "07"}} | {}   | 7
                    env: {E: "e${b}"}¶defaults: {a: "${E}", b: 1}                  | {}         | "e1"
                    env: {a: "${a}/e"}¶defaults: {a: "${b}", b: "x"}               | {}         | "x"
                    defaults: {a: "${upper(b)}", b: x}                              | {}         | "X"
                    """)
    void textsOfDefaultsAreFilled(String head, String given, String a) {
        var problems = new InputProblems();

        var values =
                GivenParameters.of(request(head.replace('¶', '\n'), given), GivenParameters.Around.NOTHING, problems);

        assertThat(problems.all()).isEmpty();
        assertThat(shown(values.get("a"))).isEqualTo(a);
    }

    @Test
    void aCircleAmongDefaultsIsShown() {
        var problems = new InputProblems();

        GivenParameters.of(
                request("env: {E: \"${a}\"}\ndefaults: {a: \"${b}\"}\nparameters: {b: {default: \"${E}\"}}", "{}"),
                GivenParameters.Around.NOTHING,
                problems);

        assertThat(problems.all()).singleElement().asString().contains("default a → default b → env E → default a");
    }

    private static RunRequest request(String head, String given) {
        var text = head + "\ncommands: 'echo ${d}'";
        var loaded = WorkflowLoader.load(
                "f.yml", path -> path.equals("f.yml") ? text.getBytes(UTF_8) : null, LoadOptions.DEFAULT);
        assertThat(loaded.workflow()).as("%s", loaded.problems()).isNotNull();
        var workflow = new RunnableWorkflow(
                Objects.requireNonNull(loaded.workflow()),
                Objects.requireNonNull(loaded.normalForm()),
                Objects.requireNonNull(loaded.templates()),
                text,
                Map.of(),
                Set.of(),
                false,
                null,
                Map.of(),
                null);
        return new RunRequest(workflow, ((Value.Fields) Json.parse(given)).members(), RunOptions.DEFAULT);
    }

    private static String shown(Binding binding) {
        return binding instanceof Binding.Present present ? Json.write(present.value()) : "none";
    }
}
