package dev.prodigy.runtime.process;

import java.util.List;

/// Hears of processes that were found and ended after the execution's end (within 1 s of it, plus grace). Called on
/// any thread.
@FunctionalInterface
public interface LateLeaks {
    /// The execution left them: they carry its mark.
    ///
    /// @param names of the processes
    void left(List<String> names);

    /// Nothing tells which of all executions left them.
    ///
    /// @param names of the processes
    default void strayed(List<String> names) {
        left(names);
    }
}
