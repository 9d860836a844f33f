package dev.prodigy.cli;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.model.value.FieldsWriter;
import java.util.List;
import java.util.Locale;

/// `prodigy completion`: a script for a shell, on stdout.
final class CompletionCommand implements Command {

    @Override
    public Signature signature() {
        return Signature.of(
                "SHELL is bash, zsh or fish. The first line of the script says how to use it.",
                List.of(Argument.required("SHELL")),
                List.of());
    }

    @Override
    public int run(Invocation call) {
        var shell = call.arguments().words().getFirst();
        if (!Completion.shells().contains(shell)) {
            throw CommandFailure.usage(
                    "SHELL must be one of " + String.join(", ", Completion.shells()) + ", not `" + shell + "`",
                    "prodigy completion --help");
        }
        var script = Completion.valueOf(shell.toUpperCase(Locale.ROOT)).script();
        if (call.json()) {
            call.document(
                    new FieldsWriter().put("shell", shell).put("script", script).done());
        } else {
            call.console().out().print(script);
        }
        return ExitCode.OK;
    }
}
