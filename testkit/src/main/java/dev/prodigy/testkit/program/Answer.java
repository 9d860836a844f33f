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
public record Answer(
        Ran.End end,
        String stdout,
        String stderr,
        Duration lasting,
        @Nullable Duration silence,
        List<String> leaked) {

    /// @return an execution that exits so and prints nothing
    public static Answer exit(int code) {
        return new Answer(new Ran.End.Exited(code), "", "", Duration.ZERO, null, List.of());
    }

    /// @return an execution that prints this, with a line end, and exits with 0
    public static Answer line(String text) {
        return exit(0).printing(text + "\n");
    }

    /// @return an execution that another one's signal ends
    public static Answer killedBy(int signal) {
        return new Answer(new Ran.End.Killed(signal), "", "", Duration.ZERO, null, List.of());
    }

    /// @return a program that is not there
    public static Answer missing(String program) {
        return new Answer(
                new Ran.End.NotStarted("program `" + program + "` was not found", true),
                "",
                "",
                Duration.ZERO,
                null,
                List.of());
    }

    /// @return the same, printing this to stdout
    public Answer printing(String text) {
        return new Answer(end, text, stderr, lasting, silence, leaked);
    }

    /// @return the same, printing this to stderr
    public Answer complaining(String text) {
        return new Answer(end, stdout, text, lasting, silence, leaked);
    }

    /// @return the same, taking so long
    public Answer lasting(Duration time) {
        return new Answer(end, stdout, stderr, time, silence, leaked);
    }

    /// @return the same, without output for at most so long
    public Answer silentFor(Duration time) {
        return new Answer(end, stdout, stderr, lasting, time, leaked);
    }

    /// @return the same, leaving these processes behind
    public Answer leaking(String... names) {
        return new Answer(end, stdout, stderr, lasting, silence, List.of(names));
    }
}
