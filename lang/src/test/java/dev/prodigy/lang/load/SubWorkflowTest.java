package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §12: other workflows that a workflow runs are found, loaded and checked with it.
class SubWorkflowTest {
    private static final String CHILD = """
            parameters: {required: [who], optional: [{name: level, default: 1}]}
            defaults: {colour: red}
            outputs: {digest: "${d}", size: "1"}
            commands:
              - shell: "echo ${who} ${colour} ${FREE}"
                capture: d
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {workflow: child.yml, with: {who: a}}                     |
                    {workflow: child, with: {who: a, FREE: x, level: 2}}      |
                    {workflow: named}                                         |
                    {workflow: named, with: {level: 3}, outputs: digest}      |
                    {workflow: child.yml}                                     | MISSING_PARAMETER 7:12 commands[0].workflow
                    {workflow: child.yml, with: {who: a, levle: 2}}           | UNKNOWN_PARAMETER 7:38 commands[0].with.levle -> level
                    {workflow: child.yml, inputs: {who: a, nowhere: 2}}       | UNKNOWN_PARAMETER 7:40 commands[0].inputs.nowhere
                    {workflow: child.yml, with: {who: a}, outputs: [size, digset]} | UNDEFINED_REFERENCE 7:55 commands[0].outputs[1] -> digest
                    {workflow: child.yml, with: {who: a}, outputs: [[], digset]} | INVALID_VALUE 7:49 commands[0].outputs[0], UNDEFINED_REFERENCE 7:53 commands[0].outputs[1] -> digest
                    {workflow: child.yml, with: {who: a}, outputs: digset}    | UNDEFINED_REFERENCE 7:48 commands[0].outputs -> digest
                    {workflow: nowhere.yml}                                   | FILE_NOT_FOUND 7:12 commands[0].workflow
                    {workflow: nmaed}                                         | UNDEFINED_REFERENCE 7:12 commands[0].workflow -> named
                    {workflow: "https://x.org/w.yml"}                         | INVALID_VALUE 7:12 commands[0].workflow
                    {workflow: f}                                             | COMPOSITION_CYCLE 7:12 commands[0].workflow
                    {workflow: round.yml}                                     | COMPOSITION_CYCLE 1:23 commands[0].workflow
                    {workflow: broken.yml}                                    | `MISSING_FIELD 1:1 `
                    """)
    void whatACallNeedsIsCheckedAtTheCall(String step, String expected) {
        var files = files("""
                workflows:
                  named: {source: child.yml, with: {who: b}}



                commands: [
                %s]
                """.formatted(step));
        assertThat(Workflows.load(files).problems())
                .extracting(Workflows::shown)
                .containsExactlyElementsOf(expected == null ? List.of() : List.of(expected.split(", ")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {who: child.yml}                                  | MISSING_PARAMETER workflows.who
                    {a: {source: child.yml}}                          | MISSING_PARAMETER workflows.a.source
                    {a: {source: child.yml, with: {who: b, lvl: 1}}}  | UNKNOWN_PARAMETER workflows.a.with.lvl
                    {a: {source: child.yml, with: {who: b}, outputs: x}} | UNDEFINED_REFERENCE workflows.a.outputs
                    {a: {source: child.yml, with: {who: b}, outputs: [size, x]}} | UNDEFINED_REFERENCE workflows.a.outputs[1]
                    {a: {source: no/where.yml}}                       | FILE_NOT_FOUND workflows.a.source
                    {taken: {source: child.yml, with: {who: b}}}      | DUPLICATE_ID workflows.taken
                    {map: {source: child.yml, with: {who: b}}}        | RESERVED_NAME workflows.map
                    """)
    void soIsWhatAnEntryNeeds(String entries, String expected) {
        var files = files("workflows: " + entries + "\ncommands: [{id: taken, shell: x}]");
        assertThat(Workflows.load(files).problems())
                .extracting(problem -> problem.code() + " " + problem.path())
                .containsExactly(expected);
    }

    @Test
    void aCycleShowsItsChain() {
        var problems = Workflows.load(Map.of(
                        "f.yml", "commands: [{workflow: a}]",
                        "a.yml", "setup: [{workflow: workflows/b}]\nmap: {input: [], agent_template: x}",
                        "workflows/b.yml", "commands: [{shell: x, on_failure: {workflow: ../a.yml}}]"))
                .problems();
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.message()).isEqualTo("workflows run each other: a.yml → workflows/b.yml → a.yml");
            assertThat(problem.span()).hasToString("workflows/b.yml:1:46");
        });
    }

    @Test
    void tenWorkflowsMayRunEachOther() {
        var files = new HashMap<String, String>();
        files.put("f.yml", "commands: [{workflow: 1.yml}]");
        for (int i = 1; i <= 10; i++) {
            files.put(i + ".yml", i == 10 ? "commands: x" : "commands: [{workflow: %d.yml}]".formatted(i + 1));
        }
        assertThat(Workflows.load(files).problems()).isEmpty();
        files.put("10.yml", "commands: [{workflow: 11.yml}]");
        files.put("11.yml", "commands: x");
        assertThat(Workflows.load(files).problems())
                .extracting(Workflows::shown)
                .containsExactly("TOO_LARGE 1:23 commands[0].workflow");
    }

    @Test
    void pathsAreRelativeToTheFileThatHoldsThem() {
        var loaded = Workflows.load(Map.of(
                "f.yml", "imports: [lib/a.yml]\ncommands: [{workflow: x.yml}]",
                "x.yml", "commands: main",
                "lib/a.yml", "commands: [{workflow: x.yml}, {workflow: y}]",
                "lib/x.yml", "commands: [{workflow: y}]",
                "lib/workflows/y.yml", "commands: lib"));
        assertThat(loaded.problems()).isEmpty();
        assertThat(steps(loaded))
                .extracting(StepKind.SubWorkflow::file)
                .containsExactly("lib/x.yml", "lib/workflows/y.yml", "x.yml");
        assertThat(loaded.children()).containsOnlyKeys("lib/x.yml", "lib/workflows/y.yml", "x.yml");
        assertThat(Objects.requireNonNull(loaded.children().get("lib/x.yml")).children())
                .containsOnlyKeys("lib/workflows/y.yml");
        assertThat(loaded.files())
                .containsExactlyInAnyOrder("f.yml", "lib/a.yml", "lib/x.yml", "lib/workflows/y.yml", "x.yml");
    }

    @Test
    void aStepThatCallsAnEntryAddsToIt() {
        var files = files("""
                workflows:
                  build:
                    source: child.yml
                    with: {who: entry, level: 1}
                    outputs: [digest]
                    timeout: 5
                    working_dir: sub
                    env: {A: entry, B: entry}
                    continue_on_error: true
                commands:
                  - workflow: build
                    id: mine
                    with: {level: 2}
                    env: {B: step}
                """);
        var loaded = Workflows.load(files);
        assertThat(loaded.problems()).isEmpty();
        var step = ((Workflow.Standard) Objects.requireNonNull(loaded.workflow()))
                .commands()
                .getFirst();
        var child = (StepKind.SubWorkflow) step.kind();
        assertThat(child.isEntry()).isTrue();
        assertThat(child.with().toString())
                .contains("who=", "entry", "level=Constant[value=Num[number=2], spelling=2]");
        assertThat(child.outputs()).containsExactly("digest");
        assertThat(step.options().limits().attempt()).hasToString("PT5S");
        assertThat(step.options().continueOnError()).isTrue();
        assertThat(step.options().surroundings().env().toString())
                .contains("A=Phrase[text=entry", "B=Phrase[text=step");
        assertThat(Objects.requireNonNull(step.options().surroundings().workingDir())
                        .source())
                .isEqualTo("sub");
    }

    @Test
    void problemsOfOtherWorkflowsNameTheirFileAndComeOnce() {
        var files = files("commands: [{workflow: bad.yml}, {workflow: bad.yml}, {shel: x}]");
        files.put("bad.yml", "commands: [{shell: x, timeout: soon}]");
        assertThat(Workflows.load(files).problems())
                .extracting(problem -> problem.span() + " " + problem.code())
                .containsExactly("f.yml:1:55 MISSING_FIELD", "bad.yml:1:32 INVALID_DURATION");
    }

    /// `${w.success}` is what the step says of itself, whatever the other workflow gives (spec 01 §7, §12).
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {workflow: taken.yml, id: w}          | RESERVED_NAME f.yml:1:23 commands[0].workflow
            {workflow: taken.yml, outputs: [n]}   |
            {workflow: taken.yml, outputs: success} | RESERVED_NAME f.yml:1:43 commands[0].outputs
            """)
    void anOutputWithTheNameOfAMemberIsTold(String step, String expected) {
        var files = files("commands: [" + step + "]");
        files.put("taken.yml", "outputs: {success: \"no\", n: \"1\"}\ncommands: x");
        assertThat(Workflows.load(files).problems())
                .extracting(problem -> problem.code() + " " + problem.span() + " " + problem.path())
                .containsExactlyElementsOf(expected == null ? List.of() : List.of(expected));
    }

    @Test
    void aBrokenOtherWorkflowKeepsTheCallerFromRunning() {
        var files = files("commands: [{workflow: bad.yml}]");
        files.put("bad.yml", "commands: [{shell: x, timeout: soon}]");
        assertThat(Workflows.load(files).workflow()).isNull();
    }

    private static Map<String, String> files(String main) {
        var files = new LinkedHashMap<String, String>();
        files.put("f.yml", main);
        files.put("child.yml", CHILD);
        files.put("round.yml", "commands: [{workflow: f.yml}]");
        files.put("broken.yml", "env: {A: b}");
        return files;
    }

    private static List<StepKind.SubWorkflow> steps(Loaded loaded) {
        return ((Workflow.Standard) Objects.requireNonNull(loaded.workflow()))
                .commands().stream()
                        .map(step -> (StepKind.SubWorkflow) step.kind())
                        .toList();
    }
}
