package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.decode.Outside;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §1, "Scalars": what stands behind a placeholder in a step's options.
class StepSettingsTest {
    /// A step's settings are those of the moment it starts; until then literals stand in for them.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            retry_config: {attempts: "${n}"}                        | 4     | attempts=4
            retry: "${n}"                                           | 4     | attempts=4
            retry: {attempts: 2, initial_delay: "$n"}               | 3s    | PT3S
            retry: {attempts: 2, retry_on: [{pattern: "a ${n}"}]}   | x+    | a x+
            circuit_breaker: {failure_threshold: "${n}"}            | 7     | failureThreshold=7
            circuit_breaker: {key: "to-${n}"}                       | db    | key=to-db
            continue_on_error: "${n}"                               | true  | continueOnError=true
            timeout: "${n}"                                         | 90    | attempt=PT1M30S
            idle_timeout: "$n"                                      | 3s    | idle=PT3S
            total_timeout_ms: "$n"                                  | 4000  | total=PT4S
            on_failure: {commands: [b], timeout: "${n}"}            | 8     | timeout=PT8S
            validate: {commands: a, timeout: "${n}"}                | 7     | timeout=PT7S
            clear_env: "${n}"                                       | true  | clearEnv=true
            interpreter: "${n} -eu"                                 | dash  | interpreter=dash -eu
            commit_required: "${n}"                                 | false | required=false
            commit_config: {sign: "${n}"}                           | true  | sign=true
            validate: {commands: a, threshold: "${n}"}              | 80    | threshold=80.0
            validate: {commands: a, on_incomplete: {shell: b, max_attempts: "${n}"}} | 9 | maxAttempts=9
            capture_streams: {stderr: "${n}"}                       | true  | stderr=true
            on_failure: {shell: b, max_attempts: "${n}"}            | 6     | maxAttempts=6
            on_failure: {shell: b, fail_workflow: "${n}"}           | true  | failWorkflow=true
            on_exit_code: {3: {shell: b, max_attempts: "${n}"}}     | 6     | maxAttempts=6
            """)
    void aSettingOfAStepIsKnownWhenItStarts(String option, String value, String expected) throws Exception {
        var workflow = "commands:\n  - {shell: a, capture: n}\n  - shell: b\n    " + option + "\n";
        for (var outside : List.of(Outside.NOTHING, new Outside(Map.of(), Map.of(), null, true))) {
            var loaded = run(workflow, outside);
            var step = ((Workflow.Standard) Objects.requireNonNull(
                            loaded.workflow(), () -> loaded.problems().toString()))
                    .commands()
                    .get(1);
            var open = Objects.requireNonNull(step.open());
            var setting = open.settings().getFirst();
            var text = setting.text().source();
            var filled = text.replaceAll("\\$\\{n}", value);
            assertThat(step.toString()).doesNotContain(expected);
            assertThat(open.reading().read(Map.of(text, filled)).toString()).contains(expected);
        }
    }

    /// The steps inside are not touched: they have their own moment.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{foreach: [1], do: [{shell: c, retry: $m}], continue_on_error: $n}",
                "{shell: b, on_failure: {shell: c, retry: $m, max_attempts: 2}, continue_on_error: $n}",
                "{shell: b, on_failure: {shell: c, claude: d, retry: $m}, continue_on_error: $n}",
                "{shell: b, on_failure: {commands: [{shell: c, retry: $m}]}, continue_on_error: $n}",
                "{shell: b, on_success: {shell: c, retry: $m}, continue_on_error: $n}",
                "{shell: b, on_failure: {fallback: {shell: c, retry: $m}}, continue_on_error: $n}",
                "{shell: b, validate: {commands: {shell: c, retry: $m}}, continue_on_error: $n}",
                "{template: t.yml, continue_on_error: $n}",
            })
    void theStepsInsideHaveTheirOwnMoment(String written) throws Exception {
        var files = Map.of(
                Workflows.FILE,
                "commands: [{shell: a, capture: n}, {shell: a, capture: m}, " + written + "]",
                "t.yml",
                "commands: [{shell: c, retry: $m}]");
        var workflow =
                (Workflow.Standard) Objects.requireNonNull(Workflows.load(files).workflow());
        var step = workflow.commands().getLast();
        var open = Objects.requireNonNull(step.open());
        assertThat(open.settings()).extracting(each -> each.text().source()).containsOnly("${n}");

        var again = open.reading().read(Map.of("${n}", "true"));

        assertThat(again.options().continueOnError()).isTrue();
        var inside = AllSteps.inside(step);
        assertThat(inside).isNotEmpty().anyMatch(each -> each.open() != null);
        assertThat(AllSteps.inside(again)).containsExactlyElementsOf(inside);
        for (var inner : inside) {
            if (inner.open() != null) {
                var opened = inner.open().reading().read(Map.of("${m}", "5"));
                assertThat(Objects.requireNonNull(opened.options().resilience().retry())
                                .attempts())
                        .isEqualTo(5);
                assertThat(opened.path()).isEqualTo(inner.path());
            }
        }
    }

    /// Spec 02 §7: breakers with one key are one. Stand-ins are not compared with anything.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {key: db, failure_threshold: $N}      | {key: db, failure_threshold: 3} | 3 | false
            {key: db, failure_threshold: $N}      | {key: db, failure_threshold: 3} | 4 | true
            {key: "${N}", failure_threshold: 5}   | {key: db, failure_threshold: 3} | db | true
            {key: "${N}", failure_threshold: 5}   | {key: db, failure_threshold: 3} | d | false
            {key: db, failure_threshold: $n}      | {key: db, failure_threshold: 3} | 3 | false
            {key: "${n}", failure_threshold: 5}   | {key: "${n}", timeout: 9s}      | 3 | false
            """)
    void sharedBreakersAreComparedWhereTheyAreKnown(String one, String other, String value, boolean refused) {
        var workflow = "commands: [{shell: a, capture: n}, {shell: b, circuit_breaker: " + one
                + "}, {shell: c, circuit_breaker: " + other + "}]\n";
        for (var outside : List.of(
                new Outside(Map.of("N", value), Map.of(), null, true),
                new Outside(Map.of(), Map.of("N", value), null, true))) {
            assertThat(run(workflow, outside).problems())
                    .filteredOn(Problem::isError)
                    .hasSize(refused ? 1 : 0)
                    .allMatch(problem -> problem.message().contains("is shared with commands[1]"));
        }
        assertThat(Workflows.problems(workflow)).noneMatch(Problem::isError);
    }

    /// Of a loop too; a limit is none until then.
    @ParameterizedTest
    @CsvSource({
        "parallel, true, parallel=10",
        "parallel, 7, parallel=7",
        "max_items, 4, maxItems=4",
        "timeout, 6, attempt=PT6S",
    })
    void aLoopIsKnownWhenItStarts(String key, String value, String expected) throws Exception {
        var step = Workflows.commands(
                        "commands: [{shell: a, capture: n}, {foreach: [1], do: [b], " + key + ": \"${n}\"}]")
                .getLast();
        var open = Objects.requireNonNull(step.open());
        assertThat(open.settings())
                .singleElement()
                .satisfies(each -> assertThat(each.path()).isEqualTo(key));
        assertThat(step.toString()).doesNotContain(expected).contains("attempt=null");
        assertThat(open.reading().read(Map.of("${n}", value)).toString()).contains(expected);
    }

    /// The name that is missing is named, not the text that it stands in.
    @Test
    void aNameWithoutValueInATextIsNamed() {
        var workflow = "{env: {A: a}, mode: mapreduce, map: {input: {file: i, format: json}, "
                + "json_path: \"$.${A}.${B}[*]\", agent_template: [a]}}";
        assertThat(run(workflow, new Outside(Map.of(), Map.of(), null, true)).problems())
                .filteredOn(Problem::isError)
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .startsWith("`${B}` in \"$.${A}.${B}[*]\" has no value when the run starts"));
    }

    /// Text around a placeholder is no placeholder; what it reads is used all the same.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            idle_timeout: "${n}s"            | INVALID_DURATION
            timeout: "1${n}"                 | INVALID_DURATION
            retry: {attempts: "1$n"}         | INVALID_VALUE
            retry: "x${n}"                   | INVALID_VALUE
            continue_on_error: "${n}${n}"    | INVALID_VALUE
            """)
    void aPlaceholderStandsForTheWhole(String option, String code) {
        var workflow = "commands:\n  - {shell: a, capture: n}\n  - shell: b\n    " + option + "\n";
        for (var outside : List.of(Outside.NOTHING, new Outside(Map.of(), Map.of("n", "3"), null, true))) {
            assertThat(run(workflow, outside).problems()).singleElement().satisfies(problem -> {
                assertThat(problem.code()).hasToString(code);
                assertThat(problem.message()).startsWith("a placeholder stands for the whole of a value here");
            });
        }
    }

    private static Loaded run(String workflow, Outside outside) {
        return WorkflowLoader.load(
                Workflows.FILE, Workflows.in(Map.of(Workflows.FILE, workflow)), LoadOptions.DEFAULT.knowing(outside));
    }

    @Test
    void theModeOfAFileMayBeAPlaceholder() throws Exception {
        var step = Workflows.commands(
                        "commands: [{shell: a, capture: n}, {write_file: {path: p, content: c, mode: $n, create_dirs: $n}}]")
                .getLast();
        var open = Objects.requireNonNull(step.open());
        assertThat(open.settings()).anyMatch(each -> each.literal().allows("0600"));
        assertThat(open.settings()).anyMatch(each -> each.literal().allows("true"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            timeout: "${n}"    | 5     | PT5S
            timeout: "${n}"    | 500ms | PT0.5S
            timeout: "${n}"    | 0     | -
            timeout_ms: "${n}" | 500   | PT0.5S
            timeout_ms: "$n"   | 1s    | -
            """)
    void whatAStepsVariableHoldsIsCheckedLikeALiteralToo(String option, String given, @Nullable Duration expected)
            throws Exception {
        var workflow = "commands:\n  - {shell: a, capture: n}\n  - shell: b\n    " + option + "\n";
        var open = Objects.requireNonNull(Workflows.commands(workflow).get(1).open());
        var setting = open.settings().getFirst();
        assertThat(setting.literal().allows(given)).isEqualTo(expected != null);
        if (expected != null) {
            var step = open.reading().read(Map.of(setting.text().source(), given));
            assertThat(step.options().limits().attempt()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 10", "false, 1", "7, 7", "0,", "many,"})
    void theWidthOfALoopMayBeAVariable(String given, @Nullable Integer expected) throws Exception {
        var workflow = "commands: [{shell: a, capture: n}, {foreach: [1], parallel: \"${n}\", do: [b]}]";
        var open = Objects.requireNonNull(Workflows.commands(workflow).get(1).open());
        assertThat(open.settings().getFirst().literal().allows(given)).isEqualTo(expected != null);
        if (expected != null) {
            var step = open.reading().read(Map.of("${n}", given));
            assertThat(((StepKind.Foreach) step.kind()).parallel()).isEqualTo(expected);
        }
    }
}
