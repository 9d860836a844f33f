package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.event.StepEvent;
import org.junit.jupiter.api.Test;

/// Spec 05 §6: `step_started.role` says what a step is there for.
class RolesTest {
    @Test
    void aStepOfAnExitCodesEntryHasTheRoleOfThatEntry() {
        var step = shell("exit 4").onFailure(handler(shell("echo any"))).onExit(4, handler(shell("echo four")));

        assertThat(role("echo four", step)).isEqualTo("on_exit_code");
    }

    @Test
    void aStepOfTheExtraOnSuccessHasTheRoleOfItsEntry() {
        assertThat(role("echo zero", shell("true").onExit(0, handler(shell("echo zero")))))
                .isEqualTo("on_exit_code");
    }

    @Test
    void aStepThatAnswersAnyOtherCodeHasTheRoleOfAHandler() {
        var step = shell("exit 5").onFailure(handler(shell("echo any"))).onExit(4, handler(shell("echo four")));

        assertThat(role("echo any", step)).isEqualTo("on_failure");
    }

    private static String role(String command, StepMaker step) {
        return Play.of(step).events(StepEvent.Started.class).stream()
                .filter(started -> command.equals(started.command()))
                .map(StepEvent.Started::role)
                .findFirst()
                .orElseThrow();
    }
}
