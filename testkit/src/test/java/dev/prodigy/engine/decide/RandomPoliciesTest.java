package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.CanaryRule;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.model.policy.ErrorCollection;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.RetryBudget;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import dev.prodigy.testkit.engine.Script.Handler;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Many random policies, items and failures in virtual time: the laws hold, fresh and taken up from what was
/// durable when the process died. `-Dprodigy.policies=N` sets how many; a failure names its number.
class RandomPoliciesTest {
    private static final List<Then> THENS = List.of(Then.values());

    private static final int POLICIES = Integer.getInteger("prodigy.policies", 2000);

    /// Of so many policies one is also resumed from every prefix of its journal.
    private static final int RESUMED = 10;

    @Test
    void theLawsHold() {
        for (int number = 0; number < POLICIES; number++) {
            var fresh = new Case(number).engine().begin().play();
            check(number, -1, fresh);
            if (number % RESUMED == 0) {
                resumeFromEveryPrefix(number, fresh.journal().size());
            }
        }
    }

    /// A limit that is reached between the decision to start an item and its beginning.
    @Test
    void aStartThatAStopOvertakesIsNotMade() {
        check(13130, -1, new Case(13130).engine().begin().play());
    }

    private static void resumeFromEveryPrefix(int number, int events) {
        for (int durable = 1; durable < events; durable++) {
            var died = new Case(number).engine().dyingAfter(durable).begin().play();
            assertThat(died.isDead()).isTrue();
            check(number, durable, died.afterwards().resume().play());
        }
    }

    private static void check(int number, int durable, ManualEngine run) {
        try {
            assertThat(run.end()).as("end").isNotNull();
            PolicyLaws.hold(new Case(number).plan, run.journal(), run.state());
        } catch (AssertionError e) {
            throw new AssertionError(
                    "policy " + number + (durable < 0 ? "" : " resumed after " + durable) + ": " + e.getMessage() + "\n"
                            + dev.prodigy.testkit.engine.ShortLines.of(run.journal()),
                    e);
        }
    }

    /// A policy with a script, the same for the same number.
    private static final class Case {
        private final int number;
        private final int items;
        private final Plan plan;

        Case(int number) {
            this.number = number;
            var random = new SplittableRandom(number);
            this.items = random.nextInt(1, 9);
            this.plan = plan(random);
        }

        ManualEngine engine() {
            var draws = new SplittableRandom(number);
            return new ManualEngine(plan, script()).drawing(draws::nextDouble);
        }

        private static Plan plan(SplittableRandom random) {
            var plans = Plans.mapReduce()
                    .parallel(random.nextInt(1, 5))
                    .retries(random.nextInt(1, 5), Duration.ofMillis(random.nextInt(0, 4000)));
            switch (random.nextInt(8)) {
                case 0 -> plans.onItemFailure(new FailureDisposition.Skip());
                case 1 -> plans.onItemFailure(new FailureDisposition.Stop());
                case 2, 3, 4 -> plans.handledBy(THENS.get(random.nextInt(THENS.size())));
                default -> {}
            }
            switch (random.nextInt(6)) {
                case 0 -> plans.maxFailures(random.nextInt(1, 5));
                case 1 -> plans.stoppingAtFirst();
                case 2 -> plans.threshold(random.nextDouble());
                default -> {}
            }
            if (random.nextInt(3) == 0) {
                plans.budget(new RetryBudget(random.nextDouble(), random.nextInt(0, 4)));
            }
            if (random.nextInt(3) == 0) {
                var actions = MapTimeouts.Action.values();
                int action = random.nextInt(actions.length + 1);
                plans.agentLimit(
                                Duration.ofMillis(random.nextInt(500, 9000)),
                                action == actions.length ? null : actions[action])
                        .monitored();
            }
            if (random.nextInt(3) == 0) {
                plans.killing();
            }
            if (random.nextInt(3) == 0) {
                plans.onConflict(new OnConflict.Retry());
            }
            if (random.nextInt(3) == 0) {
                plans.canary(new CanaryRule(random.nextInt(1, 5), random.nextBoolean(), random.nextInt(0, 3)));
            }
            return plans.collecting(
                            switch (random.nextInt(3)) {
                                case 0 -> new ErrorCollection.Immediate();
                                case 1 -> new ErrorCollection.Batched(random.nextInt(1, 4));
                                default -> new ErrorCollection.Aggregate();
                            })
                    .done();
        }

        private Script script() {
            return new Script()
                    .items(items)
                    .approving(number % 2 == 0)
                    .attempts(start ->
                            attempt(new SplittableRandom(number * 1_000_003L + start.item() * 101L + start.attempt())))
                    .handlers(order -> handler(new SplittableRandom(number * 7L + order.item())));
        }

        private Attempt attempt(SplittableRandom random) {
            var outcome = switch (random.nextInt(5)) {
                case 0, 1 -> Attempt.failing(Plans.exit(random.nextInt(1, 4)));
                case 2 -> Attempt.failing(Plans.conflict());
                case 3 -> Attempt.good().committing();
                default -> Attempt.good();
            };
            return outcome.lasting(Duration.ofMillis(random.nextInt(0, 3000)));
        }

        private Handler handler(SplittableRandom random) {
            var rules = plan.map();
            boolean resolves =
                    rules != null && List.copyOf(rules.handlers().values()).contains(Then.RESOLVED);
            var handler = random.nextInt(4) == 0
                    ? Handler.failing(Plans.exit(9))
                    : resolves ? Handler.resolving() : Handler.good();
            return new Handler(handler.result(), Duration.ofMillis(random.nextInt(0, 3000)));
        }
    }
}
