package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.decode.Outside;
import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §1, "Scalars": a variable may stand for a number, a boolean or a duration.
class GivenSettingsTest {
    private static final String WORKFLOW = """
            parameters: {optional: [{name: TRIES, type: integer, default: 2}, FATAL]}
            defaults: {GO_ON: "true"}
            env: {DELAY: 10ms, AGAIN: "${TRIES}"}
            commands:
              - shell: a
                retry_config: {attempts: "${AGAIN}", initial_delay: "$DELAY", backoff: fixed}
                continue_on_error: "${GO_ON}"
                on_failure: {shell: b, max_attempts: "${TRIES}", fail_workflow: "${FATAL}"}
            """;

    private static Loaded run(Map<String, String> given) {
        return run(WORKFLOW, new Outside(given, Map.of(), null, true));
    }

    private static Loaded run(String workflow, Outside outside) {
        return WorkflowLoader.load(
                Workflows.FILE, Workflows.in(Map.of(Workflows.FILE, workflow)), LoadOptions.DEFAULT.knowing(outside));
    }

    @Test
    void theValuesComeFromParametersDefaultsAndEnv() {
        var workflow = (Workflow.Standard) Objects.requireNonNull(
                run(Map.of("TRIES", "3", "FATAL", "false")).workflow());

        var step = workflow.commands().getFirst();
        var retry = Objects.requireNonNull(step.options().resilience().retry());
        assertThat(retry.attempts()).isEqualTo(3);
        assertThat(step.options().continueOnError()).isTrue();
        var handler =
                (FailureReaction.Handle) Objects.requireNonNull(step.reactions().onFailure());
        assertThat(handler.maxAttempts()).isEqualTo(3);
        assertThat(handler.failWorkflow()).isFalse();
        assertThat(retry.backoff()).isEqualTo(new Backoff.Fixed(Duration.ofMillis(10)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"maybe", "yes", "1", ""})
    void whatAVariableHoldsIsCheckedLikeALiteral(String fatal) {
        assertThat(run(Map.of("FATAL", fatal)).problems()).anyMatch(Problem::isError);
    }

    @Test
    void aRunNeedsTheValueAndACheckDoesNot() {
        assertThat(run(Map.of()).problems()).filteredOn(Problem::isError).hasSize(1);
        assertThat(Workflows.problems(WORKFLOW)).noneMatch(Problem::isError);
        assertThat(run(WORKFLOW, Outside.NOTHING).isOpen()).isTrue();
        assertThat(run(Map.of("FATAL", "true")).isOpen()).isFalse();
    }

    /// The order of precedence of spec 01 §7; an entry may refer to others, and to its own name below it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                        | 1
            env: {N: 3}                                               | 3
            env: {N: '${N}0'}                                         | 10
            env: {N: '${HOME_N:-4}'}                                  | 6
            env: {N: '${M}${M}', M: '2'}                              | 22
            env: {N: {value: 3}}                                      | 3
            {env: {N: 3}, profiles: {p: {N: 5}}}                      | 5
            {env: {N: 3}, profiles: {p: {env: {N: 5}}}}               | 5
            {env: {N: 3}, profiles: {q: {N: 5}}}                      | 3
            env: {N: '${NOWHERE:-7}'}                                 | 7
            {env: {N: 3}, profiles: {p: {N: '${N}1'}}}                | 31
            """)
    void theNearestLayerWins(String head, int attempts) {
        var root = head.startsWith("{") ? head.substring(1, head.length() - 1).strip() : head;
        var workflow = "{commands: [{shell: a, retry: {attempts: $N}}]" + (root.isEmpty() ? "" : ", " + root) + "}";

        var loaded = run(workflow, new Outside(Map.of("N", "1"), Map.of("HOME_N", "6"), "p", true));

        assertThat(loaded.errors()).isZero();
        var step = ((Workflow.Standard) Objects.requireNonNull(loaded.workflow()))
                .commands()
                .getFirst();
        assertThat(Objects.requireNonNull(step.options().resilience().retry()).attempts())
                .isEqualTo(attempts);
    }
}
