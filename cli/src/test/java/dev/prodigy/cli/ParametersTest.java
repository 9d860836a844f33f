package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a declared parameter is worth in the texts of a workflow (spec 01 §7, §8.4, §12).
class ParametersTest {
    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void begin() throws IOException {
        desk = new Desk(folder).with("PRODIGY_ISOLATION", "none");
    }

    private static final String TEMPLATE = """
            parameters: [{name: n, type: integer, validation: "value >= 2"}, {name: env_name, enum: [dev, prod]}, LAST]
            commands: [{write_file: {path: told, content: "${n + 1} ${env_name}"}}]
            """;

    /// As `workflow:` refuses what it is given, with the values that placeholders have come to.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {template: tp.yml, with: {n: "${v}", env_name: "${v}"}} | n` is `abc`, which is no integer; parameter `env_name` is `abc`, and must be one of dev, prod
            {template: tp.yml, with: {n: "${p}", env_name: dev}}    | n` is `zz`, which is no integer
            {foreach: [1], do: [{template: tp.yml, with: {n: "${item}", env_name: dev}}]} | n` is `1`, which its validation `value >= 2` refuses
            {template: tp.yml, with: {n: 2, env_name: "dev${p}"}}   | env_name` is `devzz`, and must be one of dev, prod
            {template: outer.yml, with: {given: "${v}"}}            | n` is `abc`, which is no integer
            {template: own, with: {n: "${v}", env_name: dev}}       | n` is `abc`, which is no integer
            {template: tp.yml, with: {n: 2, env_name: dev, live: "${v}"}} | live` is `abc`, which is no boolean
            """)
    void aTemplateTakesOnlyWhatItsParametersAllow(String step, String refusal) throws IOException {
        desk.file("tp.yml", TEMPLATE.replace("LAST", "{name: live, type: boolean, default: true}"));
        desk.file(
                "outer.yml",
                "parameters: [given]\ncommands: [{template: tp.yml, with: {n: '${given}', env_name: dev}}]\n");
        desk.file("flow.yml", """
                imports: [{path: tp.yml, alias: own}]
                parameters: [{name: p, default: zz}]
                commands:
                  - {shell: "echo abc", capture: v}
                  - STEP
                """.replace("STEP", step));

        var said = desk.call("run flow.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(1);
        assertThat(said.at("error.code")).isEqualTo("INVALID_INPUT");
        assertThat(said.at("error.category")).isEqualTo("definition");
        assertThat(said.at("error.message")).contains("parameter `" + refusal);
        assertThat(folder.resolve("told")).doesNotExist();
    }

    @Test
    void whatATemplateIsGivenHasTheTypeThatItDeclares() throws IOException {
        desk.file("tp.yml", TEMPLATE.replace("LAST", "{name: m, type: integer, default: '${n}'}"));
        desk.file("flow.yml", """
                commands:
                  - {shell: "echo 5", capture: v}
                  - {template: tp.yml, with: {n: "${v}", env_name: dev}}
                """);

        var said = desk.call("run flow.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(content("told")).isEqualTo("6 dev");
    }

    @Test
    void whatATemplatesStepCapturesHidesItsParameter() throws IOException {
        desk.file("tp.yml", """
                parameters: [{name: ver, default: "0"}]
                commands:
                  - shell: echo "before ${ver}" >> told
                  - {shell: echo 42, capture: ver}
                  - {shell: 'echo "deploy ${ver}" >> told', when: "ver == 42"}
                  - {foreach: [1], do: [{shell: 'echo "in a loop ${ver}" >> told'}]}
                """);
        desk.file("flow.yml", "commands: [{template: tp.yml, with: {ver: '7'}}, {template: tp.yml}]");

        var said = desk.call("run flow.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(content("told").lines())
                .containsExactly("before 7", "deploy 42", "in a loop 42", "before 0", "deploy 42", "in a loop 42");
    }

    @Test
    void thePlanTellsWhatATemplateWouldRefuse() throws IOException {
        desk.file("tp.yml", TEMPLATE.replace(", LAST", ""));
        desk.file("flow.yml", """
                parameters: [p]
                commands:
                  - {template: tp.yml, with: {n: "${p}", env_name: dev}}
                  - {template: tp.yml, with: {n: "${p}", env_name: dev}, env: {p: 5}}
                  - {shell: "echo 5", capture: v}
                  - {template: tp.yml, with: {n: "${v}", env_name: "${p}"}}
                """);

        var refused = "; it would fail: parameter ";
        var said = desk.call("plan flow.yml --param p=zz -o json");

        assertThat(said.at("steps.0.reason"))
                .as("%s", said)
                .isEqualTo("no condition" + refused + "`n` is `zz`, which is no integer");
        assertThat(said.at("steps.2.reason")).isEqualTo("no condition");
        assertThat(said.at("steps.5.reason"))
                .isEqualTo("no condition" + refused + "`env_name` is `zz`, and must be one of dev, prod");
        assertThat(desk.call("plan flow.yml --param p=7 -o json").at("steps.0.reason"))
                .isEqualTo("no condition");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{optional: [{name: note, default: null}]}",
                "{note: {default: null}}",
                "{note: {default: null, type: string}}",
                "{definitions: {note: {type: integer, default: null}}}",
                "[{name: note, default: null}]"
            })
    void theDefaultNullIsEmptyInTextsAndNullInOutputs(String parameters) throws IOException {
        desk.file("flow.yml", """
                parameters: PARAMETERS
                commands:
                  - {write_file: {path: content, content: "[${note}]"}}
                  - {shell: "printf '[${note}]' >quoted; printf '[%s]' [${note}] >plain"}
                  - {shell: "printf x >>conditions", when: note == null}
                  - {shell: "printf '${note:-none}' >defaulted"}
                outputs: {note: "${note}", text: "a${note}b"}
                """.replace("PARAMETERS", parameters));

        var said = desk.call("run flow.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.at("outputs.note")).isEqualTo("null");
        assertThat(said.at("outputs.text")).isEqualTo("ab");
        assertThat(content("content")).isEqualTo("[]");
        assertThat(content("quoted")).isEqualTo("[]");
        assertThat(content("plain")).isEqualTo("[[]]");
        assertThat(content("conditions")).isEqualTo("x");
        assertThat(content("defaulted")).isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {optional: [note]} | {shell: "echo '${note}'"}
                    {optional: [note]} | {write_file: {path: x, content: "${note}"}}
                    {optional: [note]} | {shell: "echo $E", env: {E: "x${note}"}}
                    {note: {required: false}} | {shell: "echo ${note}"}
                    """)
    void oneWithoutValueFailsTheStep(String parameters, String step) throws IOException {
        desk.file("flow.yml", "parameters: " + parameters + "\ncommands: [" + step + "]");

        var said = desk.call("run flow.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(1);
        assertThat(said.at("error.code")).isEqualTo("UNDEFINED_VARIABLE");
        assertThat(said.at("error.message")).contains("the parameter `note` was given no value and has no default");
    }

    @Test
    void whatIsNullElsewhereIsNoValueOrNull() throws IOException {
        desk.file("flow.yml", """
                parameters: {optional: [note, unset]}
                commands:
                  - {shell: "printf '<${note}>'", id: given}
                  - {shell: "printf '<${unset:-none}>'", id: without}
                  - {workflow: child.yml, id: child, with: {note: null}}
                  - {use: inline.yml, with: {note: null}}
                outputs: {given: "${given.output}", without: "${without.output}", child: "${child.shown}", inline: "${last.output}"}
                """);
        desk.file("child.yml", """
                parameters: {optional: [{name: note, type: string}]}
                commands: [{shell: "printf '<${note}>'", id: a}]
                outputs: {shown: "${a.output}"}
                """);
        desk.file("inline.yml", """
                parameters: {optional: [note, {name: other, default: null}, third]}
                commands: [{shell: "printf '<${note}${other}${third:-3}>'"}]
                """);
        desk.file("given.yml", "note: null");

        var said = desk.call("run flow.yml --param-file given.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.at("outputs.given")).isEqualTo("<>");
        assertThat(said.at("outputs.without")).isEqualTo("<none>");
        assertThat(said.at("outputs.child")).isEqualTo("<>");
        assertThat(said.at("outputs.inline")).isEqualTo("<3>");
    }

    private static final String SHOWN = "commands: [{shell: \"printf '<${a}>' >>told\"}]\n";

    /// Null counts as not given.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [{name: a, type: integer, enum: [5], default: 5}] | {}       | 5
            [{name: a, default: "${b}"}, {name: b, default: 7}] | {}     | 7
            {required: [a]}                                   | {a: 6}   | 6
            {optional: [a]}                                   | {a: 6}   | 6
            {optional: [a]}                                   | {}       | ``
            {optional: [{name: a, default: null}]}            | {a: 6}   | ``
            """)
    void nullLeavesItToTheDefault(String parameters, String defaults, String text) throws IOException {
        var given = "parameters: " + parameters + "\ndefaults: " + defaults + "\n" + SHOWN;
        desk.file("tp.yml", given).file("child.yml", given).file("own.yml", given);
        desk.file("null.json", "{\"a\": null}");
        desk.file("composed.yml", "template: {source: tp.yml, with: {a: null}}\n");
        desk.file("flow.yml", """
                commands:
                  - {shell: cat null.json, capture: v, capture_format: json}
                  - {template: tp.yml, with: {a: null}}
                  - {template: tp.yml, with: {a: "${v.a}"}}
                  - {workflow: child.yml, with: {a: null}}
                  - {workflow: child.yml, with: {a: "${v.a}"}}
                """);

        assertThat(desk.call("run flow.yml"))
                .satisfies(said -> assertThat(said.exitCode()).as("%s", said).isZero());
        assertThat(desk.call("run own.yml --param-file null.json"))
                .satisfies(said -> assertThat(said.exitCode()).as("%s", said).isZero());
        assertThat(desk.call("run composed.yml"))
                .satisfies(said -> assertThat(said.exitCode()).as("%s", said).isZero());

        assertThat(content("told")).isEqualTo(("<" + text + ">").repeat(6));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {template: tp.yml, with: {a: null}}        | 2 | MISSING_PARAMETER: the template "tp.yml" needs the parameter "a"
            {workflow: tp.yml, with: {a: null}}        | 2 | MISSING_PARAMETER: the workflow "tp.yml" needs the parameter "a"
            {template: tp.yml, with: {a: "${v.a}"}} | 1 | INVALID_INPUT: `tp.yml`: parameter `a` is required, and was given null
            {workflow: tp.yml, with: {a: "${v.a}"}} | 1 | INVALID_INPUT: `tp.yml`: tp.yml:1:14: parameter `a` is required: `with` of the call gives it no value
            """)
    void nullIsNoValueOfARequiredParameter(String step, int exitCode, String told) throws IOException {
        desk.file("tp.yml", "parameters: [a]\n" + SHOWN);
        desk.file("null.json", "{\"a\": null}");
        desk.file("flow.yml", """
                commands:
                  - {shell: cat null.json, capture: v, capture_format: json}
                  - STEP
                """.replace("STEP", step));

        var said = desk.call("run flow.yml");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(exitCode);
        assertThat(said.err()).contains(told);
        assertThat(folder.resolve("told")).doesNotExist();
    }

    @Test
    void aTemplatesParameterWithoutValueHidesTheOneAround() throws IOException {
        desk.file("flow.yml", """
                parameters: {note: {default: outer}}
                commands: [{use: inline.yml}]
                """);
        desk.file("inline.yml", "parameters: {optional: [note]}\ncommands: [\"echo '${note}'\"]");

        var said = desk.call("run flow.yml -o json");

        assertThat(said.at("error.code")).as("%s", said).isEqualTo("UNDEFINED_VARIABLE");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    [n]                      | 12    | 12
                    {n: {type: any}}         | 12    | 12
                    {n: {type: any}}         | 007   | 007
                    {n: {type: any}}         | true  | true
                    {n: {type: any}}         | 1.5   | 1.5
                    {n: {type: any}}         | [1]   | [1]
                    {n: {type: string}}      | 12    | 12
                    {n: {enum: ["1", "2"]}}  | 1     | 1
                    {n: {enum: [1, 2]}}      | 1     | 1
                    """)
    void aParameterWithoutTypeIsReadAsOneThatNobodyDeclared(String parameters, String given, String text)
            throws IOException {
        desk.file("flow.yml", """
                parameters: PARAMETERS
                commands: [{shell: "printf '${n}'", id: a}]
                outputs: {n: "${n}", text: "${a.output}"}
                """.replace("PARAMETERS", parameters));

        var said = desk.call("run flow.yml -o json --param n=" + given);

        boolean isText = given.matches("007|\\[1]") || parameters.contains("string");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.at("outputs.text")).isEqualTo(text);
        assertThat(said.out()).contains("\"n\":" + (isText ? "\"" + given + "\"" : given));
    }

    /// Numbers are equal by their values (spec 01 §10).
    @ParameterizedTest
    @CsvSource({"1, 0", "1.0, 0", "1.5, 2"})
    void anEnumsNumbersAreWhateverTheirSpelling(String given, int exitCode) throws IOException {
        desk.file("flow.yml", "parameters: {n: {type: number, enum: [1, 1.0]}}\ncommands: ['test ${n} = 1']\n");

        var said = desk.call("run flow.yml --param n=" + given);

        assertThat(said.exitCode()).as("%s", said).isEqualTo(exitCode);
        if (exitCode != 0) {
            assertThat(said.err()).contains("must be one of 1\n");
        }
    }

    /// What is passed on is one thing; an entry that names a variable of the process environment reads it (spec 01
    /// §8.4, §13). `env.NAME` is the step's environment.
    @Test
    void anEntryReadsAVariableThatIsNotPassedOn() throws IOException {
        desk.with("OUTER", "o").with("KEPT", "k").file("flow.yml", """
                inherit: false
                env: {X: "${OUTER}", KEPT: "${KEPT}"}
                commands: [{shell: "printf '%s' $X-$KEPT-$OUTER-${env.OUTER:-none}", id: a}]
                outputs: {seen: "${a.output}"}
                """);

        assertThat(desk.call("run flow.yml -o json").at("outputs.seen")).isEqualTo("o-k--none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "a[", "**/[z-a]*"})
    void anImpossibleGlobIsRefused(String glob) throws IOException {
        desk.file("flow.yml", "commands: [x]");

        assertThat(desk.call("run flow.yml --map " + glob).exitCode()).isEqualTo(2);
        var batch = desk.call("batch " + glob + " --command x");
        assertThat(batch.exitCode()).isEqualTo(2);
        assertThat(batch.err()).contains("is no glob").doesNotContain("./" + glob);
    }

    private String content(String name) throws IOException {
        return Files.readString(desk.folder().resolve(name));
    }
}
