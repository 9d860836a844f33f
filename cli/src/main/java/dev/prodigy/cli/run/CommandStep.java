package dev.prodigy.cli.run;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Values;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Duration;

/// The one step of `exec` and `batch` (spec 05 §2.1): `claude: …`, `shell: …`, a slash command for
/// claude, else shell.
final class CommandStep {
    /// Executions of the step, the first included.
    static final Option<Integer> RETRY =
            Option.value(Values::attempts, "N", "executions until one succeeds; usually 1", "--retry");

    /// The limit of each execution.
    static final Option<Duration> TIMEOUT =
            Option.value(Values::seconds, "DURATION", "the limit of each execution", "--timeout");

    private CommandStep() {}

    /// @param command as given
    /// @return the step as a workflow file would have it
    /// @throws CommandFailure when there is nothing to run
    static Value.Fields of(Invocation call, String command) {
        var text = command.strip();
        var kind = text.startsWith("/") || text.startsWith("claude:") ? "claude" : "shell";
        var run =
                text.startsWith(kind + ":") ? text.substring(kind.length() + 1).strip() : text;
        if (run.isEmpty()) {
            throw CommandFailure.usage("the command is empty", null);
        }
        var step = new FieldsWriter().put(kind, run);
        var retry = call.value(RETRY);
        if (retry != null && retry > 1) {
            step.put("retry_config", new FieldsWriter().put("attempts", retry).done());
        }
        var timeout = call.value(TIMEOUT);
        if (timeout != null) {
            step.put("timeout", Durations.format(timeout));
        }
        return step.done();
    }
}
