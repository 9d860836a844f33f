package dev.prodigy.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.breaker.OpenBreaker;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.model.delay.Delays;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.policy.BackoffBlock;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.Jitter;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.model.policy.QuotaPolicy;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.policy.RetryBudget;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.testkit.program.Program;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Many random retry blocks, breakers, limits and budgets of steps in virtual time: attempts, waits, budgets
/// and deadlines hold, fresh and taken up from every prefix of the journal (spec 02 §3–§7, §10, §12).
/// `-Dprodigy.policies=N` sets how many; a failure names its number.
class RandomStepPoliciesTest {
    private static final int POLICIES = Integer.getInteger("prodigy.policies", 1000);

    /// Of so many policies one is also resumed from every prefix of its journal.
    private static final int RESUMED = 10;

    @Test
    void theLawsHold() {
        for (int number = 0; number < POLICIES; number++) {
            var fresh = new Case(number);
            fresh.play().run(fresh.steps());
            fresh.check(-1);
            if (number % RESUMED == 0) {
                resumeFromEveryPrefix(number, fresh.play().world().journal().size());
            }
        }
    }

    private static void resumeFromEveryPrefix(int number, int events) {
        for (int durable = 1; durable < events; durable++) {
            var died = new Case(number);
            died.play().world().dyingAfterEvents(durable);
            died.play().dies(died.steps());
            died.play().run(died.steps());
            died.check(durable);
        }
    }

    /// Steps with policies, and a world that fails at random: the same for the same number.
    private static final class Case {
        private final int number;
        private final Play play = Play.bare();
        private final @Nullable BreakerPolicy breaker;
        private final @Nullable RetryBudget budget;
        private final @Nullable Duration timeout;
        private final List<Policy> policies;

        /// What one step is told.
        private record Policy(RetryBlock retry, @Nullable Duration total, boolean guarded, boolean fallback) {
            RetryPolicy resolved() {
                return retry.resolve(Dialect.STEP);
            }
        }

        Case(int number) {
            this.number = number;
            var random = new SplittableRandom(number);
            this.breaker = new BreakerPolicy(
                    random.nextInt(1, 4),
                    random.nextInt(1, 3),
                    millis(random, 1, 20_000),
                    random.nextInt(1, 3),
                    random.nextBoolean() ? OnOpen.WAIT : OnOpen.REJECT,
                    null,
                    "shared");
            this.budget = random.nextInt(3) == 0 ? new RetryBudget(random.nextDouble(), random.nextInt(0, 4)) : null;
            this.timeout = random.nextInt(4) == 0 ? millis(random, 5_000, 60_000) : null;
            this.policies = IntStream.range(0, random.nextInt(1, 4))
                    .mapToObj(_ -> policy(random))
                    .toList();
            var draws = new SplittableRandom(number + 1L);
            play.world()
                    .under(new RunPolicy(QuotaPolicy.DEFAULT, budget, false), timeout)
                    .drawing(draws::nextDouble);
            policies.forEach(policy -> play.shell().on("work " + policies.indexOf(policy), answers()));
        }

        private static Duration millis(SplittableRandom random, int from, int to) {
            return Duration.ofMillis(random.nextInt(from, to));
        }

        private static Policy policy(SplittableRandom random) {
            var strategies = BackoffBlock.Strategy.values();
            var strategy = strategies[random.nextInt(strategies.length)];
            var delays = List.of(millis(random, 0, 3_000), millis(random, 0, 3_000));
            var backoff = new BackoffBlock(
                    strategy,
                    millis(random, 1, 3_000),
                    strategy == BackoffBlock.Strategy.LINEAR ? millis(random, 0, 3_000) : null,
                    strategy == BackoffBlock.Strategy.EXPONENTIAL ? 1 + random.nextDouble() * 2 : null,
                    strategy == BackoffBlock.Strategy.CUSTOM ? delays : null);
            var kinds = Jitter.Kind.values();
            var kind = kinds[random.nextInt(kinds.length)];
            boolean fits = kind != Jitter.Kind.DECORRELATED || strategy == BackoffBlock.Strategy.EXPONENTIAL;
            var retry = new RetryBlock(
                    false,
                    random.nextInt(1, 7),
                    backoff,
                    null,
                    random.nextInt(3) == 0 ? millis(random, 1, 6_000) : null,
                    fits ? kind : Jitter.Kind.NONE,
                    random.nextDouble(),
                    null,
                    null,
                    random.nextInt(3) == 0 ? millis(random, 0, 15_000) : null,
                    null,
                    null);
            return new Policy(
                    retry,
                    random.nextInt(3) == 0 ? millis(random, 100, 20_000) : null,
                    random.nextBoolean(),
                    random.nextInt(4) == 0);
        }

        /// Mostly failures; some name a time to come back at.
        private Program answers() {
            var random = new SplittableRandom(number * 31L);
            return _ -> {
                var answer = switch (random.nextInt(6)) {
                    case 0 -> ScriptedAnswer.exit(0);
                    case 1 ->
                        ScriptedAnswer.exit(22).complaining("HTTP 503, Retry-After: " + random.nextInt(0, 9) + "\n");
                    default -> ScriptedAnswer.exit(random.nextInt(1, 4));
                };
                return answer.lasting(millis(random, 0, 3_000));
            };
        }

        Play play() {
            return play;
        }

        StepMaker[] steps() {
            return IntStream.range(0, policies.size())
                    .mapToObj(index -> step("work " + index, policies.get(index)))
                    .toArray(StepMaker[]::new);
        }

        private StepMaker step(String text, Policy policy) {
            var step = StepMaker.shell(text).retry(policy.retry()).continueOnError();
            if (policy.total() != null) {
                step.total(policy.total());
            }
            if (policy.guarded()) {
                step.breaker(breaker);
            }
            return policy.fallback() ? step.fallback(StepMaker.shell("exit 1")) : step;
        }

        void check(int durable) {
            try {
                for (int index = 0; index < policies.size(); index++) {
                    step(index, durable >= 0);
                }
                budget();
                breaker();
            } catch (AssertionError e) {
                var lines = new StringBuilder();
                play.world()
                        .journal()
                        .forEach(each -> lines.append(each.elapsed())
                                .append(' ')
                                .append(each.event().type())
                                .append(' ')
                                .append(each.context().step())
                                .append(' ')
                                .append(each.event().body())
                                .append('\n'));
                throw new AssertionError(
                        "policy " + number + " after " + durable + ": " + e.getMessage() + "\n" + policies + "\n"
                                + lines,
                        e);
            }
        }

        private List<Recorded> events(int index) {
            var path = "commands[" + index + "]";
            return play.world().journal().stream()
                    .filter(each -> path.equals(each.context().step()))
                    .toList();
        }

        /// Attempts, waits, the budget of time and the deadlines of one step.
        private void step(int index, boolean resumed) {
            var policy = policies.get(index);
            var retry = policy.resolved();
            Instant due = null;
            Duration previous = null;
            Duration firstFailure = null;
            int starts = 0;
            int ends = 0;
            int last = 0;
            for (var each : events(index)) {
                switch (each.event()) {
                    case StepEvent.Started _ -> {
                        starts++;
                        int attempt = each.context().attempt() == null
                                ? 0
                                : each.context().attempt();
                        assertThat(attempt).as("attempt").isBetween(Math.max(1, last), retry.attempts());
                        last = attempt;
                        if (due != null) {
                            assertThat(each.timestamp())
                                    .as("start after the wait")
                                    .isAfterOrEqualTo(due);
                        }
                    }
                    case StepEvent.RetryScheduled wait -> {
                        assertThat(wait.attempt()).isEqualTo(last);
                        firstFailure = firstFailure == null ? each.elapsed() : firstFailure;
                        wait(retry, wait, previous);
                        if (retry.retryBudget() != null) {
                            assertThat(each.elapsed().minus(firstFailure).plusMillis(wait.delayMs()))
                                    .as("time from the first failure")
                                    .isLessThanOrEqualTo(retry.retryBudget().plus(Duration.ofMillis(1)));
                        }
                        if (timeout != null && !resumed) { // each start has its own deadline
                            assertThat(each.elapsed().plusMillis(wait.delayMs()))
                                    .isLessThan(timeout);
                        }
                        due = wait.dueAt();
                        previous = Duration.ofMillis(wait.delayMs());
                    }
                    case StepEvent.Completed _, StepEvent.Failed _ -> ends++;
                    default -> {}
                }
            }
            assertThat(ends).as("ends of step %d", index).isOne();
            assertThat(starts).as("executions").isLessThanOrEqualTo(retry.attempts() + (resumed ? 1 : 0));
            if (policy.total() != null && !policy.guarded()) {
                var all = events(index);
                var took = all.getLast().elapsed().minus(all.getFirst().elapsed());
                // the journal tells waits in whole milliseconds
                assertThat(took)
                        .as("time of step %d", index)
                        .isLessThanOrEqualTo(policy.total().plusMillis(starts));
            }
        }

        private static void wait(RetryPolicy retry, StepEvent.RetryScheduled wait, @Nullable Duration previous) {
            var delay = Duration.ofMillis(wait.delayMs());
            if (wait.delaySource().equals("retry_after")) {
                return;
            }
            // the draw is monotonous: what 0 and 1 would give are its bounds
            var one = Delays.drawn(retry, wait.attempt(), previous, 0);
            var other = Delays.drawn(retry, wait.attempt(), previous, Math.nextDown(1.0));
            var least = one.compareTo(other) < 0 ? one : other;
            var most = one.compareTo(other) < 0 ? other : one;
            assertThat(delay).isBetween(least.minusMillis(1), most.plusMillis(1));
            assertThat(delay).isLessThanOrEqualTo(retry.cap());
        }

        private void budget() {
            if (budget == null) {
                return;
            }
            var underWay = new HashSet<String>();
            long firsts = 0;
            long retries = 0;
            for (var each : play.world().journal()) {
                var path = String.valueOf(each.context().step());
                switch (each.event()) {
                    // one that was cut off begins again under its number
                    case StepEvent.Started _
                    when Integer.valueOf(1).equals(each.context().attempt()) -> firsts += underWay.add(path) ? 1 : 0;
                    case StepEvent.Completed _, StepEvent.Failed _ -> underWay.remove(path);
                    case StepEvent.RetryScheduled _ -> {
                        underWay.remove(path);
                        retries++;
                        long most = budget.minRetries() + (long) Math.floor(budget.ratio() * firsts + 1e-9);
                        assertThat(retries).as("retries of the run").isLessThanOrEqualTo(most);
                    }
                    default -> {}
                }
            }
        }

        /// Nobody is let in between the opening and its end.
        private void breaker() {
            Map<String, Instant> open = new HashMap<>();
            for (var each : play.world().journal()) {
                switch (each.event()) {
                    case CircuitEvent.Opened opened -> open.put("shared", opened.until());
                    case CircuitEvent.HalfOpened _ -> {
                        assertThat(each.timestamp()).as("half-open").isAfterOrEqualTo(open.get("shared"));
                        open.clear();
                    }
                    case CircuitEvent.Closed _ -> open.clear();
                    case StepEvent.Started _
                    when isGuarded(each) ->
                        assertThat(open).as("open at the start").isEmpty();
                    default -> {}
                }
            }
            var state = play.world().state().circuits().of(new Circuit.Name("step", "shared"));
            assertThat(state instanceof OpenBreaker).isEqualTo(!open.isEmpty());
        }

        private boolean isGuarded(Recorded each) {
            var path = each.context().step();
            return path != null
                    && IntStream.range(0, policies.size())
                            .anyMatch(index -> policies.get(index).guarded() && path.equals("commands[" + index + "]"));
        }
    }
}
