package dev.prodigy.cli.schema;

import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.lang.schema.WorkflowSchema;
import dev.prodigy.model.workflow.Workflow.Mode;
import java.util.List;
import java.util.Locale;

/// `prodigy schema`. The schema is the result, in text mode too.
public final class SchemaCommand implements Command {
    private static final Option<String> MODE =
            Option.value(Values.oneOf("standard", "mapreduce"), "MODE", "standard or mapreduce only", "--mode");

    @Override
    public Signature signature() {
        return Signature.of("For editors: draft 2020-12, with descriptions and defaults.", List.of(), List.of(MODE));
    }

    @Override
    public int run(Invocation call) {
        var mode = call.value(MODE);
        call.document(
                mode == null
                        ? WorkflowSchema.ofEveryMode()
                        : WorkflowSchema.of(Mode.valueOf(mode.toUpperCase(Locale.ROOT))));
        return ExitCode.OK;
    }
}
