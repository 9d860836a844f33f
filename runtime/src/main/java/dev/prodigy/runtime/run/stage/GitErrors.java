package dev.prodigy.runtime.run.stage;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Output;
import dev.prodigy.runtime.git.GitFailure;

/// Failures of git as error records.
public final class GitErrors {
    private GitErrors() {}

    /// @return the record of a failure
    public static ErrorRecord of(GitFailure failure) {
        var evidence = failure.evidence().isBlank()
                ? Evidence.NONE
                : Evidence.NONE.withOutput(Output.of(failure.evidence().strip(), ""));
        return ErrorRecord.of(
                KnownCode.valueOf(failure.code().name()).row(), String.valueOf(failure.getMessage()), evidence);
    }
}
