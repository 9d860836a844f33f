package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// `prodigy batch`: a mapreduce workflow named `batch` with one item for each file that matches.
public final class BatchCommand implements Command {
    private static final int USUAL_WIDTH = 5;
    private static final Option<String> COMMAND =
            Option.value(Values::text, "CMD", "what to run for each file, which is ${item}; as for exec", "--command");
    private static final Option<Integer> PARALLEL =
            Option.value(Values::parallelism, "N", "files at once; usually 5", "--parallel", "--max-parallel");

    /// Runs one command for many files.
    public BatchCommand() {}

    @Override
    public Signature signature() {
        var options = new ArrayList<Option<?>>(List.of(COMMAND, PARALLEL, CommandStep.RETRY, CommandStep.TIMEOUT));
        options.addAll(RunCommand.OF_A_BEGINNING);
        options.addAll(Execution.OPTIONS_BUT_TIMEOUT);
        options.remove(Execution.MAX_PARALLEL);
        return Signature.of(
                "PATTERN is a glob below the folder, such as `src/**/*.py`; ** crosses folders. Commits are merged without"
                        + " asking.",
                List.of(Argument.required("PATTERN")),
                options);
    }

    @Override
    public int run(Invocation call) {
        var command = call.value(COMMAND);
        if (command == null) {
            throw CommandFailure.usage("--command is missing", "prodigy batch --help");
        }
        var pattern = call.arguments().words().getFirst();
        var step = CommandStep.of(call, command);
        var files = FilesMatching.below(call.console().directory(), pattern).paths();
        if (files.isEmpty()) {
            throw PassOptions.noMatch(List.of(pattern));
        }
        var parallel = call.value(PARALLEL);
        int width = parallel == null ? USUAL_WIDTH : parallel;
        var map = new FieldsWriter()
                .put("input", Value.ofTexts(files))
                .put("item_key", "item")
                .put("max_parallel", width)
                .put("agent_template", new Value.Items(List.of(step)))
                .done();
        var document = new FieldsWriter()
                .put("name", "batch")
                .put("mode", "mapreduce")
                .put("map", map)
                .done();
        var execution = RunCommand.execution(call, Merging.UNASKED);
        var loading = execution.loading();
        return RunCommand.start(call, execution, loading, loading.written("<batch>", Json.write(document)));
    }
}
