package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.ChangesJson;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.world.ChildCall;
import dev.prodigy.engine.world.ChildEnd;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.program.ScriptedAnswer;
import dev.prodigy.testkit.tree.MemoryTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A session worktree that is gone takes along what nobody committed: what a step was to commit is done again, and what
/// is on the branch is done (spec 03 §12).
class LostWorkTest {
    private static final Commits AUTO = new Commits(false, true, null);

    /// Plays until the world dies in an execution, and lets the worktree be gone then.
    private static Play lost(int execution, StepMaker... steps) {
        return lost(Play.bare(), execution, steps);
    }

    private static Play lost(Play play, int execution, StepMaker... steps) {
        play.world().dyingInExecution(execution);
        play.dies(steps);
        play.tree().makeAnew();
        try {
            var run = play.world().journal().getFirst().runId();
            play.world().record(Context.RUN, new WorktreeEvent.Created(run, MemoryTree.ROOT, null, "c"));
        } catch (Cut e) {
            throw new AssertionError(e);
        }
        return play;
    }

    private static List<String> committed(Play play) {
        return play.tree().commits().getLast().files().keySet().stream()
                .map(path -> path.substring(MemoryTree.ROOT.length() + 1))
                .toList();
    }

    private static StepMaker standingIn(StepMaker... handler) {
        return shell("exit 1").commits(AUTO).onFailure(handler(handler).strategy(Strategy.FALLBACK));
    }

    @Test
    void whatTheStepWasToCommitIsDoneAgain() {
        var step = standingIn(shell("echo one > one"), shell("echo two > two"));
        var play = lost(3, step).run(step).ended(Outcome.RECOVERED);
        play.ran("echo one > one", 1);
        assertThat(committed(play)).containsExactly("one", "two");
    }

    @Test
    void whatWasCommittedIsDone() {
        var step = standingIn(shell("echo one > one").commits(AUTO), shell("echo two > two"));
        var play = lost(3, step).run(step).ended(Outcome.RECOVERED);
        play.ran("echo one > one", 0);
        assertThat(committed(play)).containsExactly("one", "two");
    }

    /// The file is back with the branch.
    @Test
    void whatWasTakenAwayIsTakenAwayAgain() {
        var play = Play.bare();
        play.tree().put("old", "old");
        play.tree().commit("old");
        play.shell().on("drop", _ -> {
            play.tree().remove("old");
            return ScriptedAnswer.exit(0);
        });
        var step = standingIn(shell("drop"), shell("echo two > two"));
        lost(play, 3, step).run(step).ended(Outcome.RECOVERED);
        assertThat(committed(play)).containsExactly("two");
    }

    /// Each round goes on with what the one before left.
    @Test
    void whatWasDoneWithItIsDoneAgainToo() {
        var step = foreach(items("a", "b", "c"), shell("echo ${item} >> list")).commits(AUTO);
        var play = lost(3, step).run(step).ended(Outcome.SUCCEEDED);
        assertThat(play.tree().file("list").content()).isEqualTo("a\nb\nc\n");
    }

    @Test
    void soItIsWhereTheNextProcessDiesMeanwhile() {
        var step = foreach(items("a", "b", "c"), shell("echo ${item} >> list")).commits(AUTO);
        for (int execution = 1; execution <= 3; execution++) {
            var play = lost(3, step);
            play.world().dyingInExecution(execution);
            play.dies(step);
            play.tree().put("list", "a\nb\nc\n".substring(0, 2 * (execution - 1)));
            play.run(step).ended(Outcome.SUCCEEDED);
            assertThat(play.tree().file("list").content()).isEqualTo("a\nb\nc\n");
        }
    }

    private static StepMaker call() {
        return StepMaker.of(new StepKind.SubWorkflow("w.yml", "w.yml", false, Map.of(), List.of()));
    }

    /// Plays until the world dies in a called workflow whose step has written a file.
    ///
    /// @param committed whether that step has committed it as well
    private static Play lostInCall(boolean committed, StepMaker step) {
        var play = Play.bare();
        var changes = new Tree.Changes(List.of("one"), List.of(), List.of(), List.of(), 1, 0, false);
        var captured = new Value.Fields(Map.of("changes", ChangesJson.write(changes)));
        play.world()
                .leavingInCalls(_ ->
                        List.of(new StepEvent.Completed("succeeded", 1, 0, 0, 0, 0L, captured, List.of(), null, null)))
                .answeringCalls(_ -> {
                    play.tree().put("one", "one");
                    if (committed) {
                        play.tree().commit("one");
                    }
                    return new ChildEnd.Ended("completed", 0, Outputs.NONE, null, Duration.ZERO);
                })
                .dyingInCall(1);
        return lost(play, Integer.MAX_VALUE, step);
    }

    private static ChildCall again(Play play, StepMaker step) {
        play.run(step).ended(Outcome.SUCCEEDED);
        return play.world().calls().getFirst();
    }

    @Test
    void aRunForWhichItsStepWasToCommitBeginsAnew() {
        var step = call().commits(AUTO);
        var play = lostInCall(false, step);
        var call = again(play, step);
        assertThat(call.runId()).isEqualTo("workflow-child-2");
        assertThat(call.lostTree()).isFalse();
        assertThat(committed(play)).containsExactly("one");
    }

    @Test
    void soDoesOneInsideOfTheStepThatWasToCommit() {
        var step = foreach(items("a"), call()).commits(AUTO);
        var call = again(lostInCall(false, step), step);
        assertThat(call.runId()).isEqualTo("workflow-child-2");
    }

    @Test
    void aRunThatHasCommittedItAllGoesOnInTheTreeMadeAgain() {
        var step = call().commits(AUTO);
        var call = again(lostInCall(true, step), step);
        assertThat(call.runId()).isEqualTo("workflow-child-1");
        assertThat(call.lostTree()).isTrue();
    }

    @Test
    void soDoesOneWhoseStepDoesNotCommit() {
        var call = again(lostInCall(false, call()), call());
        assertThat(call.runId()).isEqualTo("workflow-child-1");
        assertThat(call.lostTree()).isTrue();
    }

    /// For a step that commits nothing what is gone is gone, with a warning.
    @Test
    void nothingIsDoneAgainForAStepThatDoesNotCommit() {
        var step = foreach(items("a", "b"), shell("echo ${item} > ${item}"));
        lost(2, step).run(step).ran("echo a > a", 0).ended(Outcome.SUCCEEDED);
    }
}
