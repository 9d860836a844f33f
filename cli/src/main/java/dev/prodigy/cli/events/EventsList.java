package dev.prodigy.cli.events;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.runtime.journal.JournalLookup;
import dev.prodigy.runtime.journal.JournalReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy events ls`.
public final class EventsList implements Command {
    private static final int ON_A_TERMINAL = 100;
    private static final Option<Integer> LIMIT =
            Option.value(Values::count, "N", "the newest N; usually 100 on a terminal, else all", "--limit", "-n");
    private static final Option<Path> FILE =
            Option.value(Path::of, "FILE", "read one journal file instead of a run", "--file");

    @Override
    public Signature signature() {
        var options = new ArrayList<>(EventFilter.OPTIONS);
        options.addAll(List.of(LIMIT, FILE, RunArgument.OPTION));
        return Signature.of("RUN is an id, the beginning of one, or last.", List.of(Argument.optional("RUN")), options);
    }

    @Override
    public int run(Invocation call) {
        var limit = call.value(LIMIT);
        boolean crowded =
                limit == null && !call.json() && call.console().terminal().out();
        var listing = new EventListing(call, crowded ? ON_A_TERMINAL : limit == null ? 0 : limit);
        var file = call.value(FILE);
        var run = RunArgument.given(call, call.arguments().word(0));
        if (file == null) {
            return ofRun(call, listing, run);
        }
        if (run != null) {
            throw CommandFailure.usage("--file and a run exclude each other", null);
        }
        var path = call.console().directory().resolve(file);
        if (!Files.isRegularFile(path)) {
            throw CommandFailure.usage("--file " + file + " is no file", null);
        }
        if (!holdsEvents(path)) {
            throw CommandFailure.usage(
                    "--file " + file + " holds no events", "Journals: events-*.jsonl below the home's events folder.");
        }
        try (var reader = JournalReader.openFile(path);
                var whole = new WholeEvents(path.resolveSibling(""))) {
            return listing.print(reader, whole, null, EventFilter.of(call, null));
        }
    }

    private static boolean holdsEvents(Path file) {
        try (var reader = JournalReader.openFile(file)) {
            return reader.next();
        }
    }

    /// Prints the events of a run that match the options.
    static int ofRun(Invocation call, EventListing listing, @Nullable String text) {
        var runs = new RunArgument(call.console());
        var run = runs.journal(text);
        var folder = runs.home().events(run.repo(), run.run());
        try (var reader = JournalReader.openWhole(folder);
                var whole = new WholeEvents(folder);
                var lookup = new JournalLookup(folder)) {
            return listing.print(reader, whole, run.run().text(), EventFilter.of(call, folder), lookup);
        }
    }
}
