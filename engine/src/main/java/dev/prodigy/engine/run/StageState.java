package dev.prodigy.engine.run;

import dev.prodigy.model.error.ErrorRecord;

/// How far a stage is.
public sealed interface StageState {

    /// Not begun.
    record Ahead() implements StageState {}

    /// Begun, and by the journal not ended.
    record Open() implements StageState {}

    /// Ended well.
    record Done() implements StageState {}

    /// Not done, for a reason that its author wrote.
    record LeftOut(String reason) implements StageState {}

    /// Ended badly; a resume goes on in it.
    record Failed(ErrorRecord error) implements StageState {}

    /// @return whether nothing more is to be done for it in this process
    default boolean isSettled() {
        return switch (this) {
            case Ahead _, Open _ -> false;
            case Done _, LeftOut _, Failed _ -> true;
        };
    }
}
