package dev.prodigy.engine.world;

import dev.prodigy.lang.shell.ShellText;
import dev.prodigy.model.event.Context;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One execution of a program for a step (spec 03 §13).
///
/// @param program what is run
/// @param directory where, absolute
/// @param environment all of it; what prodigy removes or adds for every process is the world's matter
/// @param limits when it is ended
/// @param log the name its log files begin with, such as `setup/00-shell`
/// @param at what it is of: whose processes are told to be left, also when the step has ended long ago
/// @param events whether stdout is a stream of JSON lines, each of which counts as a sign of life and may be shown
public record Call(
        Program program,
        String directory,
        Map<String, String> environment,
        Limits limits,
        String log,
        Context at,
        boolean events) {

    /// What is run.
    public sealed interface Program {
        /// A shell text by an interpreter with its options; text that is too long goes through a file.
        ///
        /// @param together whether stderr goes where stdout goes, so that one order holds for both
        /// @param keep how much of its outputs somebody may read
        record Shell(List<String> interpreter, ShellText.Ready text, boolean together, Keep keep) implements Program {}

        /// A program with its arguments.
        ///
        /// @param input fed to stdin, or null for none
        /// @param promptFile content of a file whose path takes the place of `{prompt_file}`, or null
        record Direct(
                List<String> arguments,
                @Nullable String input,
                @Nullable String promptFile) implements Program {}
    }

    /// How much of a program's outputs is kept for variables.
    public enum Keep {
        /// The last 16 MiB.
        LAST,
        /// All of it, up to 16 MiB; of more only the end, which nobody reads but people.
        WHOLE,
        /// The end, for people.
        END
    }

    /// When an execution is ended. Null = never.
    ///
    /// @param attempt from its start
    /// @param idle without a byte of output
    /// @param deadline from now: the nearest limit around the execution
    public record Limits(
            @Nullable Duration attempt,
            @Nullable Duration idle,
            @Nullable Duration deadline) {
        public static final Limits NONE = new Limits(null, null, null);
    }
}
