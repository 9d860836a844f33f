package dev.prodigy.lang.decode.workflow;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.AgentSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one file says about an agent; field by field over what lower ones say (spec 01 §11). Null: not
/// written.
public record AgentBlock(
        @Nullable List<AgentSpec.Argument> program,
        AgentSpec.@Nullable Input input,
        AgentSpec.@Nullable Format output,
        @Nullable Expression resultWhen,
        @Nullable Expression result,
        @Nullable Expression errorWhen,
        AgentSpec.@Nullable Report report,
        @Nullable Text model,
        @Nullable List<Text> args,
        @Nullable Map<String, EnvEntry> env,
        @Nullable Duration timeout,
        @Nullable String permissions) {

    /// @return this block over a lower one, per field
    public AgentBlock over(AgentBlock lower) {
        return new AgentBlock(
                first(program, lower.program),
                first(input, lower.input),
                first(output, lower.output),
                first(resultWhen, lower.resultWhen),
                first(result, lower.result),
                first(errorWhen, lower.errorWhen),
                first(report, lower.report),
                first(model, lower.model),
                first(args, lower.args),
                first(env, lower.env),
                first(timeout, lower.timeout),
                first(permissions, program == null ? lower.permissions : null));
    }

    /// @return the agent with its defaults, or null when no file gives its command
    public @Nullable AgentSpec resolve() {
        if (program == null) {
            return null;
        }
        var format = output == null ? AgentSpec.Format.TEXT : output;
        var report = this.report == null ? AgentSpec.Report.NONE : this.report;
        return new AgentSpec(
                program,
                input == null ? AgentSpec.Input.AUTO : input,
                new AgentSpec.Answer(format, resultWhen, result, errorWhen, report),
                model,
                args == null ? List.of() : args,
                env == null ? Map.of() : env,
                timeout,
                permissions);
    }

    private static <T> @Nullable T first(@Nullable T own, @Nullable T lower) {
        return own == null ? lower : own;
    }
}
