package dev.prodigy.engine.figures;

import java.util.List;

/// Every metric there is (spec 05 §8): what it is called, what it counts, and by what its samples differ.
public enum Metric {
    RUNS(
            Kind.COUNTER,
            "runs_total",
            "",
            "Ends of runs; a run that is resumed ends again",
            "workflow",
            "mode",
            "status"),
    ITEMS_ENDED(Kind.COUNTER, "items_total", "", "Items that came to an outcome", "workflow", "outcome"),

    STEP_ATTEMPTS(Kind.COUNTER, "step_attempts_total", "", "Executions of steps that ended", "action_kind", "outcome"),
    STEP_FIRST_ATTEMPTS(Kind.COUNTER, "step_first_attempts_total", "", "Steps that were executed", "action_kind"),
    STEP_RETRIES(Kind.COUNTER, "step_retries_total", "", "Retries of steps by what they follow", "action_kind", "code"),
    STEP_TIMEOUTS(Kind.COUNTER, "step_timeouts_total", "", "Time limits of steps that passed", "action_kind"),
    STEP_ERRORS(Kind.COUNTER, "step_errors_total", "", "Steps that failed for good", "code", "category"),
    STEP_ATTEMPT_ERRORS(
            Kind.COUNTER, "step_attempt_errors_total", "", "Executions of steps that failed", "code", "category"),

    AGENT_ATTEMPTS(Kind.COUNTER, "agent_attempts_total", "", "Attempts of items that ended", "action_kind", "outcome"),
    AGENT_FIRST_ATTEMPTS(Kind.COUNTER, "agent_first_attempts_total", "", "Items that were begun", "action_kind"),
    AGENT_RETRIES(
            Kind.COUNTER, "agent_retries_total", "", "Retries of items by what they follow", "action_kind", "code"),
    AGENT_TIMEOUTS(Kind.COUNTER, "agent_timeouts_total", "", "Time limits of items that passed", "action_kind"),
    AGENT_ERRORS(Kind.COUNTER, "agent_errors_total", "", "Items that failed for good", "code", "category"),
    AGENT_ATTEMPT_ERRORS(
            Kind.COUNTER, "agent_attempt_errors_total", "", "Attempts of items that failed", "code", "category"),

    TIMEOUTS(Kind.COUNTER, "timeouts_total", "", "Time limits that passed", "scope"),
    DLQ_CHANGES(Kind.COUNTER, "dlq_changes_total", "", "Changes of dead letters", "change"),
    MERGES(Kind.COUNTER, "merges_total", "", "Merges of items and sessions", "outcome"),
    CIRCUIT_TRANSITIONS(Kind.COUNTER, "circuit_transitions_total", "", "Transitions of circuit breakers", "key", "to"),
    TOKENS(Kind.COUNTER, "tokens_total", "", "Tokens that agents used", "model", "direction"),
    COST(Kind.COUNTER, "cost_usd_total", "USD", "What agents cost, as far as it is known", "model"),

    RUN_DURATION(
            Kind.DURATION, "run_duration_ms", "ms", "Time with a process at work, to each end", "workflow", "mode"),
    STEP_EXECUTION(Kind.DURATION, "step_execution_ms", "ms", "Execution of a step, retries included", "action_kind"),
    AGENT_EXECUTION(Kind.DURATION, "agent_execution_ms", "ms", "Execution of an item, retries included", "action_kind"),
    RETRY_WAIT(Kind.DURATION, "retry_wait_ms", "ms", "Waits before retries, as scheduled", "action_kind"),
    ATTEMPTS_UNTIL_SUCCESS(
            Kind.ATTEMPTS, "attempts_until_success", "", "Attempts of what succeeded in the end", "action_kind"),

    ITEMS(Kind.GAUGE, "items", "", "Items by where they are", "run_id", "state"),
    DLQ_ITEMS(Kind.GAUGE, "dlq_items", "", "Dead letters", "workflow"),
    CIRCUIT_STATE(Kind.GAUGE, "circuit_state", "", "Circuit breakers: 0 closed, 1 half-open, 2 open", "run_id", "key"),
    ACTIVE_ATTEMPTS(Kind.GAUGE, "active_attempts", "", "Attempts under way", "run_id"),
    JOURNAL_BYTES(Kind.GAUGE, "journal_bytes", "By", "Size of the journal's files", "run_id");

    /// How the samples of a metric add up.
    public enum Kind {
        COUNTER(List.of()),
        GAUGE(List.of()),
        DURATION(List.of(
                5L,
                10L,
                25L,
                50L,
                100L,
                250L,
                500L,
                1000L,
                2500L,
                5000L,
                10_000L,
                30_000L,
                60_000L,
                300_000L,
                900_000L,
                3_600_000L,
                21_600_000L)),
        ATTEMPTS(List.of(1L, 2L, 3L, 5L, 8L));

        private final List<Long> bounds;

        Kind(List<Long> bounds) {
            this.bounds = bounds;
        }

        /// @return the upper bounds of the buckets but the last, ascending; none where values are only added up
        public List<Long> bounds() {
            return bounds;
        }

        /// @return `counter`, `gauge` or `histogram`
        public String word() {
            return switch (this) {
                case COUNTER -> "counter";
                case GAUGE -> "gauge";
                case DURATION, ATTEMPTS -> "histogram";
            };
        }
    }

    private final Kind kind;
    private final String title;
    private final String unit;
    private final String help;
    private final List<String> labels;

    Metric(Kind kind, String title, String unit, String help, String... labels) {
        this.kind = kind;
        this.title = title;
        this.unit = unit;
        this.help = help;
        this.labels = List.of(labels);
    }

    /// @return how its samples add up
    public Kind kind() {
        return kind;
    }

    /// @return its name without a prefix, such as `runs_total`
    public String title() {
        return title;
    }

    /// @return `ms`, `By`, `USD`, or nothing for a count
    public String unit() {
        return unit;
    }

    /// @return what it counts, in a few words
    public String help() {
        return help;
    }

    /// @return the names of what its samples differ by
    public List<String> labels() {
        return labels;
    }
}
