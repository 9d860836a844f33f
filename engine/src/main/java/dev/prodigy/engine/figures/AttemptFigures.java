package dev.prodigy.engine.figures;

import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.item.ItemId;
import org.jspecify.annotations.Nullable;

/// What the events of items say of their attempts and outcomes.
final class AttemptFigures {
    /// An item's attempt has many steps: its metrics are labelled with this instead of a kind of step.
    static final String KIND = "item";

    private final Figures figures;
    private final StepFigures steps;

    AttemptFigures(Figures figures, StepFigures steps) {
        this.figures = figures;
        this.steps = steps;
    }

    /// @param items as they are behind the event, or null
    void take(Context context, ItemEvent event, String workflow, @Nullable ItemTable items) {
        var item = context.itemId();
        if (item == null || items == null) {
            return;
        }
        switch (event) {
            case ItemEvent.Started _ -> {
                if (items.attempts(ItemId.index(item)) == 1) {
                    figures.count(Layer.AGENT.firstAttempts(), KIND);
                }
            }
            case ItemEvent.Completed done -> {
                steps.itemEnded(item, done.steps());
                figures.count(Layer.AGENT.attempts(), KIND, "succeeded");
                figures.observe(Metric.AGENT_EXECUTION, done.executionMs(), KIND);
                figures.observe(Metric.ATTEMPTS_UNTIL_SUCCESS, done.attempts(), KIND);
                figures.count(Metric.ITEMS_ENDED, workflow, "successful");
            }
            case ItemEvent.Failed failed -> {
                steps.itemEnded(item, failed.steps());
                figures.count(Layer.AGENT.attempts(), KIND, "failed");
                error(Layer.AGENT.errors().every(), failed.error());
                timeout(failed.error());
                if (failed.isFinal()) {
                    error(Layer.AGENT.errors().last(), failed.error());
                    figures.observe(Metric.AGENT_EXECUTION, failed.executionMs(), KIND);
                }
                // without a letter its disposition is to be skipped, which the next event says
                if (failed.isFinal() && items.letters().has(ItemId.index(item))) {
                    figures.count(Metric.ITEMS_ENDED, workflow, "failed");
                }
            }
            case ItemEvent.Interrupted _ -> {
                steps.itemGone(item);
                figures.count(Layer.AGENT.attempts(), KIND, "interrupted");
            }
            case ItemEvent.Skipped _ -> figures.count(Metric.ITEMS_ENDED, workflow, "skipped");
            case ItemEvent.Loaded _,
                    ItemEvent.CanaryEvaluated _,
                    ItemEvent.Waiting _,
                    ItemEvent.Continued _,
                    ItemEvent.Requeued _ -> {}
        }
    }

    void retry(StepEvent.RetryScheduled retry) {
        figures.observe(Metric.RETRY_WAIT, retry.delayMs(), KIND);
        if (!retry.free()) {
            figures.count(
                    Layer.AGENT.retries(), KIND, figures.code(retry.error().code()));
        }
    }

    private void timeout(ErrorRecord error) {
        if (error.evidence().timeoutScope() == TimeoutScope.AGENT) {
            figures.count(Metric.TIMEOUTS, TimeoutScope.AGENT.word());
            figures.count(Layer.AGENT.timeouts(), KIND);
        }
    }

    private void error(Metric metric, ErrorRecord error) {
        figures.count(metric, figures.code(error.code()), error.category().word());
    }
}
