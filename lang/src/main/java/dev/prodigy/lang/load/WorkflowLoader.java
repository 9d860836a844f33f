package dev.prodigy.lang.load;

/// Loads a workflow: reads it, composes it from its parts, decodes and checks it and the workflows that it runs; all
/// problems at once (spec 01 §12, §14, 05 §2.3). Executes nothing and does no I/O but through {@link SourceFiles}.
public final class WorkflowLoader {
    private WorkflowLoader() {}

    /// Loads the workflow of a file.
    ///
    /// @param file its path, which is also its name in messages
    public static Loaded load(String file, SourceFiles files, LoadOptions options) {
        return new Loading(files, options).load(file);
    }
}
