package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.step.FileFormat;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.Reactions;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.workflow.AllSteps;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepDecodeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    echo hi                                     | Shell[command=echo hi]
                    /fix it                                     | Agent[agent=claude, prompt=/fix it, model=null, args=[]]
                    {shell: 1.10}                               | Shell[command=1.10]
                    {shell: yes}                                | Shell[command=yes]
                    {claude: /fix}                              | Agent[agent=claude, prompt=/fix, model=null, args=[]]
                    {claude: {prompt: p, model: m, args: [-a]}} | Agent[agent=claude, prompt=p, model=m, args=[-a]]
                    {claude: p, model: m, args: [-a, "2"]}      | Agent[agent=claude, prompt=p, model=m, args=[-a, 2]]
                    {agent: claude, prompt: p, model: m}        | Agent[agent=claude, prompt=p, model=m, args=[]]
                    {test: make}                                | Shell[command=make]
                    {test: {command: make}}                     | Shell[command=make]
                    {command: /fix}                             | Agent[agent=claude, prompt=/fix, model=null, args=[]]
                    {analyze: {force: true}}                    | Removed[keyword=analyze]
                    {workflow: w.yml, with: {a: 1}, outputs: x} | SubWorkflow[target=w.yml, file=w.yml, isEntry=false, with={a=Constant[value=Num[number=1], spelling=1]}, outputs=[x]]
                    {name: label, shell: x}                     | Shell[command=x]
                    """)
    void everyKindIsRead(String written, String kind) {
        assertThat(Workflows.step(written).kind()).hasToString(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [a, b]",
                "steps: [a, b]",
                "- a\n- b",
                "{\"commands\": [\"a\", {\"shell\": \"b\"}]}",
            })
    void theListOfStepsHasManyShapes(String yaml) {
        assertThat(Workflows.commands(yaml))
                .extracting(step -> step.path() + " " + step.kind())
                .containsExactly("commands[0] Shell[command=a]", "commands[1] Shell[command=b]");
    }

    @Test
    void oneStepNeedsNoList() {
        assertThat(Workflows.commands("commands: {shell: a}")).hasSize(1);
        assertThat(Workflows.commands("commands: a")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {foreach: [1, a], do: echo}                                     | 1  | false | item
                    {foreach: [1], do: [a, b], parallel: true}                      | 10 | false | item
                    {foreach: [1], do: a, parallel: 3, as: file}                    | 3  | false | file
                    {foreach: [1], do: a, parallel: "${N}", continue_on_error: true}| 1| true  | item
                    {foreach: {foreach: [1], do: a, parallel: 2}}                   | 2  | false | item
                    {foreach: {items: [1], do: a, continue_on_error: true, as: x}}  | 1  | true  | x
                    {foreach: {input: [1], do: a, max_items: 3}}                    | 1  | false | item
                    """)
    void foreachIsFlatOrNested(String written, String parallel, boolean continues, String as) {
        var foreach = (StepKind.Foreach) Workflows.step(written).kind();
        assertThat(foreach.parallel()).hasToString(parallel);
        assertThat(foreach.continueOnError()).isEqualTo(continues);
        assertThat(foreach.as()).isEqualTo(as);
        assertThat(foreach.body().getFirst().path()).isEqualTo("commands[0].do[0]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    [1, {a: "${x}"}]      | Listed
                    "${found}"            | Placed
                    $found                | Placed
                    ls *.rs               | Printed
                    "echo ${found}"       | Printed
                    """)
    void theInputOfForeachIsAListAPlaceholderOrACommand(String written, String kind) {
        ForeachInput input = ((StepKind.Foreach)
                        Workflows.step("{foreach: " + written + ", do: echo}").kind())
                .input();
        assertThat(input.getClass().getSimpleName()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    path: a.txt, content: 1.10                              | TEXT | 420 | false | Phrase[text=1.10]
                    path: a, content: "x", mode: 0755, create_dirs: true    | TEXT | 493 | true  | Phrase[text=x]
                    path: a, content: "x", mode: "600"                      | TEXT | 384 | false | Phrase[text=x]
                    path: a, content: {k: 1.5}, format: json                | JSON | 420 | false | Mapping[members={k=Constant[value=Num[number=1.5], spelling=1.5]}]
                    path: a, content: "{}", format: yaml                    | YAML | 420 | false | Phrase[text={}]
                    """)
    void writeFileIsRead(String written, FileFormat format, int mode, boolean createDirs, String content) {
        var file = (StepKind.WriteFile)
                Workflows.step("{write_file: {" + written + "}}").kind();
        assertThat(file.format()).isEqualTo(format);
        assertThat(file.mode()).isEqualTo(mode);
        assertThat(file.createDirs()).isEqualTo(createDirs);
        assertThat(file.content()).hasToString(content);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    timeout: 30                          | Limits[attempt=PT30S, idle=null, total=null]
                    timeout: "30"                        | Limits[attempt=PT30S, idle=null, total=null]
                    timeout: 1m30s                       | Limits[attempt=PT1M30S, idle=null, total=null]
                    timeout_ms: 1500                     | Limits[attempt=PT1.5S, idle=null, total=null]
                    timeout: "${T}"                      | Limits[attempt=null, idle=null, total=null]
                    timeout: $T                          | Limits[attempt=null, idle=null, total=null]
                    idle_timeout: 5m, total_timeout: 1h  | Limits[attempt=null, idle=PT5M, total=PT1H]
                    """)
    void limitsAreRead(String written, String limits) {
        assertThat(options(written).limits()).hasToString(limits);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
                    capture: out                              | out | true  | STRING  | true  | false | true
                    capture_output: out                       | out | true  | STRING  | true  | false | true
                    output: out                               | out | true  | STRING  | true  | false | true
                    capture: true                             | -   | true  | STRING  | true  | false | true
                    capture: false                            | -   | false | STRING  | true  | false | true
                    capture: true, capture_format: json       | -   | true  | JSON    | true  | false | true
                    capture: false, capture_format: json      | -   | false | STRING  | true  | false | true
                    capture_format: json                      | -   | true  | STRING  | true  | false | true
                    capture: o, capture_format: json          | o   | true  | JSON    | true  | false | true
                    capture: o, capture_format: text          | o   | true  | STRING  | true  | false | true
                    capture: o, capture_streams: both         | o   | true  | STRING  | true  | true  | true
                    capture: o, capture_streams: [stderr]     | o   | true  | STRING  | false | true  | true
                    capture: o, capture_streams: {stderr: true, exit_code: false} | o | true | STRING | true | true | false
                    """)
    void capturesAreRead(
            String written,
            String name,
            boolean defaults,
            CaptureFormat format,
            boolean stdout,
            boolean stderr,
            boolean exitCode) {
        var captures = options(written).captures();
        assertThat(captures.name()).isEqualTo(name);
        assertThat(captures.defaults()).isEqualTo(defaults);
        assertThat(captures.format()).isEqualTo(format);
        assertThat(captures.streams()).isEqualTo(new Captures.Streams(stdout, stderr, exitCode, true, true));
    }

    @Test
    void outputsAreTextsOrPatterns() {
        var captures = options(
                        "output_file: out/log.txt, outputs: {f: {file_pattern: \"*.md\"}, t: \"${last.output}\"}")
                .captures();
        assertThat(captures.outputs()).hasToString("{f=FilePattern[glob=*.md], t=Phrase[text=${last.output}]}");
        assertThat(captures.outputFile()).hasToString("out/log.txt");
    }

    @Test
    void surroundingsAreRead() {
        var surroundings = options(
                        "cwd: sub, env: {V: 1.10, M: 0644, Y: yes, N: null}, clear_env: true, temporary: true,"
                                + " interpreter: bash -euo pipefail")
                .surroundings();
        assertThat(surroundings.workingDir()).hasToString("sub");
        assertThat(surroundings.clearEnv()).isTrue();
        assertThat(surroundings.interpreter()).isEqualTo("bash -euo pipefail");
        assertThat(surroundings.env().values().stream().map(entry -> switch (entry) {
                    case EnvEntry.Phrase(var text, var _) -> text.source();
                    case EnvEntry.Unset _ -> "unset";
                    case EnvEntry.Printed _, EnvEntry.Chosen _ -> "?";
                }))
                .containsExactly("1.10", "0644", "yes", "unset");
    }

    @Test
    void commitsAreRead() {
        var commits = options(
                        "commit_required: true, auto_commit: true, commit_config: {message_template: \"m ${workflow.id}\","
                                + " message_pattern: \"^m\", author: \"A <a@b>\", sign: true, include_files: [\"*.rs\"],"
                                + " exclude_files: target, squash: true}")
                .commits();
        assertThat(commits)
                .hasToString(
                        "Commits[required=true, auto=true, config=Config[message=m ${workflow.id}, messagePattern=^m,"
                                + " author=A <a@b>, sign=true, includeFiles=[*.rs], excludeFiles=[target], squash=true]]");
    }

    @Test
    void labelsAndConditionsAreRead() {
        var step = Workflows.step(
                "{id: build, name: \"Build ${x}\", description: d, when: \"a == 1\", shell: x, allow_failure: true}");
        assertThat(step.id()).isEqualTo("build");
        assertThat(step.label()).isEqualTo("build");
        assertThat(step.options().name()).hasToString("Build ${x}");
        assertThat(step.options().when()).hasToString("a == 1");
        assertThat(step.options().continueOnError()).isTrue();
    }

    @Test
    void aPlainStepSaysNothing() {
        var step = Workflows.step("{shell: x}");
        assertThat(step.options()).isEqualTo(StepOptions.PLAIN);
        assertThat(step.reactions()).isEqualTo(Reactions.NONE);
    }

    /// Spec 01: every step option works in every list of steps.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    setup: [STEP]⏎map: {input: [], agent_template: x}                              | setup[0]
                    setup: {commands: [STEP]}⏎map: {input: [], agent_template: x}                  | setup[0]
                    map: {input: [], agent_template: [STEP]}                                       | map.agent_template[0]
                    map: {input: [], agent_template: STEP}                                         | map.agent_template[0]
                    map: {input: [], agent_template: {commands: [STEP]}}                           | map.agent_template[0]
                    map: {input: [], agent_template: x}⏎reduce: [STEP]                             | reduce[0]
                    map: {input: [], agent_template: x}⏎reduce: {steps: [STEP], timeout: 5}        | reduce[0]
                    map: {input: [], agent_template: x}⏎merge: {commands: [STEP]}                  | merge[0]
                    map: {input: [], agent_template: x}⏎worktree: {setup: [STEP]}                  | worktree.setup[0]
                    map: {input: [], agent_template: x, on_conflict: [STEP]}                       | map.on_conflict[0]
                    map: {input: [], agent_template: x}⏎merge: {on_conflict: [STEP]}               | merge.on_conflict[0]
                    map: {input: [], agent_template: x}⏎error_policy: {handlers: {h: [STEP]}}      | error_policy.handlers.h[0]
                    commands: [{foreach: [1], do: [STEP]}]                                         | commands[0].do[0]
                    commands: [{shell: x, on_failure: [STEP]}]                                     | commands[0].on_failure[0]
                    commands: [{shell: x, on_failure: {commands: [STEP]}}]                         | commands[0].on_failure[0]
                    commands: [{shell: x, on_success: [STEP]}]                                     | commands[0].on_success[0]
                    commands: [{shell: x, on_exit_code: {7: [STEP]}}]                              | commands[0].on_exit_code.7[0]
                    commands: [{shell: x, validate: {commands: [STEP]}}]                           | commands[0].validate[0]
                    commands: [{shell: x, validate: {shell: y, on_incomplete: [STEP]}}]            | commands[0].on_incomplete[0]
                    commands: [{shell: x, retry: {on_failure: {fallback: STEP}}}]                  | commands[0].fallback[0]
                    """)
    void everyListOfStepsReadsTheSameSteps(String yaml, String path) {
        var step = "{shell: \"probe\", id: probe, timeout: 7, retry: 2, env: {A: b}, capture: c, on_failure: /fix}";
        var workflow = Workflows.workflow(yaml.replace("⏎", "\n").replace("STEP", step));
        var probe = AllSteps.of(workflow).stream()
                .filter(each -> "probe".equals(each.id()))
                .findFirst()
                .orElseThrow();
        assertThat(probe.path()).isEqualTo(path);
        assertThat(probe.options().limits().attempt()).isEqualTo(Duration.ofSeconds(7));
        assertThat(Objects.requireNonNull(probe.options().resilience().retry()).attempts())
                .isEqualTo(2);
        assertThat(probe.options().captures().name()).isEqualTo("c");
        assertThat(probe.reactions().onFailure()).isNotNull();
    }

    @Test
    void declaredAgentsAreKinds() {
        var steps = Workflows.commands("""
                agents: {codex: {command: [codex, "{prompt}"]}}
                commands:
                  - codex: do it
                  - {agent: codex, prompt: do it}
                """);
        assertThat(steps)
                .extracting(step -> step.kind().toString())
                .containsOnly("Agent[agent=codex, prompt=do it, model=null, args=[]]");
        assertThat(steps).hasSize(2);
    }

    private static StepOptions options(String written) {
        return Workflows.step("{shell: x, " + written + "}").options();
    }

    @Test
    void aListedItemKeepsItsPlaceholders() {
        var foreach = (StepKind.Foreach)
                Workflows.step("{foreach: [\"${a}\", 2], do: x}").kind();
        assertThat(((ForeachInput.Listed) foreach.input()).elements())
                .extracting(Object::toString)
                .isEqualTo(List.of("Phrase[text=${a}]", "Constant[value=Num[number=2], spelling=2]"));
    }
}
