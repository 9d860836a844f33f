package dev.prodigy.cli;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.CommandParser;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Preferences;
import dev.prodigy.cli.command.Program;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.config.Preferring;
import dev.prodigy.cli.output.Console;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;

/// The program as a function: arguments and a console in, an exit code out. What tests call.
public final class Cli {
    private Cli() {}

    /// What they come to is in the home, whoever listens: a closed stdout changes nothing (spec 03 §8). Who wants the
    /// result in a file that has no room for it, or asked for the document, must learn that it is not there.
    private static final Set<String> EXECUTING = Set.of("run", "resume", "resume-job", "exec", "batch", "dlq retry");

    private static final String CLOSED = "Bad file descriptor";
    private static final String GONE = "Broken pipe";

    /// Runs one command. Never throws: what goes wrong is reported on the console.
    ///
    /// @return the exit code (spec 00, "Outcomes and exit codes")
    public static int run(String[] args, Console console) {
        var words = List.of(args);
        try {
            return run(words, console);
        } catch (RuntimeException | Error e) {
            return FailureReport.print(e, words, console);
        }
    }

    /// @return whether the command line is that of a command that executes work
    static boolean executes(List<String> args) {
        try {
            var name = CommandWords.split(args).name();
            return name != null && EXECUTING.contains(name.text());
        } catch (CommandFailure _) {
            return false;
        }
    }

    /// A result that nobody got is no success.
    private static int heard(int exitCode, Console console) {
        var trouble = console.trouble();
        if (trouble == null) {
            return exitCode;
        }
        console.err().println("prodigy: cannot write to standard output: " + trouble);
        return exitCode == ExitCode.OK ? ExitCode.NOT_POSSIBLE : exitCode;
    }

    private static int run(List<String> args, Console console) {
        var split = CommandWords.split(args);
        var name = split.name();
        var rest = split.rest();
        if (name == null) {
            return withoutCommand(rest, console);
        }
        if (isAskedFor(Globals.HELP.names(), rest)) {
            return say("help", Help.of(name, console.terminal().columns()), rest, console);
        }
        if (!name.runsAlone()) {
            var below = name.below().stream().map(CommandName::text).toList();
            throw CommandFailure.usage(
                    name.text() + " needs another word: " + String.join(", ", below),
                    "prodigy " + name.text() + " --help");
        }
        var command = name.load();
        var parser = new CommandParser(split.typed(), command.signature());
        var arguments = parser.parse(rest);
        Invocation call;
        int exitCode;
        try {
            call = prepared(new Invocation(console, arguments, Preferences.DEFAULT));
            exitCode = command.run(call);
        } catch (CommandFailure failure) {
            throw failure.withWayOut("prodigy " + name.text() + " --help");
        }
        if (!EXECUTING.contains(name.text())) {
            return heard(exitCode, console);
        }
        var trouble = console.trouble();
        boolean nobodyListens = CLOSED.equals(trouble) || (!call.json() && GONE.equals(trouble));
        if (trouble == null || nobodyListens) {
            return exitCode;
        }
        int told = heard(exitCode, console);
        console.err().println("What was run is recorded all the same: prodigy runs show last -o json");
        return told;
    }

    /// Checks and applies the options of every command.
    private static Invocation prepared(Invocation call) {
        if (call.has(Globals.QUIET) && call.has(Globals.VERBOSE)) {
            throw CommandFailure.usage("--quiet and --verbose exclude each other", null);
        }
        if (call.has(Globals.JSON) && "text".equals(call.value(Globals.OUTPUT))) {
            throw CommandFailure.usage("--json and --output text exclude each other", null);
        }
        var path = call.value(Globals.PATH);
        if (path == null) {
            return preferring(call.console(), call);
        }
        var directory = call.console().directory().resolve(path).normalize();
        if (!Files.isDirectory(directory)) {
            throw CommandFailure.usage("--path " + path + " is no folder", null);
        }
        return preferring(call.console().in(directory), call);
    }

    private static Invocation preferring(Console console, Invocation call) {
        return new Invocation(console, call.arguments(), Preferring.of(console));
    }

    private static int withoutCommand(List<String> options, Console console) {
        if (isAskedFor(List.of("--version"), options)) {
            return say("version", Program.NAME, options, console);
        }
        if (!isAskedFor(Globals.HELP.names(), options)) {
            var nothing = Signature.of("", List.of(), List.of());
            var parser = new CommandParser("", nothing);
            parser.parse(options);
        }
        return say("help", Help.overview(console.terminal().columns()), options, console);
    }

    private static int say(String member, String text, List<String> options, Console console) {
        if (FailureReport.isJson(options)) {
            var document = new FieldsWriter().put(member, text).done();
            console.out().println(Json.write(document));
        } else {
            console.out().println(text);
        }
        return heard(ExitCode.OK, console);
    }

    private static boolean isAskedFor(List<String> names, List<String> words) {
        return words.stream().takeWhile(word -> !word.equals("--")).anyMatch(names::contains);
    }
}
