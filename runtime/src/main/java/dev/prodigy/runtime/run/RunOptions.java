package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.Stage;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a command line says about a run, beside its workflow and parameters. Kept with the run: a resume goes on with
/// it.
///
/// @param maxParallel null = the workflow's
/// @param timeout the run's own deadline; null = the workflow's
/// @param args values of `--args`
public record RunOptions(
        @Nullable Integer maxParallel,
        @Nullable Isolation isolation,
        @Nullable String base,
        @Nullable String target,
        @Nullable Duration timeout,
        @Nullable String profile,
        List<String> args,
        int iterations,
        boolean failFast,
        boolean allowFailures) {

    /// Nothing is said.
    public static final RunOptions DEFAULT =
            new RunOptions(null, null, null, null, null, null, List.of(), 1, false, false);

    /// @return the passes of a standard workflow
    List<Stage.Pass> passes() {
        var passes = new ArrayList<Stage.Pass>();
        for (int iteration = 1; iteration <= iterations; iteration++) {
            if (args.isEmpty()) {
                passes.add(new Stage.Pass(passes.size() + 1, iteration, null));
            }
            for (var arg : args) {
                passes.add(new Stage.Pass(passes.size() + 1, iteration, arg));
            }
        }
        return passes;
    }

    /// @return the object of `workflow_started.settings`
    Value.Fields toFields() {
        return new FieldsWriter()
                .put("max_parallel", maxParallel == null ? null : Long.valueOf(maxParallel))
                .put("isolation", isolation == null ? null : isolation.name().toLowerCase(Locale.ROOT))
                .put("base", base)
                .put("target", target)
                .put("timeout_ms", timeout == null ? null : Long.valueOf(timeout.toMillis()))
                .put("profile", profile)
                .put("args", args)
                .put("iterations", iterations)
                .put("fail_fast", failFast)
                .put("allow_failures", allowFailures)
                .done();
    }

    /// @return what {@link #toFields} wrote
    static RunOptions read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        var parallel = in.numberOrNull("max_parallel");
        var isolation = in.textOrNull("isolation");
        var timeout = in.numberOrNull("timeout_ms");
        return new RunOptions(
                parallel == null ? null : Math.toIntExact(parallel),
                isolation == null ? null : Isolation.valueOf(isolation.toUpperCase(Locale.ROOT)),
                in.textOrNull("base"),
                in.textOrNull("target"),
                timeout == null ? null : Duration.ofMillis(timeout),
                in.textOrNull("profile"),
                in.texts("args"),
                in.integer("iterations"),
                in.truth("fail_fast"),
                in.truth("allow_failures"));
    }

    /// @return these options, changed by those of a resume
    RunOptions changedBy(@Nullable Integer parallel, @Nullable Duration deadline, boolean allow) {
        return new RunOptions(
                parallel == null ? maxParallel : parallel,
                isolation,
                base,
                target,
                deadline == null ? timeout : deadline,
                profile,
                args,
                iterations,
                failFast,
                allowFailures || allow);
    }
}
