package dev.prodigy.cli;

import dev.prodigy.cli.output.Console;
import java.util.List;
import java.util.Locale;

/// Where the Java virtual machine begins. Only ends the process; everything else is {@link Cli}.
final class Main {
    private Main() {}

    /// Loads this class, for the cache of what a start loads.
    static void touch() {}

    /// Runs the program and ends the process with its exit code. Numbers are written alike everywhere: names of logs,
    /// journals and documents are read by programs, and the texts are English.
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        var console = Console.ofProcess();
        var cutOffStart = new CutOffStart(List.of(args), console).awaitEnd();
        int exitCode = Cli.run(args, console);
        console.flush();
        cutOffStart.over();
        System.exit(exitCode);
    }
}
