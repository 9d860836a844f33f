package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.AsWritten;
import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.model.policy.BackoffBlock;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.Jitter;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// The fields of a retry block that every dialect has (spec 02 §3.2).
public final class RetryKeys {
    private static final Key<Integer> ATTEMPTS = Key.of(
                    "attempts", Attempts.ATTEMPTS, "Executions, the first included; 1 means no retry.")
            .or("max_attempts")
            .byDefault(3);
    private static final Key<BackoffBlock> BACKOFF =
            Key.of("backoff", Backoffs.BACKOFF, "How the waits grow.").byDefault("exponential");
    private static final Key<Duration> INITIAL_DELAY = Key.of("initial_delay", Durations.DELAY, "The first wait.")
            .or("initial_delay_ms", Durations.DELAY_MS)
            .byDefault("1s");
    private static final Key<Duration> MAX_DELAY =
            Key.of("max_delay", Durations.DELAY, "The longest computed wait.").or("max_delay_ms", Durations.DELAY_MS);
    private static final Key<JitterShape.Written> JITTER = Key.of(
                    "jitter", JitterShape.JITTER, "How waits are spread at random.")
            .byDefault(false);
    private static final Key<Double> JITTER_FACTOR =
            Key.of("jitter_factor", JitterShape.FACTOR, "The spread of symmetric jitter, 0 to 1.");
    private static final Key<Matchers> RETRY_ON = Key.of(
                    "retry_on", MatcherShape.list(), "Which failures are retried; every failure when empty.")
            .or("retryable_errors");
    private static final Key<Matchers> NO_RETRY_ON =
            Key.of("no_retry_on", MatcherShape.list(), "Which failures are not retried; wins over retry_on.");
    private static final Key<Duration> RETRY_BUDGET = Key.of(
                    "retry_budget",
                    Durations.POSITIVE,
                    "Most time from the first failure to the start of the last retry.")
            .or("retry_budget_ms", Durations.POSITIVE_MS);
    private static final Key<Boolean> RESPECT_RETRY_AFTER = Key.of(
                    "respect_retry_after", Booleans.BOOLEAN, "Whether a wait that the other side asks for is kept.")
            .byDefault(true);
    private static final Key<Duration> MAX_RETRY_AFTER = Key.of(
                    "max_retry_after", Durations.POSITIVE, "The longest requested wait that is kept.")
            .or("max_retry_after_ms", Durations.POSITIVE_MS)
            .byDefault("5m");

    /// All of them.
    public static final KeySet KEYS = KeySet.of(
            ATTEMPTS,
            BACKOFF,
            INITIAL_DELAY,
            MAX_DELAY,
            JITTER,
            JITTER_FACTOR,
            RETRY_ON,
            NO_RETRY_ON,
            RETRY_BUDGET,
            RESPECT_RETRY_AFTER,
            MAX_RETRY_AFTER);

    /// The JSON Schema says it too: decorrelated jitter needs exponential backoff.
    static final Value.Fields FITTING_JITTER = Schemas.notAll(
            Schemas.mapWith(JITTER.name(), JitterShape.DECORRELATED),
            Schemas.mapWith(BACKOFF.name(), Schemas.not(Backoffs.EXPONENTIAL)));

    private RetryKeys() {}

    /// Reads the fields of a block and reports those that contradict each other.
    public static RetryBlock block(Entries entries) {
        var jitter = entries.get(JITTER);
        var block = new RetryBlock(
                false,
                entries.get(ATTEMPTS),
                entries.get(BACKOFF),
                entries.get(INITIAL_DELAY),
                entries.get(MAX_DELAY),
                jitter == null ? null : jitter.kind(),
                factor(entries, jitter),
                entries.get(RETRY_ON),
                entries.get(NO_RETRY_ON),
                entries.get(RETRY_BUDGET),
                entries.get(RESPECT_RETRY_AFTER),
                entries.get(MAX_RETRY_AFTER));
        checkJitter(entries, block);
        return block;
    }

    /// @param dialect of the place where the block stands
    /// @return the block that means a policy, with every field written
    public static Value.Fields written(RetryPolicy policy, Dialect dialect) {
        return new FieldsWriter()
                .put(ATTEMPTS.name(), policy.attempts())
                .put(BACKOFF.name(), Backoffs.written(policy.backoff(), dialect))
                .put(MAX_DELAY.name(), duration(policy.maxDelay()))
                .put(JITTER.name(), JitterShape.written(policy.jitter()))
                .put(RETRY_ON.name(), policy.retryOn().toValue())
                .put(NO_RETRY_ON.name(), policy.noRetryOn().toValue())
                .put(RETRY_BUDGET.name(), duration(policy.retryBudget()))
                .put(RESPECT_RETRY_AFTER.name(), policy.respectRetryAfter())
                .put(MAX_RETRY_AFTER.name(), duration(policy.maxRetryAfter()))
                .done();
    }

    /// @param written the normal form of a step's own block, or null
    /// @return the block that means the policy, with the placeholders that stand in the step's own
    public static Value.Fields explained(RetryPolicy policy, @Nullable Value written) {
        var block = AsWritten.over(written(policy, Dialect.STEP), written);
        var initial = block.get(INITIAL_DELAY.name());
        var backoff = block.get(BACKOFF.name());
        var explained = initial == null || backoff == null ? null : Backoffs.beginning(backoff, initial);
        if (explained == null) {
            return block;
        }
        var members = new LinkedHashMap<>(block.members());
        members.put(BACKOFF.name(), explained);
        members.remove(INITIAL_DELAY.name());
        return new Value.Fields(members);
    }

    private static @Nullable Value duration(@Nullable Duration duration) {
        return duration == null ? null : Value.of(Durations.format(duration));
    }

    private static @Nullable Double factor(Entries entries, JitterShape.@Nullable Written jitter) {
        var beside = entries.get(JITTER_FACTOR);
        var inside = jitter == null ? null : jitter.factor();
        if (beside != null && inside != null) {
            var message = "the factor stands in \"jitter\" already";
            entries.at(JITTER_FACTOR).error(ProblemCode.CONFLICTING_KEYS, entries.keySpan(JITTER_FACTOR), message);
        }
        if (beside != null && (jitter == null || jitter.kind() == Jitter.Kind.NONE)) {
            var message = "\"jitter_factor\" has no effect without \"jitter\"";
            entries.at(JITTER_FACTOR)
                    .warning(ProblemCode.NO_EFFECT, entries.keySpan(JITTER_FACTOR), message, "Add jitter: true.");
        }
        return inside == null ? beside : inside;
    }

    private static void checkJitter(Entries entries, RetryBlock block) {
        var strategy = block.backoff() == null
                ? BackoffBlock.Strategy.EXPONENTIAL
                : block.backoff().strategy();
        if (block.jitter() == Jitter.Kind.DECORRELATED && strategy != BackoffBlock.Strategy.EXPONENTIAL) {
            var message = "decorrelated jitter needs exponential backoff, not " + strategy.word();
            entries.at(JITTER).error(ProblemCode.INVALID_VALUE, entries.span(JITTER), message);
        }
    }
}
