package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §12: templates that a step runs.
class InlineTemplatesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {template: t.yml}                     | MISSING_PARAMETER
                    {template: t.yml, with: {who: a, x: b}} | UNKNOWN_PARAMETER
                    {template: nothing}                   | UNDEFINED_REFERENCE
                    {template: empty.yml}                 | MISSING_FIELD
                    {template: self.yml}                  | COMPOSITION_CYCLE
                    """)
    void whatCannotRunInlineIsReported(String step, String code) {
        var files = new HashMap<String, String>();
        files.put("f.yml", "commands: [" + step + "]");
        files.put("t.yml", "parameters: [who]\ncommands: t");
        files.put("empty.yml", "env: {A: b}");
        files.put("self.yml", "commands: [{template: self.yml}]");
        assertThat(load(files).problems())
                .extracting(problem -> problem.code().name())
                .containsExactly(code);
    }

    /// Spec 01 §3: an id is unique in the workflow, and what a template's steps leave behind stays for later ones.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    [{use: t.yml}, {shell: x, id: a}]            | f.yml:1:41 | t.yml:1:27
                    [{shell: x, id: a}, {use: t.yml}]            | t.yml:1:27 | f.yml:1:27
                    [{use: t.yml}, {use: other.yml}]             | other.yml:1:47 | t.yml:1:27
                    [{shell: x, id: h}, {use: t.yml}, {use: t.yml}] | t.yml:1:57 | f.yml:1:27
                    [{foreach: [1], do: {use: t.yml}}, {shell: x, id: a}] | f.yml:1:61 | t.yml:1:27
                    [{use: twice.yml}, {use: twice.yml}]         | twice.yml:1:46 | line 1
                    """)
    void anIdOfATemplateIsNoOthers(String steps, String at, String first) {
        assertThat(load(idsIn(steps)).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code() + " " + problem.span()).isEqualTo("DUPLICATE_ID " + at);
            assertThat(problem.message()).endsWith("already given at " + first);
        });
    }

    @Test
    void oneTemplateMayRunTwice() {
        assertThat(load(idsIn("[{use: t.yml}, {foreach: [1], do: {use: t.yml}}, {use: t.yml}]"))
                        .problems())
                .isEmpty();
    }

    private static Map<String, String> idsIn(String steps) {
        return Map.of(
                "f.yml", "commands: " + steps,
                "t.yml", "commands: [{shell: x, id: a, on_failure: {shell: x, id: h}}]",
                "other.yml", "commands: [{foreach: [1], do: [{shell: x, id: a}]}]",
                "twice.yml", "commands: [{shell: x, id: a}, {shell: x, id: a}]");
    }

    @Test
    void aWrongParameterIsNamedWhereItStands() {
        var loaded = load(Map.of(
                "f.yml",
                "commands: [{template: t.yml, with: {who: a, x: b}}]",
                "t.yml",
                "parameters: [who]\ncommands: t"));
        assertThat(loaded.problems())
                .extracting(problem -> problem.code() + " " + problem.span() + " " + problem.path())
                .containsExactly("UNKNOWN_PARAMETER f.yml:1:45 commands[0].with.x");
    }

    @Test
    void whatATemplateCannotBringToAStepIsNamed() {
        var loaded = load(Map.of(
                "f.yml", "commands: [{use: t.yml}, {use: t.yml}]",
                "t.yml", """
                name: t
                env: {A: t}
                secrets: {K: "${env:FOO}"}
                env_files: [x.env]
                interpreter: dash
                timeout: 5m
                commands: echo
                """));
        assertThat(loaded.problems())
                .extracting(problem -> problem.code() + " " + problem.span() + " " + problem.path())
                .containsExactly(
                        "NO_EFFECT t.yml:2:1 env",
                        "NO_EFFECT t.yml:3:1 secrets",
                        "NO_EFFECT t.yml:4:1 env_files",
                        "NO_EFFECT t.yml:5:1 interpreter",
                        "NO_EFFECT t.yml:6:1 timeout");
    }

    @Test
    void aTemplatesDefaultsAreTheLastResortOfItsSteps() {
        var loaded = load("commands: [{use: t.yml, with: {a: x}}]", "t.yml", """
                parameters: {required: [a, b], optional: [{name: c, default: own}]}
                defaults: {a: 1, b: 2, c: 3, d: 4}
                commands: echo ${a} ${b} ${c} ${d}
                """);
        assertThat(loaded.problems()).isEmpty();
        var inline = (StepKind.Inline) steps(loaded).getFirst().kind();
        assertThat(inline.with()).hasToString("{a=Phrase[text=x]}");
        assertThat(new TreeMap<>(inline.defaults()))
                .hasToString("{b=Constant[value=Num[number=2], spelling=null], c=Phrase[text=own],"
                        + " d=Constant[value=Num[number=4], spelling=null]}");
    }

    @Test
    void defaultsOfATemplateStandBehindWhatTheyReferTo() {
        var loaded = load("commands: [{use: t.yml}]", "t.yml", """
                parameters: {optional: [{name: a, default: "${b}/x"}, {name: b, default: "${c} $d"}]}
                defaults: {c: 1, d: ["${c}"]}
                commands: echo ${a}
                """);
        assertThat(loaded.problems()).isEmpty();
        assertThat(((StepKind.Inline) steps(loaded).getFirst().kind())
                        .defaults()
                        .keySet())
                .containsExactly("c", "d", "b", "a");
    }

    @Test
    void aCircleAmongDefaultsOfATemplateIsShown() {
        var loaded = load("commands: [{use: t.yml}]", "t.yml", """
                parameters: {optional: [{name: a, default: "${b}"}, {name: b, default: "${c}"}]}
                defaults: {c: ["${a}"]}
                commands: echo ${a}
                """);
        assertThat(loaded.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_VALUE);
            assertThat(problem.message()).contains("a → b → c → a");
        });
    }

    private static Loaded load(String main, String file, String template) {
        return load(Map.of("f.yml", main, file, template));
    }

    private static Loaded load(Map<String, String> files) {
        return WorkflowLoader.load("f.yml", Workflows.in(files), LoadOptions.DEFAULT);
    }

    private static List<Step> steps(Loaded loaded) {
        return ((Workflow.Standard) Objects.requireNonNull(
                        loaded.workflow(), () -> loaded.problems().toString()))
                .commands();
    }
}
