package dev.prodigy.cli;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.Remedy;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.run.replay.UnknownEventType;
import dev.prodigy.runtime.run.request.RunRefused;
import java.util.List;

/// Tells that a command could not do its work: words on stderr, with `-o json` the one document on
/// stdout.
///
/// Loaded only when something failed: it knows what the storage throws, which other commands never
/// need.
final class FailureReport {
    private FailureReport() {}

    /// @param args the command line, which may be what is wrong
    /// @return the exit code
    static int print(Throwable thrown, List<String> args, Console console) {
        var failure = failure(thrown);
        if (thrown instanceof Error || has(Globals.DEBUG.names(), args)) {
            thrown.printStackTrace(console.err());
        }
        if (isJson(args)) {
            var document = new FieldsWriter().put("error", failure.toValue()).done();
            console.out().println(Json.write(document));
        } else {
            failure.lines().forEach(line -> console.err().println("prodigy: " + Printable.text(line)));
            if (failure.hint() != null) {
                console.err().println();
                console.err().println(failure.hint());
            }
        }
        return failure.exitCode();
    }

    /// @return whether the command line asks for JSON, however wrong the rest of it is
    static boolean isJson(List<String> args) {
        for (int i = 0; i < args.size() && !args.get(i).equals("--"); i++) {
            var word = args.get(i);
            boolean next = word.equals("-o") || word.equals("--output");
            if (List.of("--json", "-ojson", "-o=json", "--output=json").contains(word)
                    || (next && i + 1 < args.size() && args.get(i + 1).equals("json"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(List<String> names, List<String> args) {
        return args.stream().anyMatch(names::contains);
    }

    private static CommandFailure failure(Throwable thrown) {
        return switch (thrown) {
            case CommandFailure failure -> failure;
            case StorageFailure failure -> Remedy.failure(failure);
            case JournalDamaged failure -> JournalEnding.failure(failure);
            case UnknownEventType failure ->
                new CommandFailure(
                        ExitCode.STORAGE,
                        "newer_version",
                        String.valueOf(failure.getMessage()),
                        JournalEnding.OTHER_VERSION);
            case RunRefused refused ->
                new CommandFailure(
                        refused.exitCode(),
                        refused.code(),
                        String.valueOf(refused.getMessage()),
                        refused.hint(),
                        refused.more());
            default ->
                new CommandFailure(
                        ExitCode.NOT_POSSIBLE,
                        "internal_error",
                        "this is a fault of prodigy itself: " + thrown,
                        "The same command with --debug shows where.");
        };
    }
}
