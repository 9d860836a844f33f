package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.CanaryRule;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.run.CanaryReport;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.ItemEvent;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The gate between the canary and the rest of the items (spec 03 §5).
final class CanaryGate {
    private final @Nullable CanaryRule rule;

    CanaryGate(@Nullable CanaryRule rule) {
        this.rule = rule;
    }

    /// @return how many items, from the first on, may start now
    int width(RunState state, ItemTable items) {
        return isOpen(state, items) || rule == null ? items.total() : rule.items();
    }

    private boolean isOpen(RunState state, ItemTable items) {
        return rule == null || rule.items() >= items.total() || state.canaryPassed() || state.redriving() != null;
    }

    /// @return what follows once every item of the canary is final
    Decision advance(RunState state, ItemTable items, Moment moment) {
        if (rule == null || isOpen(state, items) || !isOver(rule, state, items)) {
            return Decision.NOTHING;
        }
        var report = report(rule, state, items, moment);
        if (state.underway().approved()) {
            return evaluated(rule, report, true);
        }
        if (!rule.approve()) {
            return evaluated(rule, report, report.failures() <= rule.maxFailures());
        }
        if (state.underway().asking()) {
            return Decision.NOTHING;
        }
        state.underway().asking(true);
        return new Decision.Builder().effect(new Effect.AskCanary(report)).done();
    }

    /// @return what follows from a person's answer. A run that is ending has withdrawn the question: nobody has
    ///     decided, and its resume asks again
    Decision answered(RunState state, ItemTable items, Moment moment, boolean yes) {
        state.underway().asking(false);
        return rule == null || state.underway().ending() != null
                ? Decision.NOTHING
                : evaluated(rule, report(rule, state, items, moment), yes);
    }

    private static boolean isOver(CanaryRule rule, RunState state, ItemTable items) {
        return state.underway().attempts() == 0
                && items.count(ItemState.WAITING) == 0
                && items.nextPending(0) >= rule.items();
    }

    private static CanaryReport report(CanaryRule rule, RunState state, ItemTable items, Moment moment) {
        int failures = (int) IntStream.range(0, rule.items())
                .filter(item -> items.state(item) != ItemState.SUCCESSFUL)
                .count();
        return new CanaryReport(
                rule.items(),
                failures,
                items.total(),
                state.stageTimes().of("map", moment.elapsed()),
                state.spent().cost());
    }

    private static Decision evaluated(CanaryRule rule, CanaryReport report, boolean passed) {
        var decision = new Decision.Builder()
                .event(new ItemEvent.CanaryEvaluated(
                        report.items(),
                        report.failures(),
                        passed,
                        report.projected().toFields()));
        if (!passed) {
            decision.event(PolicyStop.byCanary(rule, report));
        }
        return decision.done();
    }
}
