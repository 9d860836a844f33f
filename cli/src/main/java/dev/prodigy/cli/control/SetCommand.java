package dev.prodigy.cli.control;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.engine.run.ControlCommand;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy set`: changes limits of a run, live or not. A change holds from the next admission on, and
/// over resumes.
public final class SetCommand implements Command {
    private static final Option<Integer> MAX_PARALLEL = Option.value(
            Values::parallelism, "N", "items at once; what runs already runs to its end", "--max-parallel");
    private static final Option<Integer> MAX_FAILURES =
            Option.value(Values::count, "N", "failed items at which the run stops", "--max-failures");
    private static final Option<BigDecimal> FAILURE_THRESHOLD = Option.value(
            Values::ratio, "R", "rate of failures above which the run stops, 0.2 or 20%", "--failure-threshold");
    private static final Option<Duration> TIMEOUT =
            Option.value(Values::seconds, "DURATION", "the run's own deadline, from its start or resume", "--timeout");

    /// Changes limits.
    public SetCommand() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "On a run that is not going on the change is noted for the next resume or retry.",
                List.of(Argument.optional("RUN")),
                List.of(MAX_PARALLEL, MAX_FAILURES, FAILURE_THRESHOLD, TIMEOUT, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var threshold = call.value(FAILURE_THRESHOLD);
        var timeout = call.value(TIMEOUT);
        var settings = new FieldsWriter()
                .put(RunSetting.MAX_PARALLEL.key(), number(call.value(MAX_PARALLEL)))
                .put(RunSetting.MAX_FAILURES.key(), number(call.value(MAX_FAILURES)))
                .put(RunSetting.FAILURE_THRESHOLD.key(), threshold == null ? null : new Value.Num(threshold))
                .put(RunSetting.TIMEOUT_MS.key(), timeout == null ? null : Long.valueOf(timeout.toMillis()))
                .done();
        if (settings.members().isEmpty()) {
            throw CommandFailure.usage("nothing is to be set", "prodigy set --help");
        }
        var runs = new RunArgument(call.console());
        var run = runs.required(call, call.arguments().word(0));
        return new Delivery(call, runs, ControlCommand.SET).deliver(run, settings);
    }

    private static @Nullable Long number(@Nullable Integer given) {
        return given == null ? null : Long.valueOf(given);
    }
}
