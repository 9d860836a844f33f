package dev.prodigy.runtime.process.output;

/// What a process printed.
///
/// @param bothCaptured the end of both streams as they arrived, not masked
public record Outputs(StreamOutput stdout, StreamOutput stderr, Kept bothCaptured) {}
