package dev.prodigy.cli;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.model.value.FieldsWriter;
import java.util.List;

/// `prodigy help [COMMAND]`: the same as `--help` there.
final class HelpCommand implements Command {

    @Override
    public Signature signature() {
        return Signature.of("", List.of(Argument.any("COMMAND")), List.of());
    }

    @Override
    public int run(Invocation call) {
        var about = CommandWords.split(call.arguments().words()).name();
        int columns = call.console().terminal().columns();
        var text = about == null ? Help.overview(columns) : Help.of(about, columns);
        if (call.json()) {
            call.document(new FieldsWriter().put("help", text).done());
        } else {
            call.line(text);
        }
        return ExitCode.OK;
    }
}
