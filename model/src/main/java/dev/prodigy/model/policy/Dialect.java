package dev.prodigy.model.policy;

/// Where a retry block stands; its defaults and the linear rule depend on that, never on the spelling (spec 02
/// §3.8).
public enum Dialect {
    /// `retry_config` of a step, in any list of steps.
    STEP,
    /// `error_policy.retry_config`: attempts of a whole work item.
    ITEM,
    /// `retry_policy` of a graph action or node.
    GRAPH
}
