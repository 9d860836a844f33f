package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Commits;
import org.junit.jupiter.api.Test;

/// A step counts since it began, all its executions together, those of an earlier process that failed included (spec 01
/// §3, 03 §9).
class FailedStepsAnewTest {
    private static final Commits REQUIRED = new Commits(true, false, null);
    private static final String COMMITS_ONCE = "test -f done && exit 0; echo x > done; commit first; exit 1";

    private static StepMaker step() {
        return shell(COMMITS_ONCE).commits(REQUIRED);
    }

    @Test
    void whatTheFailedExecutionCommittedIsTheSteps() {
        var play = Play.bare().mayDie(step()).run(step()).ended(Outcome.SUCCEEDED);
        assertThat(play.last().commits()).containsExactly("c1");
    }

    @Test
    void soItIsBehindAnotherFailureAndADeath() {
        var step = shell("test -f third && exit 0; test -f second && touch third && sleep 9;"
                        + " test -f done && touch second && exit 1; echo x > done; commit first; exit 1")
                .commits(REQUIRED);
        var play = Play.bare().mayDie(step).mayDie(step);
        play.world().dyingInExecution(1);
        play.dies(step).run(step).ended(Outcome.SUCCEEDED);
        assertThat(play.last().commits()).containsExactly("c1");
    }

    @Test
    void soItIsInARoundOfALoop() {
        var loop = foreach(items("a"), step()).commits(REQUIRED);
        Play.bare().mayDie(loop).run(loop).ended(Outcome.SUCCEEDED);
    }

    /// Whoever has committed since is not the step.
    @Test
    void itBeginsAnewWhereHeadHasMovedSince() {
        var play = Play.bare().mayDie(step());
        play.tree().put("fix", "by a person");
        play.tree().commit("fix");
        play.run(step()).ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("COMMIT_MISSING");
    }

    @Test
    void anotherStepInItsPlaceHasCommittedNothing() {
        var play = Play.bare().mayDie(step()).run(step().id("other")).ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("COMMIT_MISSING");
    }

    @Test
    void aFailureThatLetsTheListGoOnKeepsNothingForThat() {
        var play = Play.of(shell("exit 1").continueOnError());
        assertThat(play.events(StepEvent.Failed.class).getLast().base()).isNull();
    }
}
