package dev.prodigy.model.error;

/// The codes of the specification, with their rows (spec 02 §2.2, §6.4; 03; 04 §7.1): all of them, also those that no
/// step kind gives yet, since an author may name any in `retry_on` and other matchers. Statuses, exit statuses and
/// signals are computed by {@link ErrorCode}; workflows may give codes of their own.
public enum KnownCode {
    NETWORK_ERROR(Category.NETWORK),

    TIMEOUT(Category.TIMEOUT),
    WORKFLOW_TIMEOUT(Category.TIMEOUT),

    /// An agent or an LLM asks to slow down.
    LLM_RATE_LIMIT(Category.RATE_LIMIT, "429"),

    USAGE_LIMIT(Category.QUOTA),
    SPEND_LIMIT(Category.QUOTA),
    MCP_SERVER_ERROR(Category.UNAVAILABLE),

    AUTH(Category.AUTH),

    INPUT_NOT_FOUND(Category.INVALID_INPUT),
    INPUT_INVALID(Category.INVALID_INPUT),
    DUPLICATE_ITEM_KEY(Category.INVALID_INPUT),
    MCP_RPC_ERROR(Category.INVALID_INPUT),

    RESPONSE_TOO_LARGE(Category.CLIENT_ERROR),
    BAD_RESPONSE(Category.CLIENT_ERROR),
    TLS_ERROR(Category.CLIENT_ERROR),
    INSECURE_URL(Category.CLIENT_ERROR),
    INVALID_PATH(Category.CLIENT_ERROR),

    PERMISSION_DENIED(Category.PERMISSION),
    COMMAND_NOT_FOUND(Category.COMMAND_NOT_FOUND, "EXIT_127"),
    MCP_TOOL_ERROR(Category.COMMAND_FAILED),
    CRASH_LOOP(Category.KILLED),
    OUT_OF_MEMORY(Category.OUT_OF_MEMORY),
    DISK_FULL(Category.DISK_FULL),

    AGENT_ERROR(Category.AGENT_ERROR),
    AGENT_TRUNCATED(Category.AGENT_ERROR),
    AGENT_NO_OP(Category.AGENT_ERROR),
    AGENT_MAX_TURNS(ErrorCode.of("AGENT_MAX_TURNS", Category.AGENT_ERROR, false)),
    LLM_EMPTY(Category.AGENT_ERROR),

    VALIDATION_ERROR(Category.VALIDATION),
    SCHEMA_MISMATCH(Category.VALIDATION),
    VALIDATION_INCOMPLETE(Category.VALIDATION),
    COMMIT_MISSING(Category.VALIDATION),
    HISTORY_REWRITTEN(Category.VALIDATION),
    CAPTURE_FAILED(Category.VALIDATION),
    OUTPUT_TOO_LARGE(Category.VALIDATION),
    OUTPUT_INVALID(Category.VALIDATION),
    LLM_REFUSAL(Category.VALIDATION),
    LLM_TRUNCATED(Category.VALIDATION),

    WORKTREE_ERROR(Category.WORKSPACE),
    GIT_LOCK(Category.WORKSPACE),
    GIT_ERROR(Category.WORKSPACE),
    GIT_UNFINISHED(Category.WORKSPACE),
    MERGE_REFUSED(Category.WORKSPACE),
    MERGE_CONFLICT(Category.MERGE_CONFLICT),

    BRANCH_FAILED(Category.SYNC),
    SYNC_TIMEOUT(Category.SYNC),
    SYNC_INSUFFICIENT_SUCCESS(Category.SYNC),
    MERGE_TYPE(Category.SYNC),
    SUBWORKFLOW_FAILED(Category.SUBWORKFLOW),
    CIRCUIT_OPEN(Category.CIRCUIT_OPEN),

    EXPRESSION_ERROR(Category.DEFINITION),
    UNDEFINED_VARIABLE(Category.DEFINITION),
    NOT_AN_INTEGER(Category.DEFINITION),
    DIRECTORY_NOT_FOUND(Category.DEFINITION),
    FOREACH_NOT_ARRAY(Category.DEFINITION),
    NO_MATCHING_TRANSITION(Category.DEFINITION),
    LOOP_LIMIT_EXCEEDED(Category.DEFINITION),
    LIMIT_EXCEEDED(Category.DEFINITION),
    GROUP_MISMATCH(Category.DEFINITION),

    ITEM_FAILED(Category.POLICY),
    MAX_FAILURES_REACHED(Category.POLICY),
    FAILURE_THRESHOLD_EXCEEDED(Category.POLICY),
    QUOTA_WAIT_EXCEEDED(Category.POLICY),
    CANARY_FAILED(Category.POLICY),
    REDRIVE_STOPPED(Category.POLICY),
    BUDGET_EXCEEDED(Category.POLICY),
    ERROR_BUDGET_EXHAUSTED(Category.POLICY),
    WAITING_FOR_INPUT(Category.POLICY),

    CANCELLED(Category.CANCELLED),
    SPAWN_FAILED(Category.UNKNOWN),
    UNKNOWN_ERROR(Category.UNKNOWN);

    @SuppressWarnings("ImmutableEnumChecker") // the record copies its list
    private final ErrorCode row;

    KnownCode(Category category, String... further) {
        this.row = ErrorCode.of(name(), category, further);
    }

    KnownCode(ErrorCode row) {
        this.row = row;
    }

    /// @return the row of the code
    public ErrorCode row() {
        return row;
    }

    /// @return the row of a run that its own policy stopped with this code (spec 02 §6.4)
    public ErrorCode stoppingTheRun() {
        return ErrorCode.of(name(), Category.POLICY);
    }
}
