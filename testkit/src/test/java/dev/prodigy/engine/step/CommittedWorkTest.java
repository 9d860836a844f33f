package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.list;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.Validation;
import dev.prodigy.testkit.program.ScriptedAnswer;
import dev.prodigy.testkit.tree.MemoryTree;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Spec 01 §4, 03 §9: `auto_commit` leaves nothing of a good step's work behind, whoever made it.
class CommittedWorkTest {
    private static final Commits AUTO = new Commits(false, true, null);
    private static final Commits BOTH = new Commits(true, true, null);

    private static StepMaker committing(String text) {
        return shell(text).commits(AUTO);
    }

    private static String committed(Play play, String path) {
        var file = play.tree().commits().getLast().files().get(MemoryTree.ROOT + "/" + path);
        return file == null ? null : file.content();
    }

    private static Function<String, Validation> untilFinal(StepMaker handler) {
        return path -> new Validation(
                list(path + ".commands", shell("test -f final")),
                null,
                100,
                null,
                null,
                new Validation.OnIncomplete(list(path + ".on_incomplete", handler), 2, true, false, List.of()));
    }

    @Test
    void whatCompletedTheWorkIsCommitted() {
        var play = Play.of(
                        committing("echo draft > a").id("s").validate(untilFinal(shell("echo final > a; touch final"))),
                        shell("echo ${s.commits:length}"))
                .ended(Outcome.SUCCEEDED);
        assertThat(committed(play, "a")).isEqualTo("final\n");
        assertThat(play.printed()).isEqualTo("2\n");
    }

    @Test
    void whatAnswersASuccessIsCommitted() {
        var play =
                Play.of(committing("echo a > a").onSuccess(shell("echo b > b"))).ended(Outcome.SUCCEEDED);
        assertThat(committed(play, "b")).isEqualTo("b\n");

        play = Play.of(committing("echo a > a").onExit(0, handler(shell("echo c > c"))))
                .ended(Outcome.SUCCEEDED);
        assertThat(committed(play, "c")).isEqualTo("c\n");
    }

    @Test
    void aReactionWhoseCommitIsRefusedFailsTheStep() {
        var play = Play.bare();
        play.tree().hook("hook");
        play.shell().on("hook", execution -> {
            var files = play.tree().file(MemoryTree.ROOT + "/b");
            return files == null ? ScriptedAnswer.exit(0) : ScriptedAnswer.exit(1);
        });
        play.run(committing("echo a > a").onSuccess(shell("echo b > b"))).ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("GIT_ERROR");
        assertThat(play.last().error().origin().nodeId()).isNotNull();
    }

    /// It is among the files of its own execution, of the last one in the end.
    @Test
    void theOutputFileIsCommitted() {
        var play = Play.of(shell("echo result").outputFile("of").commits(BOTH)).ended(Outcome.SUCCEEDED);
        assertThat(committed(play, "of")).isEqualTo("result\n");

        play = Play.bare();
        play.shell()
                .on(
                        "it",
                        ScriptedAnswer.exit(1).printing("one\n"),
                        ScriptedAnswer.exit(0).printing("two\n"));
        play.run(shell("it").retry(2, Duration.ofSeconds(1)).outputFile("of").commits(BOTH));
        assertThat(committed(play, "of")).isEqualTo("two\n");

        play = Play.of(shell("echo broken; exit 1")
                .outputFile("of")
                .commits(BOTH)
                .onFailure(handler(shell("echo report")).strategy(Strategy.FALLBACK)));
        assertThat(committed(play, "of")).isEqualTo("report\n");
    }

    @Test
    void theOutputFileIsAmongTheOutputs() {
        var play = Play.of(shell("echo x").id("s").outputFile("of.txt").outputPattern("f", "*.txt"))
                .ended(Outcome.SUCCEEDED);
        assertThat(Json.write(play.last().gain().outputs().get("f"))).isEqualTo("\"of.txt\"");
    }
}
