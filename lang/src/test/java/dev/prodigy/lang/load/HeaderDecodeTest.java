package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.model.workflow.Header;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeaderDecodeTest {
    @Test
    void theNameIsTheFilesWithoutExtension() {
        assertThat(header("commands: x").name()).isEqualTo("f");
        assertThat(header("name: 1.10\ncommands: x").name()).isEqualTo("1.10");
    }

    @Test
    void theEnvironmentIsRead() {
        var environment = header("""
                        env:
                          V: 1.10
                          GONE: null
                          P: {value: x, secret: true}
                          C: {command: date, cache: false}
                          D: {condition: a == 1, when_true: x, when_false: y}
                        inherit: false
                        env_files: [.env, {path: $STAGE.env, required: true}]
                        profiles:
                          prod: {description: d, URL: https://x, N: 0644}
                          dev: {description: d, env: {URL: http://localhost}}
                        active_profile: dev
                        secrets:
                          A: "${env:TOKEN_A}"
                          B: "${TOKEN_B}"
                          C: $TOKEN_C
                          D: TOKEN_D
                          E: {provider: env, key: TOKEN_E}
                          F: {provider: file, key: ~/token, required: false}
                          G: {provider: command, command: pass show x}
                        commands: x
                        """).environment();
        assertThat(environment.env())
                .hasToString("{V=Phrase[text=1.10, secret=false], GONE=Unset[], P=Phrase[text=x, secret=true],"
                        + " C=Printed[command=date, cache=false, secret=false],"
                        + " D=Chosen[condition=a == 1, whenTrue=x, whenFalse=y, secret=false]}");
        assertThat(environment.inherit()).isFalse();
        assertThat(environment.files())
                .hasToString("[EnvFile[path=.env, required=false], EnvFile[path=$STAGE.env, required=true]]");
        assertThat(environment.profiles())
                .hasToString("{prod={URL=Phrase[text=https://x, secret=false], N=Phrase[text=0644, secret=false]},"
                        + " dev={URL=Phrase[text=http://localhost, secret=false]}}");
        assertThat(environment.activeProfile()).isEqualTo("dev");
        assertThat(environment.secrets().values().stream().map(secret -> secret.source() + " " + secret.required()))
                .containsExactly(
                        "Variable[name=TOKEN_A] true",
                        "Variable[name=TOKEN_B] true",
                        "Variable[name=TOKEN_C] true",
                        "Variable[name=TOKEN_D] true",
                        "Variable[name=TOKEN_E] true",
                        "File[path=~/token] false",
                        "Command[command=pass show x] true");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    [a, {name: b, default: 1}]                                  | a ANY true null, b ANY false Num[number=1]
                    {a: , b: {default: 1}, c: 5}                                | a ANY true null, b ANY false Num[number=1], c ANY false Num[number=5]
                    {required: [a], optional: [b]}                              | a ANY true null, b ANY false null
                    {required: [{name: a, type: Integer}], optional: [{name: b, default: x}]} | a INTEGER true null, b ANY false Text[text=x]
                    {definitions: {a: {type: string}, b: {type: BOOLEAN, default: true}}} | a STRING true null, b BOOLEAN false TRUE
                    {a: {type: string, required: false}}                        | a STRING false null
                    {a: {type: string, enum: [x, y], default: x}}               | a STRING false Text[text=x]
                    """)
    void everyShapeOfParametersIsRead(String written, String parameters) {
        var read = header("parameters: " + written + "\ncommands: x").parameters().stream()
                .map(each -> each.name() + " " + each.type() + " " + each.required() + " " + each.defaultValue())
                .toList();
        assertThat(String.join(", ", read)).isEqualTo(parameters);
    }

    @Test
    void agentsAreMergedFieldByField() {
        var agents = header("""
                        agents:
                          claude: {model: opus, timeout: 60}
                          codex:
                            command: [codex, exec, --json, [--model, "{model}"], "{prompt}"]
                            output: jsonl
                            result_when: type == 'done'
                            result: text
                            report: {input_tokens: usage.in}
                          plain: {command: "my-agent --fast 'two words'"}
                        commands: x
                        """).agents();
        var claude = Objects.requireNonNull(agents.get("claude"));
        assertThat(claude.model()).hasToString("opus");
        assertThat(claude.answer().format()).isEqualTo(AgentSpec.Format.JSONL);
        assertThat(claude.answer().resultWhen()).hasToString("type == 'result'");
        assertThat(Objects.requireNonNull(agents.get("codex")).program())
                .hasToString("[One[text=codex], One[text=exec], One[text=--json], Group[texts=[--model, {model}]],"
                        + " One[text={prompt}]]");
        assertThat(Objects.requireNonNull(agents.get("plain")).program())
                .hasToString("[One[text=my-agent], One[text=--fast], One[text=two words]]");
        assertThat(Objects.requireNonNull(agents.get("plain")).answer().format())
                .isEqualTo(AgentSpec.Format.TEXT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {command: [x, run], input: argument}                     | CONFLICTING_KEYS 1:33 agents.a.input
                    {command: [x, "{prompt}"], input: file}                  | CONFLICTING_KEYS 1:40 agents.a.input
                    {command: [x, ["{prompt}"]], input: argument}            | ``
                    {command: [x, "--in={prompt_file}"], input: file}        | ``
                    {command: [x], input: stdin}                             | ``
                    {command: [x]}                                           | ``
                    """)
    void aPromptNeedsAPlaceToGo(String agent, String problem) {
        var problems = Workflows.problems("agents: {a: " + agent + "}\ncommands: [{a: go}]").stream()
                .filter(Problem::isError)
                .map(Workflows::shown)
                .toList();
        assertThat(String.join(", ", problems).strip()).isEqualTo(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {a: w.yml}                                               | a w.yml false
                    {a: {source: w.yml, parallel: true}}                     | a w.yml true
                    [{name: a, source: w.yml}]                               | a w.yml false
                    """)
    void workflowsAreAMapOrAList(String written, String shown) {
        for (var key : new String[] {"workflows", "sub_workflows"}) {
            assertThat(header(key + ": " + written).workflows())
                    .extracting(each -> each.name() + " " + each.child().file() + " " + each.isParallel())
                    .containsExactly(shown);
        }
    }

    @Test
    void aWorkflowThatAStepNamesIsCalled() {
        var entries = header("""
                        workflows:
                          first: w.yml
                          second: {source: v.yml, with: {a: "${x}"}, outputs: [o], timeout: 5, working_dir: d, env: {K: v}, continue_on_error: true}
                        commands: {workflow: second}
                        """).workflows();
        assertThat(entries)
                .extracting(entry -> entry.name() + " " + entry.isCalled())
                .containsExactly("first false", "second true");
        assertThat(entries.get(1).step().options().continueOnError()).isTrue();
        assertThat(entries.get(1).step().options().limits().attempt()).isNotNull();
    }

    @Test
    void theRestIsRead() {
        var header = header("""
                version: 2
                description: what it does
                interpreter: /bin/sh
                timeout: 1h
                outputs: {a: "${last.output}"}
                defaults: {n: 5, list: [1]}
                error_policy: {quota: {on_limit: stop}, run_retry_budget: 0.5}
                commands: x
                """);
        assertThat(header.description()).isEqualTo("what it does");
        assertThat(header.interpreter()).isEqualTo("/bin/sh");
        assertThat(header.timeout()).hasToString("Fixed[value=PT1H]");
        assertThat(header.outputs()).hasToString("{a=${last.output}}");
        assertThat(header.defaults()).containsKeys("n", "list");
        assertThat(header.errorPolicy().runRetryBudget()).hasToString("RetryBudget[ratio=0.5, minRetries=10]");
    }

    private static Header header(String yaml) {
        return Workflows.workflow(yaml).header();
    }
}
