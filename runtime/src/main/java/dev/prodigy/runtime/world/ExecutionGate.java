package dev.prodigy.runtime.world;

import dev.prodigy.engine.run.Gate;
import dev.prodigy.engine.world.Cut;
import java.util.concurrent.CompletableFuture;

/// Holds back the executions that work under way would begin, while its run is paused or drained (spec
/// 05 §2.7).
public final class ExecutionGate {
    private volatile Position position = new Position(Gate.OPEN, new CompletableFuture<>());

    /// @param changed completed when the gate has another position
    private record Position(Gate gate, CompletableFuture<Void> changed) {}

    /// An open gate.
    public ExecutionGate() {}

    /// Opens, shuts or closes the gate.
    public void set(Gate gate) {
        var before = position;
        position = new Position(gate, new CompletableFuture<>());
        before.changed().complete(null);
    }

    /// Waits while the gate is held.
    ///
    /// @param ofList whether the execution belongs to a list of steps outside of items: no further one
    ///     begins when the gate is closed
    /// @throws Cut when it is not to begin, or the work is being ended
    void pass(Halt halt, boolean ofList) throws Cut {
        for (var now = position; now.gate() != Gate.OPEN; now = position) {
            if (now.gate() == Gate.HELD) {
                halt.await(now.changed());
            } else if (ofList) {
                throw new Cut();
            } else {
                return;
            }
        }
    }
}
