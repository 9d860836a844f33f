package dev.prodigy.cli.control;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.ItemArguments;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.run.ControlCommand;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.item.ItemIds;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.RunService;
import java.util.List;

/// `prodigy skip` and `prodigy requeue`: gives items up, or tries them again, in a run that is live or
/// not.
public final class ItemsCommand implements Command {
    private final ControlCommand command;

    /// @param command `SKIP` or `REQUEUE`
    public ItemsCommand(ControlCommand command) {
        this.command = command;
    }

    @Override
    public Signature signature() {
        var description = command == ControlCommand.SKIP
                ? "A running item is stopped first. A skipped item leaves the dead letter queue, and its run cannot be"
                        + " `completed` any more."
                : "The item leaves the dead letter queue and gets fresh attempts.";
        return Signature.of(
                description
                        + " ITEM is an item id, a number, an item key or a correlation id. On a run that is not going"
                        + " on the change is noted for the next resume or retry.",
                List.of(Argument.optional("RUN"), Argument.any("ITEM")),
                List.of(RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var words = call.arguments().words();
        boolean named = !call.values(RunArgument.OPTION).isEmpty();
        var run = runs.required(call, named || words.isEmpty() ? null : words.getFirst());
        var names = named || words.isEmpty() ? words : words.subList(1, words.size());
        if (names.isEmpty()) {
            throw CommandFailure.usage("ITEM is missing", "prodigy " + command.word() + " --help");
        }
        var items = items(runs, RunServices.of(call.console()), run, names);
        return new Delivery(call, runs, command)
                .deliver(
                        run,
                        new FieldsWriter()
                                .put(ControlCommand.ITEMS, ItemIds.of(items))
                                .done());
    }

    /// What is not so as far as the journal is valid may be so behind a damage, which is told first (spec 05 §5.4).
    private List<Integer> items(RunArgument runs, RunService service, RunRef run, List<String> names) {
        try {
            return possible(runs, run, service.read(run), names);
        } catch (CommandFailure refusal) {
            service.checkWhole(run);
            throw refusal;
        }
    }

    private List<Integer> possible(RunArgument runs, RunRef run, RunState state, List<String> names) {
        var table = state.items();
        if (table == null) {
            throw new CommandFailure(
                    ExitCode.USAGE, "item_not_found", run.run() + " has no items", "prodigy status " + run.run());
        }
        var items = ItemArguments.resolve(runs, run, state, names);
        items.forEach(item -> check(run, table, item));
        return items;
    }

    private void check(RunRef run, ItemTable table, int item) {
        var is = table.state(item);
        boolean possible = command == ControlCommand.SKIP
                ? table.mayBeGivenUp(item)
                : is == ItemState.FAILED || is == ItemState.SKIPPED;
        if (!possible) {
            throw new CommandFailure(
                    ExitCode.NOT_POSSIBLE,
                    "not_possible",
                    ItemId.of(item) + " of " + run.run() + " is "
                            + is.name().toLowerCase(java.util.Locale.ROOT) + ", so there is nothing to "
                            + command.word(),
                    "prodigy status " + run.run());
        }
    }
}
