package dev.prodigy.model.event;

import dev.prodigy.model.value.Value;

/// An event of a type this version does not know: shown as it stands, and refused for resume unless it says
/// `"optional":true` (spec 05 §5.4).
public record UnknownEvent(String type, Value.Fields body) implements Event {
    /// @return whether a run may go on without understanding it
    public boolean isOptional() {
        return body.get("optional") == Value.Bool.TRUE;
    }
}
