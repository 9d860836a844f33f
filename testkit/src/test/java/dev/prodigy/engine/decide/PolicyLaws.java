package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.policy.ErrorCollection;
import dev.prodigy.model.policy.StopMode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What must hold in the journal of any run with items, whatever its policy and however often it was cut off
/// (spec 00, "Promises"; 02 §3–§6, §10, §12; 03 §5, §6). Read event by event.
final class PolicyLaws {
    private final Plan plan;
    private final MapRules rules;
    private final Map<String, Way> ways = new HashMap<>();
    private int underway;
    private int reported;
    private int counted;
    private int firsts;
    private int retries;
    private boolean stopped;
    private boolean gateOpen;
    private boolean crashed;
    private int allFailures;

    /// What is known of one item.
    private static final class Way {
        private int attempts;
        private int executions;
        private int conflicts;
        private int handlers;
        private boolean running;
        private boolean isFinal;
        private @Nullable Instant due;
        private @Nullable Duration began;
    }

    PolicyLaws(Plan plan, int items) {
        this.plan = plan;
        this.rules = Objects.requireNonNull(plan.map());
        this.gateOpen = rules.canary() == null || rules.canary().items() >= items;
    }

    static void hold(Plan plan, List<Recorded> journal, RunState state) {
        var items = state.items();
        var laws = new PolicyLaws(plan, items == null ? 0 : items.total());
        journal.forEach(laws::take);
        laws.end(state);
    }

    private void take(Recorded each) {
        switch (each.event()) {
            case RunEvent.Resumed _ -> resumed();
            case EndEvent.Stopped _ -> {}
            case RunEvent.PolicyStopped policy -> stopped(policy);
            case RunEvent.ErrorReport report -> report(report);
            case ItemEvent.CanaryEvaluated canary -> gateOpen = canary.passed();
            case ItemEvent event when each.context().itemId() != null -> item(each, way(each), event);
            case HandlerEvent.Started _ -> started(way(each));
            case HandlerEvent.Completed _ -> {
                way(each).handlers++;
                assertThat(way(each).handlers).as("ends of handlers").isEqualTo(1);
            }
            case StepEvent.RetryScheduled retry -> waits(each, way(each), retry);
            default -> {}
        }
    }

    private Way way(Recorded each) {
        return ways.computeIfAbsent(String.valueOf(each.context().itemId()), _ -> new Way());
    }

    /// What ran in a process that died runs no more.
    private void resumed() {
        stopped = false;
        counted = 0;
    }

    private void stopped(RunEvent.PolicyStopped policy) {
        assertThat(stopped).as("one stop per start").isFalse();
        stopped = true;
        var most = rules.policy().maxFailures();
        if (policy.reason().equals("max_failures_reached")) {
            assertThat(policy.failures()).isGreaterThanOrEqualTo(most == null ? 0 : most);
        }
    }

    private void report(RunEvent.ErrorReport report) {
        reported += report.count();
        if (rules.policy().errorCollection() instanceof ErrorCollection.Batched(int size)) {
            assertThat(report.count()).isLessThanOrEqualTo(size);
        }
        if (rules.policy().errorCollection() instanceof ErrorCollection.Immediate) {
            assertThat(report.count()).isEqualTo(1);
        }
    }

    private void item(Recorded each, Way way, ItemEvent event) {
        switch (event) {
            case ItemEvent.Started _ -> {
                begins(each, way);
                started(way);
            }
            case ItemEvent.Completed _ -> {
                assertThat(way.isFinal).as("one success").isFalse();
                way.isFinal = true;
                ended(way);
            }
            case ItemEvent.Failed failed -> failed(way, failed);
            case ItemEvent.Interrupted cut -> {
                crashed |= cut.reason().equals("crash");
                ended(way);
            }
            default -> {}
        }
    }

    private void begins(Recorded each, Way way) {
        var item = each.context().itemId();
        int number = Objects.requireNonNull(each.context().attempt());
        assertThat(way.isFinal).as("%s is final", item).isFalse();
        assertThat(stopped).as("%s starts behind the stop", item).isFalse();
        assertThat(number).as("attempts of %s", item).isEqualTo(way.attempts + 1);
        way.attempts = number;
        if (way.due != null) {
            assertThat(each.timestamp()).as("the wait of %s", item).isAfterOrEqualTo(way.due);
        }
        way.due = null;
        way.began = way.began == null ? each.elapsed() : way.began;
        if (number == 1) {
            firsts++;
        }
        if (!gateOpen && rules.canary() != null) {
            assertThat(ItemId.index(item)).isLessThan(rules.canary().items());
        }
    }

    private void started(Way way) {
        if (!way.running) {
            way.running = true;
            underway++;
        }
        assertThat(underway).as("at once").isLessThanOrEqualTo(rules.maxParallel());
    }

    private void ended(Way way) {
        if (way.running) {
            way.running = false;
            underway--;
        }
    }

    private void failed(Way way, ItemEvent.Failed failed) {
        ended(way);
        way.executions++;
        if (failed.error().codes().contains("MERGE_CONFLICT")) {
            way.conflicts++;
        }
        int allowed = rules.policy().itemRetry().attempts()
                + Math.min(way.conflicts, MapRules.MAX_CONFLICT_RETRIES)
                + way.handlers;
        assertThat(way.executions).as("failed attempts").isLessThanOrEqualTo(allowed);
        if (failed.isFinal()) {
            assertThat(way.isFinal).as("one final failure").isFalse();
            way.isFinal = true;
            allFailures++;
            if (stopped) {
                counted++;
                assertThat(counted)
                        .as("failures behind the stop")
                        .isLessThan(rules.policy().stopMode() == StopMode.KILL ? 1 : rules.maxParallel());
            }
        }
    }

    private void waits(Recorded each, Way way, StepEvent.RetryScheduled retry) {
        way.due = retry.dueAt();
        assertThat(retry.dueAt()).isEqualTo(each.timestamp().plusMillis(retry.delayMs()));
        var limit = rules.timeouts().limit();
        if (limit != null && way.began != null) {
            // one that cannot begin in time is not waited for
            assertThat(each.elapsed().plusMillis(retry.delayMs())).isLessThan(way.began.plus(limit));
        }
        if (!retry.free()) {
            retries++;
            var budget = rules.policy().runRetryBudget();
            if (budget != null) {
                assertThat(retries)
                        .as("retries of the run")
                        .isLessThanOrEqualTo(budget.minRetries() + (int) Math.floor(budget.ratio() * firsts));
            }
        }
    }

    private void end(RunState state) {
        var items = state.items();
        if (items == null) {
            return;
        }
        var counts = items.counts();
        assertThat(counts.successful() + counts.failed() + counts.skipped() + counts.pending())
                .isEqualTo(items.total());
        for (int item = 0; item < items.total(); item++) {
            var is = items.state(item);
            // a letter that was durable before the failure itself stays until the item has another outcome
            boolean mayHave = is == ItemState.FAILED || (crashed && !is.isFinal());
            assertThat(items.letters().has(item))
                    .as("letter of %d", item)
                    .satisfies(has ->
                            assertThat(has ? mayHave : is != ItemState.FAILED).isTrue());
        }
        if (state.terminal() != null) {
            assertThat(reported).as("reported failures").isEqualTo(allFailures);
            assertThat(underway).isZero();
        }
        if (state.terminal() instanceof EndEvent.Completed completed) {
            assertThat(counts.pending()).isZero();
            assertThat(completed.status().equals("completed"))
                    .isEqualTo(counts.successful() == counts.total() && state.tolerated() == 0);
        }
        assertThat(plan.map()).isNotNull();
    }
}
