package dev.prodigy.runtime.run;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Output;
import dev.prodigy.runtime.git.GitFailure;

/// Failures of git as error records.
final class GitErrors {
    private GitErrors() {}

    static ErrorRecord of(GitFailure failure) {
        var evidence = failure.evidence().isBlank()
                ? Evidence.NONE
                : Evidence.NONE.withOutput(Output.of(failure.evidence().strip(), ""));
        return ErrorRecord.of(
                KnownCode.valueOf(failure.code().name()).row(), String.valueOf(failure.getMessage()), evidence);
    }
}
