package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.StepKind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandlerDecodeTest {
    /// The defaults of spec 01 §5.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    touch ok                                               | RECOVERY | 2 | true  | 1
                    /fix                                                   | RECOVERY | 3 | true  | 1
                    [a, b]                                                 | RECOVERY | 2 | true  | 2
                    [a, /fix]                                              | RECOVERY | 3 | true  | 2
                    {shell: touch ok}                                      | RECOVERY | 2 | true  | 1
                    {claude: /fix}                                         | RECOVERY | 3 | true  | 1
                    {claude: /fix, fail_workflow: true}                    | RECOVERY | 3 | true  | 1
                    {shell: r, fail_workflow: true}                        | CLEANUP  | 2 | true  | 1
                    {shell: r, fail_workflow: false}                       | RECOVERY | 2 | false | 1
                    {shell: r, fail_workflow: true, max_attempts: 4}       | RECOVERY | 4 | true  | 1
                    {shell: r, fail_workflow: true, max_retries: 4}        | RECOVERY | 5 | true  | 1
                    {shell: r, fail_workflow: true, retry_original: true}  | RECOVERY | 2 | true  | 1
                    {shell: r, fail_workflow: true, retry_original: false} | CLEANUP  | 1 | true  | 1
                    {shell: r, retry_original: false}                      | RECOVERY | 1 | true  | 1
                    {shell: r, max_attempts: 1}                            | RECOVERY | 1 | true  | 1
                    {shell: r, max_retries: 0}                             | RECOVERY | 1 | true  | 1
                    {shell: r, strategy: fallback}                         | FALLBACK | 2 | true  | 1
                    {shell: r, strategy: cleanup, fail_workflow: false}    | CLEANUP  | 2 | false | 1
                    {shell: r, strategy: custom}                           | CUSTOM   | 2 | true  | 1
                    {shell: a, claude: /b}                                 | RECOVERY | 3 | true  | 2
                    {commands: [a, b], strategy: fallback}                 | FALLBACK | 2 | true  | 2
                    {steps: [/a], max_attempts: 5}                         | RECOVERY | 5 | true  | 1
                    {foreach: [1], do: {claude: /x}}                       | RECOVERY | 3 | true  | 1
                    """)
    void everyShapeOfAHandlerIsRead(
            String written, Strategy strategy, int maxAttempts, boolean failWorkflow, int steps) {
        var handle = handle("on_failure: " + written);
        assertThat(handle.strategy()).isEqualTo(strategy);
        assertThat(handle.maxAttempts()).isEqualTo(maxAttempts);
        assertThat(handle.failWorkflow()).isEqualTo(failWorkflow);
        assertThat(handle.steps()).hasSize(steps);
        var byCode = (FailureReaction.Handle) Objects.requireNonNull(step("on_exit_code: {7: " + written + "}")
                .reactions()
                .onExitCode()
                .get(7));
        assertThat(byCode.strategy()).isEqualTo(strategy);
        assertThat(byCode.maxAttempts()).isEqualTo(maxAttempts);
    }

    @ParameterizedTest
    @CsvSource({"true, Tolerate[]", "false, Ignore[]"})
    void aBooleanToleratesOrDoesNothing(String written, String reaction) {
        assertThat(step("on_failure: " + written).reactions().onFailure()).hasToString(reaction);
    }

    @Test
    void aFallbackBesideStepsIsRefused() {
        assertThat(Workflows.problems("- {shell: x, on_failure: {fallback: a, shell: b}}"))
                .extracting(Workflows::shown)
                .containsExactly("CONFLICTING_KEYS 1:27 commands[0].on_failure.fallback");
    }

    @Test
    void whatCompletesTheWorkMayCaptureItsOutput() {
        var validation = step("validate: {shell: check, on_incomplete: {claude: /fix, capture: {notes: all}}}")
                .reactions()
                .validation();
        assertThat(validation.onIncomplete().captures()).containsExactly("notes");
        var option = step("validate: {shell: check, on_incomplete: {claude: /fix, capture: notes}}")
                .reactions()
                .validation()
                .onIncomplete();
        assertThat(option.captures()).isEmpty();
        assertThat(option.steps().getFirst().options().captures().name()).isEqualTo("notes");
    }

    @Test
    void theWordsOfRetryConfigStandInExitCodesToo() {
        var reactions = step("on_exit_code: {1: continue, 2: stop, 3: true, 4: {fallback: x}}")
                .reactions()
                .onExitCode();
        assertThat(reactions.values().stream().map(each -> each.getClass().getSimpleName()))
                .containsExactly("After", "After", "Tolerate", "After");
    }

    @Test
    void theFallbacksOfExitCodesHaveNamesOfTheirOwn() {
        var reactions = step("on_exit_code: {3: {fallback: x}, 4: !fallback {command: y}, "
                        + "5: {shell: z, strategy: fallback}}")
                .reactions()
                .onExitCode();
        assertThat(reactions.values().stream().map(HandlerDecodeTest::pathOfTheFirst))
                .containsExactly(
                        "commands[0].on_exit_code.3.fallback[0]",
                        "commands[0].on_exit_code.4.fallback[0]",
                        "commands[0].on_exit_code.5[0]");
    }

    private static String pathOfTheFirst(FailureReaction reaction) {
        return switch (reaction) {
            case FailureReaction.After(AfterRetries.Fallback(var step)) -> step.path();
            case FailureReaction.Handle handle -> handle.steps().getFirst().path();
            default -> "";
        };
    }

    @Test
    void falseAtAnExitCodeIsAsIfNothingWereWritten() {
        var reactions =
                step("on_exit_code: {3: false, 4: true}, on_failure: fix").reactions();
        assertThat(reactions.onExitCode()).containsOnlyKeys(4);
        assertThat(reactions.onFailure()).isInstanceOf(FailureReaction.Handle.class);
    }

    @Test
    void kindsSideBySideRunInTheirOrderWithTheSameOptions() {
        var handle = handle("on_failure: {claude: /fix, shell: check, env: {A: b}, working_dir: d}");
        assertThat(handle.steps())
                .extracting(step -> step.path() + " " + step.kind().keyword())
                .containsExactly("commands[0].on_failure[0] claude", "commands[0].on_failure[1] shell");
        assertThat(handle.steps())
                .allSatisfy(step ->
                        assertThat(step.options().surroundings().workingDir()).hasToString("d"));
    }

    @Test
    void controlFieldsAreTheHandlersAndOptionsTheSteps() {
        var handle = handle("on_failure: {shell: r, timeout: 9, commit_required: true, handler_failure_fatal: true,"
                + " capture: {out: stdout}, retry: 2, id: fixer}");
        assertThat(handle.timeout()).isEqualTo(Duration.ofSeconds(9));
        assertThat(handle.commitRequired()).isTrue();
        assertThat(handle.failureFatal()).isTrue();
        assertThat(handle.captures()).containsExactly("out");
        var inner = handle.steps().getFirst();
        assertThat(inner.id()).isEqualTo("fixer");
        assertThat(inner.options().limits().attempt()).isNull();
        assertThat(inner.options().commits().required()).isFalse();
        assertThat(inner.options().resilience().retry()).isNotNull();
    }

    @Test
    void aCaptureThatIsNoMapBelongsToTheStep() {
        var handle = handle("on_failure: {shell: r, capture: out}");
        assertThat(handle.captures()).isEmpty();
        assertThat(handle.steps().getFirst().options().captures().name()).isEqualTo("out");
    }

    @Test
    void handlersNest() {
        var handle = handle("on_failure: {shell: r, on_failure: {shell: deeper}}");
        var inner = (FailureReaction.Handle)
                Objects.requireNonNull(handle.steps().getFirst().reactions().onFailure());
        assertThat(inner.steps().getFirst().path()).isEqualTo("commands[0].on_failure[0].on_failure[0]");
    }

    @Test
    void aLegacyTestBringsItsHandler() {
        var step = Workflows.step("{test: {command: make, on_failure: {claude: /fix}}}");
        assertThat(step.kind()).isInstanceOf(StepKind.Shell.class);
        assertThat(step.reactions().onFailure()).isInstanceOf(FailureReaction.Handle.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"done", "[done]", "{shell: done}", "{commands: [done]}", "{shell: done, env: {A: b}}"})
    void onSuccessHasManyShapes(String written) {
        assertThat(step("on_success: " + written).reactions().onSuccess())
                .singleElement()
                .satisfies(step -> assertThat(step.path()).isEqualTo("commands[0].on_success[0]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    check                                                | 1 | 100.0
                    [a, b]                                               | 2 | 100.0
                    {shell: check, threshold: 90}                        | 1 | 90.0
                    {claude: /check, result_file: r.json, threshold: 0.95} | 1 | 95.0
                    {commands: [a], threshold: 1}                        | 1 | 100.0
                    {result_file: r.json}                                | 0 | 100.0
                    """)
    void validationHasManyShapes(String written, int commands, double threshold) {
        var validation =
                Objects.requireNonNull(step("validate: " + written).reactions().validation());
        assertThat(validation.commands()).hasSize(commands);
        assertThat(validation.threshold()).isEqualTo(threshold);
        var alone = (StepKind.Validate)
                Workflows.step("{validate: " + written + "}").kind();
        assertThat(alone.validation().threshold()).isEqualTo(threshold);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    /complete                                                            | 1 | 2 | true  | false
                    [a, b]                                                               | 2 | 2 | true  | false
                    {claude: /x, max_attempts: 5, fail_workflow: false, commit_required: true} | 1 | 5 | false | true
                    {commands: [a, b, c]}                                                | 3 | 2 | true  | false
                    """)
    void onIncompleteHasManyShapes(
            String written, int steps, int maxAttempts, boolean failWorkflow, boolean commitRequired) {
        var validation = Objects.requireNonNull(
                step("validate: {shell: c, expected_schema: {type: object}, timeout: 60, on_incomplete: " + written
                                + "}")
                        .reactions()
                        .validation());
        var handler = Objects.requireNonNull(validation.onIncomplete());
        assertThat(handler.steps()).hasSize(steps);
        assertThat(handler.maxAttempts()).isEqualTo(maxAttempts);
        assertThat(handler.failWorkflow()).isEqualTo(failWorkflow);
        assertThat(handler.commitRequired()).isEqualTo(commitRequired);
        assertThat(validation.timeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(validation.expectedSchema()).isNotNull();
    }

    /// What it comes to is known when it is filled.
    @Test
    void aSchemaMayHoldPlaceholders() {
        var validation =
                Objects.requireNonNull(step("validate: {shell: c, expected_schema: {minProperties: '${least}'}}")
                        .reactions()
                        .validation());
        assertThat(validation.expectedSchema()).isInstanceOf(dev.prodigy.model.text.Data.Mapping.class);
    }

    /// Only what is a keyword there, and only what surely leads nowhere, is a mistake.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{const: {pattern: '(', $ref: '#none'}}",
                "{properties: {pattern: {const: '('}, $ref: {type: string}}}",
                "{properties: {a: {$ref: '#/$defs/x~1y%20z'}}, $defs: {'x/y z': {pattern: '^a+$'}}}",
                "{properties: {a: {$ref: '#/$defs/x~1y~0'}}, $defs: {x/y~: true}}",
                "{properties: {a: {$ref: '#here'}}, $defs: {b: {$anchor: here}}}",
                "{properties: {a: {$ref: '#/allOf/1'}}, allOf: [true, {type: object}]}",
                "{properties: {a: {$ref: '#'}}}",
                "{$id: 'https://example.org/s', properties: {a: {$ref: 't'}}, $defs: {t: {$id: t}}}",
                "{properties: {a: {$ref: 'https://json-schema.org/draft/2020-12/schema'}}}"
            })
    void whatAJsonSchemaMaySay(String schema) {
        assertThat(step("validate: {shell: c, expected_schema: " + schema + "}")
                        .reactions()
                        .validation())
                .isNotNull();
    }

    private static dev.prodigy.model.step.Step step(String written) {
        return Workflows.step("{shell: x, " + written + "}");
    }

    private static FailureReaction.Handle handle(String written) {
        return (FailureReaction.Handle)
                Objects.requireNonNull(step(written).reactions().onFailure());
    }

    @Test
    void exitCodesAreSorted() {
        assertThat(List.copyOf(step("on_exit_code: {9: a, 0: b, 7: c}")
                        .reactions()
                        .onExitCode()
                        .keySet()))
                .containsExactly(0, 7, 9);
    }

    /// Spec 01 §5: kinds stand side by side, or steps in a list; a kind beside a list would be a step nobody runs.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "on_failure: {shell: one, commands: [two]}",
                "on_failure: {commands: [two], claude: /one}",
                "on_exit_code: {3: {shell: one, steps: [two]}}",
                "validate: {shell: one, commands: [two]}",
                "validate: {shell: one, on_incomplete: {shell: one, commands: [two]}}",
            })
    void aKindBesideAListOfStepsIsAConflict(String option) {
        assertThat(Workflows.problems("commands: [{shell: a, " + option + "}]"))
                .filteredOn(Problem::isError)
                .singleElement()
                .satisfies(problem -> assertThat(problem.code().name()).isEqualTo("CONFLICTING_KEYS"));
    }
}
