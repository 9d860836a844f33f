package dev.prodigy.engine.run;

import dev.prodigy.model.error.ErrorRecord;

/// How a list of steps ended.
public sealed interface StepsResult {

    /// Every step let the list go on.
    record Succeeded() implements StepsResult {}

    /// A step failed for good.
    record Failed(ErrorRecord error) implements StepsResult {}

    /// The run is ending; the list begins again at the first step without a durable result.
    record Interrupted() implements StepsResult {}
}
