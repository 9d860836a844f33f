package dev.prodigy.cli.run;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.model.value.FieldsWriter;
import org.jspecify.annotations.Nullable;

/// The one document of a command whose process is ended before it has said its result (spec 05 §1).
///
/// @param again goes on with a run whose id is added
record CutOffResult(Invocation call, String again) implements SignalStop.CutOff {
    @Override
    public void tell(@Nullable String run, int exitCode) {
        if (!call.json() || call.console().hasResult()) {
            return;
        }
        var failure = run == null
                ? CommandFailure.cutOff(exitCode)
                : new CommandFailure(
                        exitCode, "cancelled", run + " was ended by a signal before it had a result", again + run);
        call.document(new FieldsWriter()
                .put("run_id", run)
                .put("status", "cancelled")
                .put("exit_code", exitCode)
                .put("error", failure.toValue())
                .done());
        call.console().flush();
    }
}
