package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.AsWritten;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Section;
import dev.prodigy.lang.decode.StepRetry;
import dev.prodigy.lang.decode.policy.BreakerShape;
import dev.prodigy.lang.decode.policy.RetryKeys;
import dev.prodigy.lang.decode.policy.RetryShape;
import dev.prodigy.model.policy.BreakerBlock;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;

/// What becomes of a failed execution: `retry_config` and `circuit_breaker` of a step (spec 02 §3, §7).
public final class RetryOptionKeys {
    private static final Key<AfterRetries> ON_FAILURE =
            Key.of("on_failure", AfterRetriesShape.AFTER_RETRIES, "What the failure of all attempts means.");
    private static final Key<BreakerBlock> BREAKER =
            Key.of("circuit_breaker", BreakerShape.BREAKER, "Refuses executions while too many fail in a row.");
    private static final RetryShape<StepRetry> BLOCK = new RetryShape<>(
            RetryKeys.KEYS.and(KeySet.of(ON_FAILURE, BREAKER)),
            entries -> new StepRetry(RetryKeys.block(entries), entries.get(ON_FAILURE), entries.get(BREAKER)),
            block -> new StepRetry(block, null, null));
    private static final Key<StepRetry> RETRY_CONFIG = Key.of(
                    "retry_config", BLOCK, "How often a failed execution is repeated.")
            .or("retry");

    /// The top-level block that every step's own is merged over.
    public static final Key<StepRetry> RETRY_DEFAULTS = Key.of(
            "retry_defaults", new Section<>("retry_defaults", BLOCK), "What every step's retry_config is merged over.");

    static final KeySet KEYS = KeySet.of(RETRY_CONFIG, BREAKER);

    /// The JSON Schema of a step whose block says what the failure of all attempts means.
    static final Value.Fields SAYS_AFTER = Schemas.anyOf(KeySet.of(RETRY_CONFIG).names().stream()
            .<Value>map(name -> Schemas.mapWith(name, Schemas.mapWith(ON_FAILURE.name(), Schemas.ANYTHING)))
            .toList());

    private RetryOptionKeys() {}

    /// @return what the step itself says
    static StepRetry read(Entries entries) {
        var block = entries.get(RETRY_CONFIG, StepRetry.NONE);
        var beside = entries.get(BREAKER);
        if (beside != null && block.breaker() != null) {
            var message = "\"circuit_breaker\" stands in \"retry_config\" already";
            entries.at(BREAKER).error(ProblemCode.CONFLICTING_KEYS, entries.keySpan(BREAKER), message);
        }
        return new StepRetry(block.block(), block.afterRetries(), beside == null ? block.breaker() : beside);
    }

    /// @param step the normal form of one
    /// @return the same, where its policies stand as they will act, with what it inherits and every default
    public static Value.Fields explained(Value.Fields step, StepOptions.Resilience policies) {
        var retry = policies.retry();
        var breaker = policies.breaker();
        var members = new LinkedHashMap<>(step.members());
        if (retry != null) {
            var own = step.get(RETRY_CONFIG.name()) instanceof Value.Fields block ? block.get(ON_FAILURE.name()) : null;
            // beside a step's own on_failure it may not stand
            var meant = step.get(ON_FAILURE.name()) == null ? AfterRetriesShape.word(policies.afterRetries()) : null;
            var block = new FieldsWriter()
                    .putAll(RetryKeys.explained(retry, step.get(RETRY_CONFIG.name())))
                    .put(ON_FAILURE.name(), own == null ? meant : own);
            members.put(RETRY_CONFIG.name(), block.done());
        }
        if (breaker != null) {
            members.put(BREAKER.name(), AsWritten.over(BreakerShape.written(breaker), step.get(BREAKER.name())));
        }
        return new Value.Fields(members);
    }
}
