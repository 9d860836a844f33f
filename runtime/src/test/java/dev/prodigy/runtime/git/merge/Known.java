package dev.prodigy.runtime.git.merge;

import java.util.Map;

/// Processes of a merge that somebody else ends.
public record Known(Map<String, String> variables, Runnable ending) implements MergeProcesses {
    /// Nothing to know them by, and nothing to end.
    public static final Known NONE = new Known(Map.of(), () -> {});

    @Override
    public void end() {
        ending.run();
    }
}
