package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a person reads of a stop by policy: the limit by its name, what was found, what led to it, and what to type
/// next (spec 02 §6.4).
final class StopMessage {
    private static final int DECIMALS = 3;

    private StopMessage() {}

    /// @param rules of the items, or null where the run has none
    static String of(@Nullable MapRules rules, RunState state, PolicyStopped stop) {
        var message = happened(rules, state, stop);
        return stop.reason().equals("canary_failed")
                ? StopAdvice.ofCanary(message, state)
                : StopAdvice.behind(message, state);
    }

    private static String happened(@Nullable MapRules rules, RunState state, PolicyStopped stop) {
        var numbers = stop.failures() + " of " + stop.processed() + " finished items failed";
        var ofItems = stop.processed() == 0 ? "" : "; " + numbers;
        return switch (stop.reason()) {
            case "item_failed" -> "stopped at " + failedItem(rules, state) + ": " + numbers;
            case "max_failures_reached" -> "stopped at max_failures " + text(stop.limit()) + ": " + numbers;
            case "failure_threshold_exceeded" ->
                "stopped at failure_threshold " + text(stop.limit()) + ": " + numbers + ", " + rate(rules, stop);
            case "circuit_open" ->
                "the circuit breaker " + key(stop) + " opened (failure_threshold " + text(stop.limit()) + ")" + ofItems;
            case "usage_limit" -> "the agent's usage limit is reached" + ofItems;
            case "spend_limit" -> "the agent's spend limit is reached" + ofItems;
            case "quota_wait_exceeded" -> waiting(state, stop) + ofItems;
            case "canary_failed" ->
                (stop.limit() == null ? "the canary was not approved: " : "stopped behind the canary: ")
                        + unsuccessful(state, stop);
            default -> "stopped by policy: " + numbers;
        };
    }

    /// Those of the canary that are failed, and those that are skipped: both keep the gate shut (spec 03 §5).
    private static String unsuccessful(RunState state, PolicyStopped stop) {
        var items = state.items();
        long skipped = items == null
                ? 0
                : items.in(ItemState.SKIPPED::equals).stream()
                        .filter(item -> item < stop.processed())
                        .count();
        long failed = stop.failures() - skipped;
        var ofAll = " of its " + stop.processed() + " items ";
        var left = skipped == 1 ? "was skipped" : "were skipped";
        return skipped == 0
                ? failed + ofAll + "failed"
                : failed == 0 ? skipped + ofAll + left : failed + ofAll + "failed and " + skipped + " " + left;
    }

    /// A journal of older times has it for what was observed.
    private static String key(PolicyStopped stop) {
        return stop.key() == null ? text(stop.observed()) : stop.key();
    }

    /// Which words of the workflow made one failed item too many.
    private static String failedItem(@Nullable MapRules rules, RunState state) {
        var last = state.lastFailure();
        if (state.stopWanted()) {
            return "a failed item, after whose handler the run is to stop (then: stop)";
        }
        if (rules == null) {
            return "a failed item";
        }
        if (last != null && isStop(Disposition.of(rules, last))) {
            return isStop(rules.policy().onItemFailure())
                    ? "a failed item (on_item_failure: stop)"
                    : "an item that ran out of time (timeout_action: fail)";
        }
        return rules.policy().continueOnFailure()
                ? "a failed item"
                : "the first failed item (continue_on_failure: false)";
    }

    private static boolean isStop(FailureDisposition disposition) {
        return disposition instanceof FailureDisposition.Stop;
    }

    private static String rate(@Nullable MapRules rules, PolicyStopped stop) {
        var confidence = rules == null ? null : rules.policy().confidence();
        return "a rate of " + text(stop.observed())
                + (confidence == null ? "" : " at least (confidence " + confidence + ")");
    }

    /// Until when the limit lasts, as far as anybody told.
    private static String waiting(RunState state, PolicyStopped stop) {
        var told = stop.error() == null ? null : stop.error().evidence().resetsAt();
        var known = state.quota() instanceof Quota.Paused paused ? paused.resetsAt() : null;
        var moment = told == null ? known : told;
        return moment == null
                ? "the agent's usage limit did not end within quota.max_wait of " + time(stop.limit())
                : "the agent's usage limit ends at " + Timestamps.format(moment)
                        + ": it would keep the run waiting for " + time(stop.observed())
                        + ", longer than quota.max_wait of " + time(stop.limit());
    }

    /// Whole seconds are exact enough for a person; what is shorter is told as it is.
    private static String time(@Nullable Value milliseconds) {
        if (!(milliseconds instanceof Value.Num(var number))) {
            return "?";
        }
        var exact = Duration.ofMillis(number.longValue());
        return Durations.format(exact.toSeconds() < 1 ? exact : Duration.ofSeconds(exact.toSeconds()));
    }

    private static String text(@Nullable Value value) {
        return switch (value) {
            case Value.Text(var text) -> text;
            case Value.Num(var number) ->
                number.scale() > DECIMALS
                        ? number.setScale(DECIMALS, RoundingMode.HALF_UP)
                                .stripTrailingZeros()
                                .toPlainString()
                        : number.toPlainString();
            case null, default -> "?";
        };
    }
}
