package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
        return WorkflowLoader.load(
                Workflows.FILE, Workflows.in(Map.of(Workflows.FILE, WORKFLOW)), LoadOptions.DEFAULT.toRunWith(given));
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
    }
}
