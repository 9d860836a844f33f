package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.model.policy.BreakerBlock;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.ErrorCollection;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.ErrorPolicyBlock;
import dev.prodigy.model.policy.OnItemFailure;
import dev.prodigy.model.policy.QuotaBlock;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.policy.RetryBudget;
import dev.prodigy.model.policy.StopMode;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// The fields of `error_policy`, and which of them also stand beside it (spec 02 §4). The handlers, which are
/// steps, are declared with the workflow.
public final class ErrorPolicyKeys {
    private static final Words<StopMode> STOP_MODES = Words.of("stop mode", StopMode.class);

    /// What becomes of an item that finally failed.
    public static final Key<OnItemFailure> ON_ITEM_FAILURE = Key.of(
                    "on_item_failure",
                    OnItemFailureShape.ON_ITEM_FAILURE,
                    "What becomes of an item that finally failed.")
            .byDefault("dlq")
            .inherited();

    /// Stop when this many items failed.
    public static final Key<Integer> MAX_FAILURES = Key.of(
            "max_failures", Numbers.integer(1, Integer.MAX_VALUE), "Stop when this many items have finally failed.");

    /// Stop when the failure rate exceeds this.
    public static final Key<Double> FAILURE_THRESHOLD =
            Key.of("failure_threshold", Ratios.THRESHOLD, "Stop when the failure rate exceeds this.");

    /// What running items do when the policy stops the run.
    public static final Key<StopMode> STOP_MODE = Key.of(
                    "stop_mode", STOP_MODES, "What running items do when the run stops.")
            .byDefault("drain")
            .inherited();

    private static final Key<Boolean> CONTINUE_ON_FAILURE = Key.of(
                    "continue_on_failure", Booleans.BOOLEAN, "false: the first finally failed item stops the run.")
            .byDefault(true)
            .inherited();
    private static final Key<Integer> MIN_SAMPLES = Key.of(
                    "min_samples",
                    Numbers.integer(1, Integer.MAX_VALUE),
                    "Processed items before the failure rate counts.")
            .byDefault(10)
            .inherited();
    private static final Key<Double> CONFIDENCE = Key.of(
            "confidence",
            Ratios.CONFIDENCE,
            "The lower bound of the rate at this confidence must exceed the threshold.");
    private static final Key<ErrorCollection> ERROR_COLLECTION = Key.of(
                    "error_collection", ErrorCollectionShape.ERROR_COLLECTION, "When failed items are reported.")
            .byDefault("aggregate")
            .inherited();
    private static final Key<RetryBlock> RETRY_CONFIG = Key.of(
                    "retry_config", RetryShape.ITEM, "How often a failed item is tried again.")
            .or("retry");
    private static final Key<BreakerBlock> CIRCUIT_BREAKER =
            Key.of("circuit_breaker", BreakerShape.BREAKER, "Pauses items while too many fail in a row.");
    private static final Key<RetryBudget> RUN_RETRY_BUDGET =
            Key.of("run_retry_budget", RetryBudgetShape.RETRY_BUDGET, "How many retries the whole run may make.");
    private static final Key<QuotaBlock> QUOTA =
            Key.of("quota", QuotaShape.QUOTA, "What an agent's usage limit leads to.");

    /// The fields that also stand beside `error_policy`, at the top level and in `map`.
    public static final KeySet CONVENIENCE =
            KeySet.of(ON_ITEM_FAILURE, CONTINUE_ON_FAILURE, MAX_FAILURES, FAILURE_THRESHOLD, ERROR_COLLECTION);

    /// The fields that make sense without items.
    public static final KeySet WITHOUT_ITEMS = KeySet.of(RUN_RETRY_BUDGET, QUOTA);

    /// All fields.
    public static final KeySet ALL = CONVENIENCE
            .and(KeySet.of(MIN_SAMPLES, CONFIDENCE, STOP_MODE, RETRY_CONFIG, CIRCUIT_BREAKER))
            .and(WITHOUT_ITEMS);

    private ErrorPolicyKeys() {}

    /// @return whether the name is that of the items' retries
    public static boolean isRetry(String name) {
        return KeySet.of(RETRY_CONFIG).names().contains(name);
    }

    /// Reads the fields that are there.
    public static ErrorPolicyBlock block(Entries entries) {
        return new ErrorPolicyBlock(
                entries.get(ON_ITEM_FAILURE),
                entries.get(CONTINUE_ON_FAILURE),
                entries.get(MAX_FAILURES),
                entries.get(FAILURE_THRESHOLD),
                entries.get(MIN_SAMPLES),
                entries.get(CONFIDENCE),
                entries.get(ERROR_COLLECTION),
                entries.get(STOP_MODE),
                entries.get(RETRY_CONFIG),
                entries.get(CIRCUIT_BREAKER),
                entries.get(RUN_RETRY_BUDGET),
                entries.get(QUOTA));
    }

    /// @return the block that means the policy of a run with items, with every field written that it has
    public static Value.Fields written(ErrorPolicy policy) {
        var breaker = policy.breaker();
        return new FieldsWriter()
                .put(ON_ITEM_FAILURE.name(), OnItemFailureShape.written(policy.onItemFailure()))
                .put(CONTINUE_ON_FAILURE.name(), policy.continueOnFailure())
                .put(MAX_FAILURES.name(), policy.maxFailures() == null ? null : Value.of(policy.maxFailures()))
                .put(FAILURE_THRESHOLD.name(), number(policy.failureThreshold()))
                .put(MIN_SAMPLES.name(), policy.minSamples())
                .put(CONFIDENCE.name(), number(policy.confidence()))
                .put(ERROR_COLLECTION.name(), ErrorCollectionShape.written(policy.errorCollection()))
                .put(STOP_MODE.name(), STOP_MODES.written(policy.stopMode()))
                .put(RETRY_CONFIG.name(), RetryKeys.written(policy.itemRetry(), Dialect.ITEM))
                .put(CIRCUIT_BREAKER.name(), breaker == null ? null : BreakerShape.written(breaker))
                .putAll(writtenWithoutItems(policy))
                .done();
    }

    /// @return the block that means the policy of a run without items
    public static Value.Fields writtenWithoutItems(ErrorPolicy policy) {
        var budget = policy.runRetryBudget();
        return new FieldsWriter()
                .put(RUN_RETRY_BUDGET.name(), budget == null ? null : RetryBudgetShape.written(budget))
                .put(QUOTA.name(), QuotaShape.written(policy.quota()))
                .done();
    }

    private static @Nullable Value number(@Nullable Double number) {
        return number == null ? null : Value.of(number);
    }
}
