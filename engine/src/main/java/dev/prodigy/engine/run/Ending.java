package dev.prodigy.engine.run;

import dev.prodigy.model.error.ErrorRecord;
import org.jspecify.annotations.Nullable;

/// Why a run ends before its work is done. What runs is ended first, or awaited.
public sealed interface Ending {

    /// A person or a signal ended it.
    ///
    /// @param by `signal`, `person`, or `parent` for the run whose step runs this one
    /// @param actor the person who gave the command, or null
    record Cancelled(
            String by,
            @Nullable String signalName,
            @Nullable String actor) implements Ending {}

    /// Its own deadline passed.
    record TimedOut(long timeoutMs) implements Ending {}

    /// Its own policy stopped it (spec 02 §6.4).
    record Stopped(String reason, ErrorRecord error) implements Ending {}

    /// It lacks what only a person can give, and goes on when that is there.
    ///
    /// @param reason of the event that says so, such as `secret_missing`
    /// @param detail what is to be told of it, which is whole
    record Lacking(String reason, String detail) implements Ending {}
}
