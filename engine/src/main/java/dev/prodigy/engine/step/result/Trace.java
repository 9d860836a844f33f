package dev.prodigy.engine.step.result;

import dev.prodigy.engine.classify.OutputTail;
import dev.prodigy.engine.redact.Said;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Output;
import org.jspecify.annotations.Nullable;

/// What an execution left for people to look at, good or not: a failure that is found behind a good execution has no
/// other evidence (spec 02 §2.1). Only of executions in this process.
///
/// @param exitCode null where no program exited by itself
/// @param said the end of what it printed
public record Trace(@Nullable Integer exitCode, long durationMs, Said said, Ran.Logs logs) {
    /// Nothing was executed.
    public static final Trace NONE = new Trace(null, 0, Said.NOTHING, Ran.Logs.NONE);

    /// @return what a program left
    public static Trace of(Ran ran) {
        var exited = ran.end() instanceof Ran.End.Exited(int code) ? Integer.valueOf(code) : null;
        return new Trace(exited, ran.duration().toMillis(), ran.said(), ran.logs());
    }

    /// @return the same, where the text on stdout is to be another
    public Trace meaning(String text) {
        return new Trace(exitCode, durationMs, said.meaning(text), logs);
    }

    /// @return this, or the other where nothing was executed
    public Trace or(Trace other) {
        return equals(NONE) ? other : this;
    }

    /// @return the end of what was printed, and the logs
    public Output output() {
        boolean complained = OutputTail.complained(said);
        return OutputTail.of(said).in(logs.first(complained), logs.all());
    }

    /// @return the error with what it does not know itself of what led to it
    public ErrorRecord of(ErrorRecord error) {
        if (equals(NONE)) {
            return error;
        }
        var own = error.evidence();
        var printed = own.withOutput(own.output().or(output()));
        var ended = own.exitCode() == null && own.signal() == null ? printed.withExit(exitCode, null) : printed;
        return error.with(own.durationMs() == null ? ended.withDuration(durationMs) : ended);
    }
}
