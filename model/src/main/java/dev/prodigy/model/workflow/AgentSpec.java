package dev.prodigy.model.workflow;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How an agent is called and how its answer is read (spec 01 §11).
///
/// @param program the command with its holes
/// @param input how the prompt reaches it
/// @param answer how its output is read
/// @param model default for its steps, or null
/// @param args put before the prompt
/// @param env entries for its steps
/// @param timeout default for its steps, or null
/// @param permissions `skip`, or a permission mode; null for agents without one
public record AgentSpec(
        List<Argument> program,
        Input input,
        Answer answer,
        @Nullable Text model,
        List<Text> args,
        Map<String, EnvEntry> env,
        @Nullable Duration timeout,
        @Nullable String permissions) {

    /// A piece of the command.
    public sealed interface Argument {
        /// One argument; `{prompt}`, `{prompt_file}`, `{model}`, `{working_dir}` are holes in it.
        record One(Text text) implements Argument {}

        /// Arguments that are dropped together when one of their holes is empty.
        record Group(List<Text> texts) implements Argument {}
    }

    /// How the prompt is passed.
    public enum Input {
        AUTO,
        ARGUMENT,
        STDIN,
        FILE
    }

    /// How stdout is read.
    ///
    /// @param resultWhen which event is the result; null where `format` is text
    /// @param result its text
    /// @param errorWhen is it an error
    public record Answer(
            Format format,
            @Nullable Expression resultWhen,
            @Nullable Expression result,
            @Nullable Expression errorWhen,
            Report report) {}

    /// What stdout is made of.
    public enum Format {
        TEXT,
        JSON,
        JSONL
    }

    /// Where tokens, cost and model stand; null = not reported.
    public record Report(
            @Nullable Expression inputTokens,
            @Nullable Expression outputTokens,
            @Nullable Expression costUsd,
            @Nullable Expression model) {
        public static final Report NONE = new Report(null, null, null, null);
    }
}
