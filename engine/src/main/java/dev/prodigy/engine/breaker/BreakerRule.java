package dev.prodigy.engine.breaker;

import org.jspecify.annotations.Nullable;

/// The table of transitions of spec 02 §7: what can happen in which state, and where that leads. Every change of a
/// breaker names its row.
public enum BreakerRule {
    CLOSED_ADMITS(0, "closed", "admission", null, "closed", null),
    CLOSED_SUCCESS(1, "closed", "success", null, "closed", null),
    CLOSED_FAILURE(2, "closed", "counting failure", "below the threshold", "closed", null),
    CLOSED_TRIPS(2, "closed", "counting failure", "threshold reached", "open", "circuit_opened"),
    CLOSED_LATE(3, "closed", "result of an earlier epoch", null, "closed", null),
    CLOSED_NEUTRAL(4, "closed", "neutral result", null, "closed", null),
    CLOSED_TRIPS_UNTIL_RESET(
            11, "closed", "counting failure", "threshold reached, later reset", "open", "circuit_opened"),
    CLOSED_RESTORED(12, "closed", "crash", null, "closed", null),

    OPEN_LATE(3, "open", "result of an earlier epoch", null, "open", null),
    OPEN_REFUSES(5, "open", "admission", "too early", "open", null),
    OPEN_IS_OVER(6, "open", "time", "over", "half_open", "circuit_half_opened"),
    OPEN_RESTORED(12, "open", "crash", null, "open", null),

    HALF_OPEN_LATE(3, "half_open", "result of an earlier epoch", null, "half_open", null),
    HALF_OPEN_NEUTRAL(4, "half_open", "neutral result", null, "half_open", null),
    HALF_OPEN_ADMITS(7, "half_open", "admission", "free permit", "half_open", null),
    HALF_OPEN_REFUSES(8, "half_open", "admission", "no free permit", "half_open", null),
    HALF_OPEN_SUCCESS(9, "half_open", "success", "below the threshold", "half_open", null),
    HALF_OPEN_CLOSES(9, "half_open", "success", "threshold reached", "closed", "circuit_closed"),
    HALF_OPEN_TRIPS(10, "half_open", "counting failure", null, "open", "circuit_opened"),
    HALF_OPEN_TRIPS_UNTIL_RESET(11, "half_open", "counting failure", "later reset", "open", "circuit_opened"),
    HALF_OPEN_RESTORED(12, "half_open", "crash", null, "half_open", null);

    private final int number;
    private final String from;
    private final String happening;
    private final @Nullable String guard;
    private final String to;
    private final @Nullable String event;

    BreakerRule(int number, String from, String happening, @Nullable String guard, String to, @Nullable String event) {
        this.number = number;
        this.from = from;
        this.happening = happening;
        this.guard = guard;
        this.to = to;
        this.event = event;
    }

    /// @return the row's number in the specification, 0 for what goes without saying there
    public int number() {
        return number;
    }

    /// @return the state in which it ends
    public String to() {
        return to;
    }

    /// @return the type of the event that tells of it, or null
    public @Nullable String event() {
        return event;
    }

    /// @return the whole table as a Mermaid state diagram, for the documentation
    public static String diagram() {
        var text = new StringBuilder("stateDiagram-v2\n    [*] --> closed\n");
        for (var rule : values()) {
            text.append("    ").append(rule.from).append(" --> ").append(rule.to);
            text.append(": ").append(rule.happening);
            if (rule.guard != null) {
                text.append(" [").append(rule.guard).append(']');
            }
            if (rule.event != null) {
                text.append(" / ").append(rule.event);
            }
            text.append('\n');
        }
        return text.toString();
    }
}
