package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.check;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.Validation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Wherever a run dies while lists react to a step, what ended in them stays ended (spec 00, promise 1; 03 §14).
class ResumedReactionsTest {
    private static final StepMaker ONE = shell("echo one").capture("first");
    private static final StepMaker TWO = shell("echo ${first} two");

    static Stream<Arguments> reactions() {
        return Stream.of(
                Arguments.of(
                        "fallback handler",
                        shell("exit 1").onFailure(handler(ONE, TWO).strategy(Strategy.FALLBACK))),
                Arguments.of("recovery", shell("test -f ok").onFailure(handler(ONE, shell("touch ok"), TWO))),
                Arguments.of(
                        "two recoveries",
                        shell("test -f ok2")
                                .onFailure(handler(ONE, shell("touch ok${test.attempt}"), TWO)
                                        .attempts(3))),
                Arguments.of(
                        "two handlers",
                        shell("test -f a || exit 7; test -f b || exit 8")
                                .onExit(7, handler(ONE, shell("touch a"), TWO).attempts(3))
                                .onFailure(handler(ONE, shell("touch b"), TWO).attempts(3))),
                Arguments.of("failing handler", shell("exit 1").onFailure(handler(ONE, shell("echo no; exit 2")))),
                Arguments.of(
                        "handler with a tolerated failure",
                        shell("test -f ok").onFailure(handler(shell("exit 2").continueOnError(), shell("touch ok")))),
                Arguments.of(
                        "handler with retries",
                        shell("test -f ok")
                                .onFailure(handler(shell("exit 2")
                                        .retry(2, Duration.ofSeconds(1))
                                        .onFailure(handler(ONE, shell("touch ok"), TWO)
                                                .attempts(1)
                                                .tolerating())))),
                Arguments.of(
                        "handler with a loop",
                        shell("test -f ok")
                                .onFailure(handler(foreach(items("a", "b"), ONE, shell("echo ${item} > ok"))))),
                Arguments.of(
                        "committing handler",
                        shell("test -f ok")
                                .onFailure(handler(shell("echo more >> ok; commit fix"), ONE)
                                        .commitRequired())),
                Arguments.of("fallback", shell("exit 1").fallback(TWO)),
                Arguments.of(
                        "fallback that commits for its step",
                        shell("exit 1")
                                .commits(new Commits(false, true, null))
                                .capture("n", CaptureFormat.NUMBER)
                                .fallback(shell("echo 5 > new; echo 5"))
                                .onSuccess(ONE, TWO)),
                Arguments.of("fallback of an exit code", shell("exit 7").onExit(7, TWO)),
                Arguments.of(
                        "fallback of an exit code behind that of the retries",
                        shell("exit 7").fallback(shell("echo no; exit 2")).onExit(7, TWO)),
                Arguments.of(
                        "fallback behind a validation",
                        shell("true").validate(path -> validated(path, 1)).fallback(TWO)),
                Arguments.of("on_success", shell("true").onSuccess(ONE, TWO).onExit(0, handler(ONE, TWO))),
                Arguments.of(
                        "in a loop",
                        foreach(
                                items("a", "b"),
                                shell("test -f ${item}").onFailure(handler(ONE, shell("touch ${item}"), TWO)))),
                Arguments.of(
                        "on_success behind a recovery",
                        shell("test -f ok")
                                .onFailure(handler(ONE, shell("touch ok")))
                                .onExit(0, handler(TWO))),
                Arguments.of(
                        "on_success behind a validation",
                        shell("true").validate(ResumedReactionsTest::validated).onSuccess(TWO)),
                Arguments.of("validation", shell("true").validate(ResumedReactionsTest::validated)),
                Arguments.of(
                        "validation with a tolerated failure",
                        shell("true")
                                .validate(path ->
                                        validated(path, 3, shell("exit 2").continueOnError()))),
                Arguments.of("validation alone", check(path -> validated(path, 3))),
                Arguments.of(
                        "validation alone that is retried",
                        check(path -> validated(path, 1)).retry(3, Duration.ofSeconds(1))),
                Arguments.of(
                        "validation alone that a handler reruns",
                        check(path -> validated(path, 1)).onFailure(handler(ONE, shell("touch done2"), TWO))),
                Arguments.of(
                        "validation alone in a loop", foreach(items("a", "b"), check(path -> validated(path, 3)))));
    }

    private static Validation validated(String path) {
        return validated(path, 3);
    }

    private static Validation validated(String path, int rounds) {
        return validated(path, rounds, ONE);
    }

    private static Validation validated(String path, int rounds, StepMaker first) {
        var check = StepMaker.list(path, first, shell("test -f done2 && echo '{\"score\": 100}'"));
        var complete = StepMaker.list(path + ".on_incomplete", ONE, shell("touch done${validation.attempt_number}"));
        return new Validation(
                check, null, 100, null, null, new Validation.OnIncomplete(complete, rounds, true, false, List.of()));
    }

    @Test
    void aLoopThatGoesOnIsAcceptedWhereverTheRunDiesBehindIt() {
        Supplier<StepMaker[]> list = () -> new StepMaker[] {
            foreach(items("a", "b"), 1, true, null, "item", shell("test ${item} = b"))
                    .onFailure(handler(ONE, TWO).attempts(1))
        };
        afterEachDeath(list, 1, play -> play.ended(Outcome.TOLERATED));
    }

    /// What failed in a round that ended stays so: only the round that was under way runs again.
    @Test
    void roundsOfALoopThatGoesOnEndOnce() {
        Supplier<StepMaker[]> list = () ->
                new StepMaker[] {foreach(items("a", "b", "c"), 1, true, null, "item", shell("test ${item} = b"), ONE)};
        var whole = Play.bare().run(list.get());
        afterEachDeath(list, 1, play -> {
            play.ended(Outcome.TOLERATED);
            assertThat(ends(play)).isEqualTo(ends(whole));
        });
    }

    /// What failed where that was to end the loop begins anew, also where the loop goes on since the file was edited.
    @Test
    void roundsThatFailedUnderALoopThatEndsBeginAnewInOneThatGoesOn() {
        var before = new StepMaker[] {loop(false, "test -f ok")};
        var now = new StepMaker[] {loop(true, "test -f ok")};
        for (int events = 3; events <= 4; events++) {
            var play = Play.bare();
            play.world().dyingAfterEvents(events);
            play.mayDie(before).run(now);
            assertThat(ends(play).get("commands[0].do[0][0]"))
                    .as("died after %d", events)
                    .containsExactly("step_failed", "step_failed");
            play.ended(Outcome.TOLERATED);
        }
    }

    /// The other way round it begins anew too: nothing accepts the failure any more.
    @Test
    void roundsThatFailedUnderALoopThatGoesOnBeginAnewInOneThatEnds() {
        var play = Play.bare();
        play.world().dyingAfterEvents(3);
        play.dies(loop(true, "test -f ok")).run(loop(false, "test -f ok"));

        assertThat(ends(play).get("commands[0].do[0][0]")).containsExactly("step_failed", "step_failed");
        play.ended(Outcome.FAILED);
    }

    private static StepMaker loop(boolean goesOn, String text) {
        return foreach(items("a", "b"), 1, goesOn, null, "item", shell(text));
    }

    /// The handler goes on with what was found before it began, whatever it has written since.
    @Test
    void aHandlerThatCompletesTheWorkGoesOnWithWhatWasFoundBeforeIt() {
        Supplier<StepMaker[]> list = () -> new StepMaker[] {
            shell("true")
                    .validate(path -> new Validation(
                            List.of(),
                            StepMaker.text("verdict.json"),
                            100,
                            null,
                            null,
                            new Validation.OnIncomplete(
                                    StepMaker.list(
                                            path + ".on_incomplete",
                                            shell("echo '{\"score\": 100}' > verdict.json"),
                                            shell("echo ${validation.completion}"),
                                            TWO),
                                    2,
                                    true,
                                    false,
                                    List.of())))
                    .id("v"),
            shell("echo ${v.status} ${handler.output}")
        };
        var whole = Play.bare().run(list.get());
        afterEachDeath(list, 1, play -> {
            assertThat(ends(play)).isEqualTo(ends(whole));
            assertThat(play.printed()).isEqualTo(whole.printed());
        });
    }

    /// What a handler does itself is not the step's, before a death and after it.
    @Test
    void aHandlerReadsWhatItsStepChanged() {
        Supplier<StepMaker[]> list = () -> new StepMaker[] {
            shell("echo x > a; commit a; exit 1")
                    .onFailure(handler(shell("echo y > b; commit b"), shell("echo ${step.commit_count}"))
                            .attempts(1)
                            .tolerating()),
            shell("echo ${handler.output}")
        };
        var whole = Play.bare().run(list.get());
        assertThat(whole.printed()).contains("1");
        // an execution that was cut off is made again, commits and all
        afterEachDeath(list, 2, play -> assertThat(play.printed()).isEqualTo(whole.printed()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reactions")
    void whateverHasEndedInThemIsNotRunAgain(String name, StepMaker step) {
        Supplier<StepMaker[]> list = () -> new StepMaker[] {
            step.continueOnError(), shell("echo end '${handler.output:-of none}' '${validation.status:-unknown}'")
        };
        var whole = Play.bare().run(list.get());
        afterEachDeath(list, 1, play -> {
            assertThat(ends(play)).isEqualTo(ends(whole));
            assertThat(play.step(0).product().stdout())
                    .isEqualTo(whole.step(0).product().stdout());
            assertThat(play.printed()).isEqualTo(whole.printed());
            assertThat(play.step(0).attempts()).isEqualTo(whole.step(0).attempts());
            assertThat(play.result().tolerated()).isEqualTo(whole.result().tolerated());
        });
    }

    /// @param first how many events are durable at the first death
    private static void afterEachDeath(Supplier<StepMaker[]> list, int first, Consumer<Play> check) {
        int all = Play.bare().run(list.get()).world().journal().size();
        for (int events = first; events < all; events++) {
            var play = Play.bare();
            play.world().dyingAfterEvents(events);
            play.dies(list.get()).run(list.get());
            assertThat(play).as("died after %d", events).satisfies(check);
        }
    }

    /// @return the final events of each step, in order
    private static Map<String, List<String>> ends(Play play) {
        return play.world().journal().stream()
                .filter(each -> each.event() instanceof StepEvent.Completed || each.event() instanceof StepEvent.Failed)
                .collect(groupingBy(
                        each -> each.context().step() + each.context().round(),
                        mapping(each -> each.event().type(), toList())));
    }
}
