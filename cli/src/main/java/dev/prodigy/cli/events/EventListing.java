package dev.prodigy.cli.events;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.JournalLookup;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Line;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Prints the events of a journal that match, all or the newest of them, and then how the journal ends. What is valid
/// before a damage is shown (spec 05 §1).
///
/// Without a limit nothing is held back: a journal of any length is printed in constant memory.
final class EventListing {
    private final Invocation call;
    private final PrintStream out;
    private final int limit;
    private final Deque<Supplier<String>> newest = new ArrayDeque<>();
    private long total;
    private long shown;

    /// @param limit how many of the newest, or 0 for all
    EventListing(Invocation call, int limit) {
        this.call = call;
        this.out = call.console().out();
        this.limit = limit;
    }

    /// @param whole reads what the journal keeps elsewhere
    /// @param run the run's id, or null for that of the first event
    /// @return the exit code
    int print(JournalReader reader, WholeEvents whole, @Nullable String run, Predicate<Line> filter) {
        return print(reader, whole, run, filter, null);
    }

    /// @param lookup finds lines again, so that only those that are shown are made into text; or null
    int print(
            JournalReader reader,
            WholeEvents whole,
            @Nullable String run,
            Predicate<Line> filter,
            @Nullable JournalLookup lookup) {
        var name = run;
        boolean begun = false;
        while (reader.next() && !out.checkError()) {
            var line = reader.line();
            name = name == null ? line.runId() : name;
            if (!begun) {
                begin(name);
                begun = true;
            }
            if (filter.test(line)) {
                total++;
                take(line, whole, lookup);
            }
        }
        if (!begun) {
            begin(name);
        }
        newest.forEach(event -> show(event.get()));
        // a journal is not read to its end when nobody reads any more
        return end(out.checkError() ? null : failure(reader, whole, run));
    }

    private static @Nullable CommandFailure failure(JournalReader reader, WholeEvents whole, @Nullable String run) {
        return run == null
                ? JournalEnding.failure(reader.ending())
                : JournalEnding.failure(reader.ending(), whole.folder());
    }

    private void begin(@Nullable String run) {
        if (call.json()) {
            out.print("{");
            if (run != null) {
                out.print("\"run_id\":" + Json.write(Value.of(run)) + ",");
            }
            out.print("\"events\":[");
        }
    }

    private void take(Line line, WholeEvents whole, @Nullable JournalLookup lookup) {
        if (limit == 0) {
            show(text(line, whole));
            return;
        }
        if (newest.size() == limit) {
            newest.removeFirst();
        }
        long place = lookup == null ? -1 : lookup.place(line);
        if (lookup == null || place < 0) {
            var text = text(line, whole);
            newest.addLast(() -> text);
        } else {
            newest.addLast(() -> text(lookup.at(place), whole));
        }
    }

    private String text(Line line, WholeEvents whole) {
        return call.json() ? whole.json(line) : EventText.plain(line, call.style());
    }

    private void show(String event) {
        if (call.json()) {
            out.print(shown == 0 ? event : "," + event);
        } else {
            out.println(event);
        }
        shown++;
    }

    private int end(@Nullable CommandFailure failure) {
        if (call.json()) {
            out.print("],\"total\":" + total + ",\"shown\":" + shown);
            if (failure != null) {
                out.print(",\"error\":" + Json.write(failure.toValue()));
            }
            out.println("}");
        } else if (failure != null) {
            JournalEnding.tell(call, failure);
        } else if (shown < total) {
            call.note(shown + " of " + total + " events; --limit shows more");
        }
        return failure == null ? ExitCode.OK : failure.exitCode();
    }
}
