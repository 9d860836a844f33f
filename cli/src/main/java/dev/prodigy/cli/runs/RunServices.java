package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.Program;
import dev.prodigy.cli.config.ConfigKey;
import dev.prodigy.cli.config.Configuration;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.runtime.journal.Durability;
import dev.prodigy.runtime.run.HostSettings;
import dev.prodigy.runtime.run.RunRequest;
import dev.prodigy.runtime.run.RunService;
import java.util.Random;
import java.util.function.Consumer;

/// What commands reach runs by.
public final class RunServices {
    private RunServices() {}

    /// @return the service for runs of the home of a call
    public static RunService of(Console console) {
        return of(console, _ -> {});
    }

    /// @param gitListener gets each git command before it runs; never blocks
    /// @return the service for runs of the home of a call
    public static RunService of(Console console, Consumer<String> gitListener) {
        var host = new RunRequest.Host(
                Homes.of(console),
                console.directory(),
                console.environment(),
                Program.NAME,
                settings(console, gitListener));
        return new RunService(host, console.clock(), new Random());
    }

    private static HostSettings settings(Console console, Consumer<String> gitListener) {
        var configuration = Configuration.of(console);
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
