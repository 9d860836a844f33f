package dev.prodigy.cli.events;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunEnd;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalBeginning;
import dev.prodigy.runtime.journal.JournalFollower;
import dev.prodigy.runtime.journal.Line;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// `prodigy events follow`: what is there, then each event as it is written, until the run has ended.
public final class EventsFollow implements Command {
    private static final Set<String> BEGINNINGS = Set.of("workflow_started", "workflow_resumed");

    private boolean ended;

    /// Follows a run.
    public EventsFollow() {}

    @Override
    public Signature signature() {
        var options = new ArrayList<>(EventFilter.OPTIONS);
        options.add(RunArgument.OPTION);
        return Signature.of("Ends when the run does.", List.of(Argument.optional("RUN")), options);
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var folder = runs.home().events(run.repo(), run.run());
        var lock = runs.home().runLock(run.repo(), run.run());
        var filter = EventFilter.of(call, folder);
        try (var whole = new WholeEvents(folder)) {
            return follow(call, runs, run, lock, new JournalFollower(folder), line -> take(line, filter, whole, call));
        }
    }

    private int follow(
            Invocation call, RunArgument runs, RunRef run, Path lock, JournalFollower follower, Consumer<Line> taking) {
        boolean alone = false;
        while (true) {
            boolean wasAlone = alone;
            alone = isAlone(lock);
            var failure = JournalEnding.failure(follower.poll(taking));
            call.console().out().flush();
            if (failure != null) {
                throw failure;
            }
            if (ended || call.console().out().checkError()) {
                return ExitCode.OK;
            }
            if (alone && wasAlone) {
                throw gone(call, runs, run);
            }
            if (!call.pause()) {
                return ExitCode.OK;
            }
        }
    }

    private void take(Line line, EventFilter filter, WholeEvents whole, Invocation call) {
        if (RunEnd.isEnd(line.eventType())) {
            ended = true;
        } else if (BEGINNINGS.contains(line.eventType())) {
            ended = false;
        }
        if (filter.test(line)) {
            call.line(call.json() ? whole.json(line) : EventText.plain(line, call.style()));
        }
    }

    /// Asked before the journal is read: a run that ends meanwhile has written its end.
    private static boolean isAlone(Path lock) {
        return OwnerLock.holder(lock).isEmpty();
    }

    private static CommandFailure gone(Invocation call, RunArgument runs, RunRef run) {
        boolean readable = JournalBeginning.isIn(runs.home().events(run.repo(), run.run()));
        return new CommandFailure(
                ExitCode.NOT_POSSIBLE,
                "not_running",
                "the process of " + run.run() + " is gone without having ended the run"
                        + (readable ? "" : ", and so is its journal"),
                readable ? RunServices.of(call.console()).next(run) : "prodigy runs ls lists the runs that there are.");
    }
}
