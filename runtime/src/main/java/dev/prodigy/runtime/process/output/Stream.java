package dev.prodigy.runtime.process.output;

/// The two streams that a process prints to.
public enum Stream {
    STDOUT,
    STDERR
}
