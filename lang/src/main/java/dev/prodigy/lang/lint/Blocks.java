package dev.prodigy.lang.lint;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Setting;
import java.time.Duration;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Where the policies of steps and items are written.
final class Blocks {
    private Blocks() {}

    /// @return the key of a step's own retry block; the step itself where the block is inherited
    static Report.Spot retryOf(Step step, Report report) {
        return report.key(step.span(), "retry", "retry_config");
    }

    /// @return the longest wait of a step's own retry block; the block where that inherits it, the step where it has
    ///     none
    static Report.Spot maxDelayOf(Step step, Report report) {
        var retry = report.entry(step.span(), "retry", "retry_config");
        return within(retry, retryOf(step, report), report, "max_delay", "max_delay_ms");
    }

    /// @return the longest wait of the items' retry block; the block where that inherits it
    static Report.Spot maxDelayOfItems(Report report) {
        return within(itemRetry(report), ofItems(report, "retry_config", "retry"), report, "max_delay", "max_delay_ms");
    }

    /// @return the jitter of a step's own retry block; the block where that inherits it, the step where it has none
    static Report.Spot jitterOf(Step step, Report report) {
        var retry = report.entry(step.span(), "retry", "retry_config");
        return within(retry, retryOf(step, report), report, "jitter");
    }

    /// @return the jitter of the items' retry block; the block where that inherits it
    static Report.Spot jitterOfItems(Report report) {
        return within(itemRetry(report), ofItems(report, "retry_config", "retry"), report, "jitter");
    }

    private static Node.@Nullable Entry itemRetry(Report report) {
        var holder = holderOf(report, "retry_config", "retry");
        return holder == null ? null : Report.entry(holder, "retry_config", "retry");
    }

    private static Report.Spot within(Node.@Nullable Entry retry, Report.Spot block, Report report, String... names) {
        return retry == null || report.entry(retry.value().span(), names) == null
                ? block
                : report.value(retry.value().span(), names);
    }

    /// @return the key of a step's breaker
    static Report.Spot breakerOf(Step step, Report report) {
        var own = report.entry(step.span(), "circuit_breaker");
        var retry = report.entry(step.span(), "retry", "retry_config");
        return own == null && retry != null
                ? report.key(retry.value().span(), "circuit_breaker")
                : report.key(step.span(), "circuit_breaker");
    }

    /// @return the key of a field of the error policy, in the place that wins (spec 02 §4)
    static Report.Spot ofItems(Report report, String... names) {
        var holder = holderOf(report, names);
        return holder == null ? report.at(report.root().span()) : report.key(holder.span(), names);
    }

    private static Node.@Nullable Mapping holderOf(Report report, String... names) {
        var holders = new ArrayList<Node.Mapping>();
        for (var outer : new Node[] {report.root().get("map"), report.root()}) {
            if (outer instanceof Node.Mapping mapping) {
                holders.add(mapping);
                if (mapping.get("error_policy") instanceof Node.Mapping policy) {
                    holders.add(policy);
                }
            }
        }
        for (var holder : holders) {
            if (Report.entry(holder, names) != null) {
                return holder;
            }
        }
        return null;
    }

    /// @return the limit, where it is written out
    static @Nullable Duration literal(@Nullable Setting<Duration> setting) {
        return setting instanceof Setting.Fixed<Duration>(var value) ? value : null;
    }
}
