package dev.prodigy.cli.logs;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.config.Configuration;
import dev.prodigy.cli.runs.ItemArguments;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.cli.runs.StartingPlace;
import dev.prodigy.lang.load.LoadOptions;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `prodigy logs`: the text of the executions that match, in the order in which they began.
public final class LogsCommand implements Command {
    private static final Option<Boolean> FOLLOW =
            Option.flag("also what is printed from now on, until the run ends", "-f", "--follow", "--tail");
    private static final Option<Integer> LINES =
            Option.value(Values::count, "N", "only the last N lines of each", "--lines", "-n");
    private static final Option<Boolean> LATEST = Option.flag("only the execution that began last", "--latest");
    private static final Option<Boolean> SUMMARY = Option.flag("only the header lines", "--summary");

    /// Shows logs.
    public LogsCommand() {}

    @Override
    public Signature signature() {
        var options = new ArrayList<>(LogFilter.OPTIONS);
        options.addAll(List.of(FOLLOW, LINES, LATEST, SUMMARY, RunArgument.OPTION));
        return Signature.of("RUN is an id, the beginning of one, or last.", List.of(Argument.optional("RUN")), options);
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var logs = new RunLogs(runs, run);
        var filter = LogFilter.of(call, item(call, runs, run), steps(call, runs, run, logs));
        return call.has(FOLLOW) ? follow(call, logs, filter) : list(call, run, logs, filter);
    }

    private static @Nullable Integer item(Invocation call, RunArgument runs, RunRef run) {
        var name = call.value(LogFilter.ITEM);
        return name == null
                ? null
                : ItemArguments.resolve(
                                runs, run, RunServices.of(call.console()).read(run), List.of(name))
                        .getFirst();
    }

    private static @Nullable Set<String> steps(Invocation call, RunArgument runs, RunRef run, RunLogs logs) {
        var name = call.value(LogFilter.STEP);
        if (name == null) {
            return null;
        }
        var configuration = Configuration.of(call.console(), StartingPlace.of(call.console(), run));
        return new StepArgument(run, configuration.loading(LoadOptions.DEFAULT))
                .paths(runs.home().events(run.repo(), run.run()), logs.steps(), name);
    }

    private static int list(Invocation call, RunRef run, RunLogs logs, LogFilter filter) {
        var listing = logs.list(filter);
        var entries = latest(call, listing.entries());
        if (call.json()) {
            call.document(document(run, entries, listing.failure()));
            return exitCode(listing.failure());
        }
        var text = new LogText(call);
        once(entries, filter).forEach(entry -> {
            if (call.has(SUMMARY)) {
                text.head(entry);
            } else {
                text.more(entry, call.value(LINES));
            }
        });
        if (entries.isEmpty()) {
            call.note("no output");
        }
        return conclude(call, listing.failure());
    }

    private static Value.Fields document(RunRef run, List<LogEntry> entries, @Nullable CommandFailure failure) {
        var document = new FieldsWriter()
                .put("run_id", run.run().text())
                .put(
                        "logs",
                        new Value.Items(
                                entries.stream().<Value>map(LogEntry::toFields).toList()));
        return failure == null
                ? document.done()
                : document.put("error", failure.toValue()).done();
    }

    private static int conclude(Invocation call, @Nullable CommandFailure failure) {
        if (failure != null) {
            JournalEnding.tell(call, failure);
        }
        return exitCode(failure);
    }

    private static int exitCode(@Nullable CommandFailure failure) {
        return failure == null ? ExitCode.OK : failure.exitCode();
    }

    /// An agent's events are what it printed: as text they are shown once, unless a stream is asked for.
    private static List<LogEntry> once(List<LogEntry> entries, LogFilter filter) {
        if (filter.stream() != null) {
            return entries;
        }
        var agents = entries.stream()
                .filter(each -> each.place().stream().equals("agent"))
                .map(each -> each.place().execution())
                .collect(Collectors.toSet());
        return entries.stream()
                .filter(each -> !each.place().stream().equals("stdout")
                        || !agents.contains(each.place().execution()))
                .toList();
    }

    /// All streams of the execution that began last.
    private static List<LogEntry> latest(Invocation call, List<LogEntry> entries) {
        if (!call.has(LATEST) || entries.isEmpty()) {
            return entries;
        }
        var last = entries.getLast().place();
        return entries.stream()
                .filter(each -> each.place().stepKey().equals(last.stepKey())
                        && each.place().attempt() == last.attempt())
                .toList();
    }

    private static int follow(Invocation call, RunLogs logs, LogFilter filter) {
        var text = new LogText(call);
        boolean live = true;
        boolean first = true;
        CommandFailure failure = null;
        while (live) {
            // asked before the logs are read: what a run printed before its end is shown
            live = logs.isLive();
            var listing = logs.list(filter);
            failure = listing.failure();
            for (var entry : once(first ? latest(call, listing.entries()) : listing.entries(), filter)) {
                text.more(entry, first ? call.value(LINES) : null);
            }
            first = false;
            call.console().out().flush();
            live = live && failure == null && !call.console().out().checkError() && call.pause();
        }
        return conclude(call, failure);
    }
}
