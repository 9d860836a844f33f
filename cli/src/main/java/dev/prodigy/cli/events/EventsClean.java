package dev.prodigy.cli.events;

import dev.prodigy.cli.clean.CleanCommand;
import dev.prodigy.cli.clean.Cleanable;
import dev.prodigy.cli.clean.Cleaning;
import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.lang.decode.Sizes;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalTail;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy events clean`: whole runs, those that ended first in front, until the limits hold.
public final class EventsClean implements Command {
    private static final Option<Boolean> ALL_JOBS = Option.flag("all runs of this repository", "--all-jobs");
    private static final Option<Integer> MAX_EVENTS =
            Option.value(Values::count, "N", "until at most N events are left", "--max-events");
    private static final Option<Long> MAX_SIZE =
            Option.value(EventsClean::size, "SIZE", "until at most so much is left, such as 500MB", "--max-size");
    private static final Option<Boolean> ARCHIVE =
            Option.flag("pack the journals with gzip instead of removing the runs", "--archive");
    private static final Option<Path> ARCHIVE_PATH = Option.value(
            Path::of,
            "DIR",
            "with --archive: keep the packed journals there, and remove the runs with everything else of theirs",
            "--archive-path");

    @Override
    public Signature signature() {
        return new Signature(
                List.of(Argument.optional("RUN")),
                List.of(
                        ALL_JOBS,
                        CleanCommand.OLDER_THAN,
                        MAX_EVENTS,
                        MAX_SIZE,
                        ARCHIVE,
                        ARCHIVE_PATH,
                        CleanCommand.INCLUDE_RESUMABLE,
                        CleanCommand.DRY_RUN,
                        Confirmation.FORCE,
                        RunArgument.OPTION),
                "Removes whole runs, those that ended first in front, until the limits hold. Without a limit: RUN, usually"
                        + " the newest, or with --all-jobs those that ended more than 30 days ago.",
                List.of("Runs that are being executed, can be resumed or have dead letters stay."));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var text = RunArgument.given(call, call.arguments().word(0));
        if (call.has(ALL_JOBS) && text != null) {
            throw CommandFailure.usage("RUN and --all-jobs exclude each other", "prodigy events clean --help");
        }
        if (call.has(ARCHIVE_PATH) && !call.has(ARCHIVE)) {
            throw CommandFailure.usage("--archive-path goes with --archive", null);
        }
        var cleaning = new Cleaning(call, runs);
        choose(call, runs, cleaning, all(call, runs, text));
        var removal = cleaning.removal();
        var to = call.value(ARCHIVE_PATH);
        boolean dryRun = call.has(CleanCommand.DRY_RUN);
        if (!call.has(ARCHIVE)) {
            return cleaning.carryOut(removal.everything(), "Remove", dryRun);
        }
        return to == null
                ? cleaning.carryOut(removal.plainJournal(), "Pack the journals of", dryRun)
                : cleaning.carryOut(
                        removal.movedTo(call.console().directory().resolve(to)), "Move the journals of", dryRun);
    }

    private static List<RunRef> all(Invocation call, RunArgument runs, @Nullable String text) {
        if (!call.has(ALL_JOBS)) {
            return List.of(runs.resolve(text));
        }
        return call.has(Globals.ALL_REPOS) ? runs.everywhere() : runs.here();
    }

    /// Takes runs until those that are left are within the limits.
    private static void choose(Invocation call, RunArgument runs, Cleaning cleaning, List<RunRef> all) {
        var age = call.value(CleanCommand.OLDER_THAN);
        var maxEvents = call.value(MAX_EVENTS);
        var maxSize = call.value(MAX_SIZE);
        boolean limited = maxEvents != null || maxSize != null;
        var oldest = oldest(call, age, limited);
        long events = 0;
        long bytes = 0;
        var candidates = new ArrayList<Cleanable>(Cleanable.of(runs, all));
        if (limited) {
            for (var run : candidates) {
                events += events(runs, run);
                bytes += cleaning.bytes(run);
            }
        }
        for (var run : candidates) {
            boolean tooMany = (maxEvents != null && events > maxEvents) || (maxSize != null && bytes > maxSize);
            boolean tooOld = (age != null || !limited) && run.isConcerned(runs, oldest);
            if ((tooMany || tooOld) && cleaning.choose(run, call.has(CleanCommand.INCLUDE_RESUMABLE)) && limited) {
                events -= events(runs, run);
                bytes -= cleaning.bytes(run);
            }
        }
    }

    private static Instant oldest(Invocation call, @Nullable Duration age, boolean limited) {
        var now = call.console().clock().instant();
        if (age != null) {
            return now.minus(age);
        }
        return call.has(ALL_JOBS) && !limited ? now.minus(Cleanable.retention(call.console())) : now;
    }

    private static long events(RunArgument runs, Cleanable run) {
        var record = run.record();
        var folder = runs.home().events(run.run().repo(), run.run().run());
        return record == null
                ? Math.max(0, JournalTail.lastSeq(folder))
                : record.course().lastSeq();
    }

    private static Long size(String text) {
        var size = Sizes.parse(text);
        if (size == null) {
            throw new UnreadableValue("a size such as 500MB or 2GiB");
        }
        return size;
    }
}
