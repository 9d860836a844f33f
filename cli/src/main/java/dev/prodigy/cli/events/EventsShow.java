package dev.prodigy.cli.events;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.RunArgument;
import java.util.ArrayList;
import java.util.List;

/// `prodigy events RUN` and `prodigy events show RUN`: all of them, or the newest.
public final class EventsShow implements Command {
    private static final Option<Boolean> FOLLOW = Option.flag("go on until the run ends", "-f", "--follow");

    @Override
    public Signature signature() {
        var options = new ArrayList<>(EventFilter.OPTIONS);
        options.addAll(List.of(EventFilter.LIMIT, FOLLOW, RunArgument.OPTION));
        return Signature.of("RUN is an id, the beginning of one, or last.", List.of(Argument.optional("RUN")), options);
    }

    @Override
    public int run(Invocation call) {
        if (call.has(FOLLOW)) {
            if (call.has(EventFilter.LIMIT)) {
                throw CommandFailure.usage(
                        "--limit and --follow exclude each other: what is to come has no newest", null);
            }
            return new EventsFollow().run(call);
        }
        var limit = call.value(EventFilter.LIMIT);
        return EventsList.ofRun(
                call,
                new EventListing(call, limit == null ? 0 : limit),
                RunArgument.given(call, call.arguments().word(0)));
    }
}
