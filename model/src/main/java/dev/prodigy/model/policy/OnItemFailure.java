package dev.prodigy.model.policy;

/// The value of `on_item_failure` (spec 02 §5.1).
///
/// @param retryByDefault `retry` stood there: as `dlq`, with the default `retry_config` when none is given
public record OnItemFailure(FailureDisposition disposition, boolean retryByDefault) {
    /// `dlq`, the default.
    public static final OnItemFailure DLQ = new OnItemFailure(new FailureDisposition.Dlq(), false);

    /// `retry`.
    public static final OnItemFailure RETRY = new OnItemFailure(new FailureDisposition.Dlq(), true);

    /// `skip`.
    public static final OnItemFailure SKIP = new OnItemFailure(new FailureDisposition.Skip(), false);

    /// `stop`.
    public static final OnItemFailure STOP = new OnItemFailure(new FailureDisposition.Stop(), false);

    /// @return `custom:NAME`
    public static OnItemFailure custom(String handler) {
        return new OnItemFailure(new FailureDisposition.Custom(handler), false);
    }
}
