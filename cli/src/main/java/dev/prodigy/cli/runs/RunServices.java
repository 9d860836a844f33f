package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.Program;
import dev.prodigy.cli.config.ConfigKey;
import dev.prodigy.cli.config.Configuration;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Durability;
import dev.prodigy.runtime.run.RunService;
import dev.prodigy.runtime.run.request.HostSettings;
import dev.prodigy.runtime.run.request.RunRequest;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;

/// What commands reach runs by.
public final class RunServices {
    private RunServices() {}

    /// @return the service for runs of the home of a call
    public static RunService of(Console console) {
        return of(console, console.directory(), _ -> {});
    }

    /// @return the service for a run of the home of a call, as its own repository configures it
    public static RunService of(Console console, RunRef run) {
        return of(console, StartingPlace.of(console, run), _ -> {});
    }

    /// @param started the directory whose repository configures the runs
    /// @param gitListener gets each git command before it runs; never blocks
    /// @return the service for runs of the home of a call
    public static RunService of(Console console, Path started, Consumer<String> gitListener) {
        var host = new RunRequest.Host(
                Homes.of(console),
                console.directory(),
                console.environment(),
                Program.NAME,
                settings(Configuration.of(console, started), gitListener));
        return new RunService(host, console.clock(), new Random());
    }

    private static HostSettings settings(Configuration configuration, Consumer<String> gitListener) {
        return new HostSettings(
                configuration.bytes(ConfigKey.MIN_FREE),
                configuration.bytes(ConfigKey.LOG_LIMIT),
                configuration.bytes(ConfigKey.ROTATE_SIZE),
                "relaxed".equals(configuration.text(ConfigKey.DURABILITY)) ? Durability.RELAXED : Durability.STRICT,
                new HostSettings.Redaction(
                        configuration.texts(ConfigKey.REDACT_NAMES), configuration.texts(ConfigKey.REDACT_PATTERNS)),
                configuration.variables(),
                gitListener);
    }
}
