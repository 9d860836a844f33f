package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.decode.policy.ErrorPolicyKeys;
import dev.prodigy.lang.decode.policy.OnItemFailureShape;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.ErrorPolicyBlock;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.policy.StopMode;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The error policy of one level, `error_policy` under the convenience keys beside it (spec 02 §4).
///
/// @param handlers custom failure handlers by name
/// @param references where handlers are named, still to be checked
/// @param stops what this level says of running items, in both words; null when it says nothing
record PolicyBlock(
        ErrorPolicyBlock block,
        Map<String, ItemHandler> handlers,
        List<Reference> references,
        @Nullable Stops stops) {
    /// A place that names a handler.
    record Reference(String handler, Entries entries) {}

    /// `halt` and `stop_mode` of a level, as they are written.
    ///
    /// @param entries in which `halt` stands
    private record Stops(@Nullable StopMode halt, @Nullable StopMode stopMode, Entries entries) {
        boolean agree() {
            return agrees(this);
        }

        /// @return whether `halt` here is no other than `stop_mode` there
        boolean agrees(Stops there) {
            return halt == null || there.stopMode == null || halt == there.stopMode;
        }

        void report() {
            var message = "\"halt\" and \"stop_mode\" of the error policy differ; give one of them";
            entries.at(HALT).error(ProblemCode.CONFLICTING_KEYS, entries.keySpan(HALT), message);
        }
    }

    private static final Key<SequencedMap<String, ItemHandler>> HANDLERS =
            Key.of("handlers", ItemHandlerShape.HANDLERS, "Custom failure handlers by name.");
    private static final Keyed<PolicyBlock> ERROR_POLICY = Keyed.of(
            "an error policy", Unknown.ERROR, ErrorPolicyKeys.ALL.and(KeySet.of(HANDLERS)), PolicyBlock::inside);

    /// The key of the block.
    static final Key<PolicyBlock> KEY = Key.of("error_policy", ERROR_POLICY, "How the run reacts to failures.");

    private static final Words<StopMode> HALTS =
            Words.of("halt", List.of(StopMode.values()), mode -> mode == StopMode.DRAIN ? "drain" : "now");

    /// What running items do when the policy stops the run, in 03's words.
    static final Key<StopMode> HALT = Key.of(
                    "halt", HALTS, "What running items do when the run stops; the same as error_policy.stop_mode.")
            .byDefault("drain")
            .inherited();

    /// The keys of a level that has items.
    static final KeySet KEYS =
            KeySet.of(KEY, HALT).and(ErrorPolicyKeys.CONVENIENCE).elsewhere(insideOnly());

    /// Nothing written.
    static final PolicyBlock NONE = new PolicyBlock(ErrorPolicyBlock.EMPTY, Map.of(), List.of(), null);

    /// The fields of the block that do not stand beside it too.
    private static Map<String, KeySet.Elsewhere> insideOnly() {
        var names =
                new LinkedHashSet<>(ErrorPolicyKeys.ALL.and(KeySet.of(HANDLERS)).names());
        names.removeAll(ErrorPolicyKeys.CONVENIENCE.names());
        var places = new LinkedHashMap<String, KeySet.Elsewhere>();
        names.forEach(name -> {
            boolean retries = ErrorPolicyKeys.isRetry(name);
            var hint = retries
                    ? "It belongs into error_policy, for items; for every step write retry_defaults."
                    : "It belongs into error_policy.";
            places.put(name, new KeySet.Elsewhere(KEY.name() + "." + name, hint));
        });
        return places;
    }

    private static PolicyBlock inside(Entries entries) {
        var block = ErrorPolicyKeys.block(entries);
        var handlers = entries.get(HANDLERS);
        return new PolicyBlock(block, handlers == null ? Map.of() : handlers, references(block, entries), null);
    }

    /// Reads a level.
    static PolicyBlock read(Entries entries) {
        var policy = entries.get(KEY, NONE);
        var beside = ErrorPolicyKeys.block(entries);
        var halt = entries.get(HALT);
        var stops = new Stops(halt, policy.block().stopMode(), entries);
        if (!stops.agree()) {
            stops.report();
        }
        var upper = halt == null ? beside : stopping(halt).over(beside);
        var references = new ArrayList<>(policy.references());
        references.addAll(references(beside, entries));
        return new PolicyBlock(upper.over(policy.block()), policy.handlers(), references, stops);
    }

    /// @param written the normal form of a block, or null
    /// @return the block that means a policy, with the handlers that are written
    static Value.Fields explained(@Nullable Value written, ErrorPolicy policy) {
        var handlers = written instanceof Value.Fields block ? block.get(HANDLERS.name()) : null;
        return new FieldsWriter()
                .putAll(ErrorPolicyKeys.written(policy))
                .put(HANDLERS.name(), handlers)
                .done();
    }

    /// @return what `halt` is under a policy, which may say it in its own words
    static Value halt(ErrorPolicy policy) {
        return HALTS.written(policy.stopMode());
    }

    /// @return this level over a lower one; handlers of both are known
    PolicyBlock over(PolicyBlock lower) {
        var all = new LinkedHashMap<>(lower.handlers);
        all.putAll(handlers);
        var named = new ArrayList<>(lower.references);
        named.addAll(references);
        return new PolicyBlock(block.over(lower.block), Collections.unmodifiableMap(all), named, stops);
    }

    /// @return this with the item retries of `timeout_config`, which win per field
    PolicyBlock withRetry(@Nullable RetryBlock retry) {
        var upper = new ErrorPolicyBlock(null, null, null, null, null, null, null, null, retry, null, null, null);
        return retry == null ? this : new PolicyBlock(upper.over(block), handlers, references, stops);
    }

    /// Reports where `halt` of one level and `stop_mode` of the other differ (spec 03 §1); within a level that has been
    /// reported. Of one word in two levels the inner holds.
    void checkStops(PolicyBlock outer) {
        if (stops == null || outer.stops == null) {
            return;
        }
        if (stops.agree() && !stops.agrees(outer.stops)) {
            stops.report();
        }
        if (outer.stops.agree() && !outer.stops.agrees(stops)) {
            outer.stops.report();
        }
    }

    /// Reports names of handlers that do not exist.
    void checkReferences() {
        for (var reference : references) {
            if (!handlers.containsKey(reference.handler())) {
                report(reference);
            }
        }
    }

    private void report(Reference reference) {
        var key = ErrorPolicyKeys.ON_ITEM_FAILURE;
        var place = reference.entries().at(key);
        var defined = handlers.isEmpty() ? "none is defined" : "defined: " + String.join(", ", handlers.keySet());
        var valid = new ArrayList<>(OnItemFailureShape.WORDS);
        valid.addAll(handlers.keySet());
        place.report(Problem.error(
                        ProblemCode.UNDEFINED_REFERENCE,
                        "there is no handler \"" + reference.handler() + "\"; " + defined,
                        reference.entries().span(key),
                        place.path().toString())
                .suggesting(Nearest.to(reference.handler(), valid))
                .hinting("Write dlq, retry, skip or stop, or define it in error_policy.handlers."));
    }

    private static List<Reference> references(ErrorPolicyBlock block, Entries entries) {
        var failure = block.onItemFailure();
        return failure != null && failure.disposition() instanceof FailureDisposition.Custom(var handler)
                ? List.of(new Reference(handler, entries))
                : List.of();
    }

    private static ErrorPolicyBlock stopping(StopMode mode) {
        return new ErrorPolicyBlock(null, null, null, null, null, null, null, mode, null, null, null, null);
    }
}
