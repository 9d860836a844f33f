package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.Program;
import dev.prodigy.cli.output.Console;
import dev.prodigy.runtime.run.RunRequest;
import dev.prodigy.runtime.run.RunService;
import java.util.Random;

/// What commands reach runs by.
public final class RunServices {
    private RunServices() {}

    /// @return the service for runs of the home of a call
    public static RunService of(Console console) {
        var host = new RunRequest.Host(
                Homes.of(console), console.directory(), console.environment(), Program.NAME, RunRequest.Limits.DEFAULT);
        return new RunService(host, console.clock(), new Random());
    }
}
