package dev.prodigy.testkit.program;

import dev.prodigy.engine.world.Ran;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a scripted execution goes when no limit ends it before.
///
/// @param lasting how long it takes
/// @param silence its longest time without output, or null for all of its time
/// @param leaked names of processes it leaves behind
public record ScriptedAnswer(
        Ran.End end,
        String stdout,
        String stderr,
        Duration lasting,
        @Nullable Duration silence,
        List<String> leaked) {

    /// @return an execution that exits so and prints nothing
    public static ScriptedAnswer exit(int code) {
        return new ScriptedAnswer(new Ran.End.Exited(code), "", "", Duration.ZERO, null, List.of());
    }

    /// @return an execution that prints this, with a line end, and exits with 0
    public static ScriptedAnswer line(String text) {
        return exit(0).printing(text + "\n");
    }

    /// @return an execution that another one's signal ends
    public static ScriptedAnswer killedBy(int signal) {
        return new ScriptedAnswer(new Ran.End.Killed(signal), "", "", Duration.ZERO, null, List.of());
    }

    /// @return a program that is not there
    public static ScriptedAnswer missing(String program) {
        return new ScriptedAnswer(
                new Ran.End.NotStarted("program `" + program + "` was not found", true),
                "",
                "",
                Duration.ZERO,
                null,
                List.of());
    }

    /// @return the same, printing this to stdout
    public ScriptedAnswer printing(String text) {
        return new ScriptedAnswer(end, text, stderr, lasting, silence, leaked);
    }

    /// @return the same, printing this to stderr
    public ScriptedAnswer complaining(String text) {
        return new ScriptedAnswer(end, stdout, text, lasting, silence, leaked);
    }

    /// @return the same, taking so long
    public ScriptedAnswer lasting(Duration time) {
        return new ScriptedAnswer(end, stdout, stderr, time, silence, leaked);
    }

    /// @return the same, without output for at most so long
    public ScriptedAnswer silentFor(Duration time) {
        return new ScriptedAnswer(end, stdout, stderr, lasting, time, leaked);
    }

    /// @return the same, leaving these processes behind
    public ScriptedAnswer leaking(String... names) {
        return new ScriptedAnswer(end, stdout, stderr, lasting, silence, List.of(names));
    }
}
