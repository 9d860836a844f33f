package dev.prodigy.engine.step.frame;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A step made ready: its texts, environment and directory, the same for all attempts of its retry block (spec 01
/// §4).
///
/// @param command what is run, for events; to be redacted
/// @param bound what its beginning tells of the values that were bound, or null for nothing
public record PreparedStep(String command, Value.@Nullable Fields bound, Body body) {
    /// A step whose lists read nothing of its own.
    public PreparedStep(String command, Body body) {
        this(command, null, body);
    }

    /// The executions of a step that is ready.
    @FunctionalInterface
    public interface Body {
        /// Executes it once.
        ///
        /// @throws Refused when something that is known only now keeps it from running
        Attempted execute(Turn turn) throws Refused, Cut;
    }

    /// One execution.
    ///
    /// @param attempt from 1
    /// @param of attempts in all
    /// @param history what an earlier process made durable of the lists inside this execution; empty for a new one
    /// @param used what an earlier process used of the limit of an execution that goes on inside
    public record Turn(int attempt, int of, StepLedger history, Duration used) {}
}
