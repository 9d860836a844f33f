package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.template;
import static dev.prodigy.engine.step.StepMaker.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Values that are bound once for an execution are those of every process that goes on with it (spec 01 §2, 03 §14).
class BoundValuesTest {
    private static Play play() {
        return Play.bare().name("N", Binding.data(Value.of(1)));
    }

    private static StepMaker called(String n, StepMaker... body) {
        return template("t", Map.of("n", new Data.Phrase(text(n))), body);
    }

    private static StepMaker made() {
        return shell("echo 2").capture("N");
    }

    /// @return what a run prints that dies behind each of its events, and is resumed
    private static List<String> printed(StepMaker... steps) {
        int all = play().run(steps).eventTypes().size();
        return IntStream.range(1, all)
                .mapToObj(events -> {
                    var play = play();
                    play.world().dyingAfterEvents(events);
                    return play.dies(steps).run(steps).printed();
                })
                .toList();
    }

    @Test
    void aTemplateKeepsWhatItWasGiven() {
        assertThat(printed(called("v${N}", made(), shell("echo ${n}"))))
                .isNotEmpty()
                .containsOnly("v1\n");
    }

    @Test
    void itIsStillData() {
        var call = called("$N; exit 3", made(), shell("echo ${n}"));
        assertThat(printed(call)).isNotEmpty().containsOnly("1; exit 3\n");
    }

    @Test
    void aLoopKeepsItsItems() {
        var loop = foreach(items("${N}", "x${N}"), made(), shell("echo ${item}"));
        assertThat(printed(loop)).isNotEmpty().containsOnly("1\nx1");
    }

    @Test
    void whatIsNewEachTimeIsBoundOnce() {
        var call = called("${uuid}", shell("echo ${n}").capture("before"), shell("echo ${n} ${before}"));
        assertThat(printed(call))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.strip()).matches("(\\S+) \\1"));
    }

    /// The same for all attempts of a retry block (spec 01 §4).
    @Test
    void aRetryBindsNothingAnew() {
        var call = called("v${N}", made(), shell("test -f tried || exit 1"), shell("echo ${n}"))
                .retry(2, Duration.ofSeconds(1));
        var play = play();
        play.world().dyingAfterEvents(6);
        play.dies(call);
        play.tree().put("tried", "");
        assertThat(play.run(call).printed()).isEqualTo("v1\n");
        assertThat(play.events(StepEvent.RetryScheduled.class)).hasSize(1);
    }

    @Test
    void aRerunBindsAnew() {
        var call = called("v${N}", shell("test ${n} = v2")).onFailure(handler(made()));
        int all = play().run(call).ended(Outcome.RECOVERED).eventTypes().size();
        for (int events = 1; events < all; events++) {
            var play = play();
            play.world().dyingAfterEvents(events);
            play.dies(call).run(call).ended(Outcome.RECOVERED);
        }
    }

    @Test
    void whatFailedGoesOnWithTheSame() {
        var call = called("v${N}", made(), shell("test -f fixed"), shell("echo ${n}"));
        var play = play().mayDie(call);
        play.tree().put("fixed", "");
        assertThat(play.run(call).printed()).isEqualTo("v1\n");
    }

    /// With what it would have read at the beginning: not with what the steps have captured to which it gives a
    /// value.
    @Test
    void anEditedTextIsFilledAnew() {
        var play = play();
        play.world().dyingInExecution(2);
        play.dies(called("v${N}", made(), shell("echo ${n} ${N}")));
        assertThat(play.run(called("w${N}", made(), shell("echo ${n} ${N}"))).printed())
                .isEqualTo("w1 2\n");
    }

    /// So in a second attempt, whose first has captured something too.
    @Test
    void inASecondAttemptAnEditedTextIsFilledAnewLikewise() {
        var play = play();
        play.world().dyingInExecution(4);
        play.dies(tried("v${N}"));
        play.tree().put("tried", "");
        assertThat(play.run(tried("w${N}")).printed()).isEqualTo("w1 2\n");
    }

    private static StepMaker tried(String n) {
        return called(n, made(), shell("test -f tried"), shell("echo ${n} ${N}"))
                .retry(2, Duration.ofSeconds(1));
    }

    @Test
    void anEditedLoopReadsWhatTheBeginningReadToo() {
        var play = play();
        play.world().dyingInExecution(2);
        play.dies(foreach(items("x${N}"), made(), shell("echo ${item} ${N}")));
        assertThat(play.run(foreach(items("y${N}"), made(), shell("echo ${item} ${N}")))
                        .printed())
                .isEqualTo("y1 2");
    }

    @Test
    void theJournalTellsOfNothingThatTheTextSays() {
        var play = play().run(foreach(items("a", "b${N}"), shell("echo ${item}")));
        assertThat(play.events(StepEvent.Started.class))
                .extracting(StepEvent.Started::bound)
                .filteredOn(Objects::nonNull)
                .singleElement()
                .satisfies(bound -> assertThat(bound.members()).containsOnlyKeys("item 1"));
    }

    @Test
    void aSecretIsNotStored() {
        var play = Play.bare().name("S", Binding.data(Value.of("opensesame")));
        play.world().conceal("opensesame", true);
        play.run(called("v${S}", shell("echo ${n}")));
        assertThat(play.events(StepEvent.Started.class))
                .allSatisfy(started -> assertThat(started.bound()).isNull());
    }
}
