package dev.prodigy.runtime.process.output;

/// Sees what a process prints while it runs.
public interface Display {
    /// Takes the next text of a stream; masked, invalid UTF-8 replaced, control sequences as they came. Called by
    /// one thread at a time. It must not block: the process waits for it.
    void show(Stream stream, String text);
}
