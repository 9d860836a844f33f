package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Fold;
import dev.prodigy.model.event.RunEvent.WarningRaised;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §6.2 and §10: what a person should know of the items in time.
class ItemWarningsTest {
    private static List<String> warnings(ManualEngine run, String code) {
        return run.journal().stream()
                .filter(each -> each.event() instanceof WarningRaised warning
                        && warning.code().equals(code))
                .map(each -> each.context().itemId() + "@" + each.elapsed().toMillis())
                .toList();
    }

    private static Script lasting(long... seconds) {
        return new Script()
                .items(seconds.length)
                .attempts(start -> Attempt.good().lasting(Duration.ofSeconds(seconds[start.item()])));
    }

    @Test
    void anItemThatHasUsedMostOfItsTimeIsWarnedOfOnce() {
        var plan = Plans.mapReduce()
                .parallel(3)
                .agentLimit(Duration.ofSeconds(10), null)
                .monitored()
                .done();
        var run = new ManualEngine(plan, lasting(3, 9, 9)).begin().play();
        // setup takes the first second
        assertThat(warnings(run, Fold.NEAR_TIMEOUT)).containsExactly("item-002@9000", "item-003@9000");
        var silent = Plans.mapReduce().agentLimit(Duration.ofSeconds(10), null).done();
        assertThat(warnings(new ManualEngine(silent, lasting(9)).begin().play(), Fold.NEAR_TIMEOUT))
                .isEmpty();
    }

    @Test
    void retriesAndWaitsCountAndACrashWarnsNobodyTwice() {
        var plan = Plans.mapReduce()
                .parallel(1)
                .retries(3, Duration.ofSeconds(3))
                .agentLimit(Duration.ofSeconds(20), null)
                .monitored()
                .done();
        var script = new Script()
                .items(1)
                .attempts(_ -> Attempt.failing(Plans.exit(1)).lasting(Duration.ofSeconds(5)));
        var whole = new ManualEngine(plan, script).begin().play();
        assertThat(warnings(whole, Fold.NEAR_TIMEOUT)).containsExactly("item-001@17000");
        for (int durable = 1; durable < whole.journal().size(); durable++) {
            var again = new ManualEngine(plan, script)
                    .dyingAfter(durable)
                    .begin()
                    .play()
                    .afterwards()
                    .resume()
                    .play();
            assertThat(warnings(again, Fold.NEAR_TIMEOUT))
                    .as("after %d", durable)
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"9, true", "10, false"})
    void aMapThatIsTooSmallForItsRateWarnsAtItsStart(int items, boolean warns) {
        var run = new ManualEngine(Plans.mapReduce().threshold(0.5).done(), new Script().items(items))
                .begin()
                .play();
        assertThat(warnings(run, "RATE_CANNOT_TRIP")).hasSize(warns ? 1 : 0);
    }
}
