package dev.prodigy.cli.status;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.runs.HistoryReading;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.cli.runs.RunSight;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One look at how far a run is.
///
/// @param document what `status` tells of it (spec 05 §2.6)
record StatusSnapshot(Value.Fields document, HistoryReading reading, boolean isLive) {
    /// Looks at the run as its journal tells it now.
    static StatusSnapshot at(Invocation call, RunArgument runs, RunRef run) {
        var service = RunServices.of(call.console());
        var sight = RunSight.of(service, runs, run, true);
        var report = new RunStatusReport(
                sight,
                WorkflowRecord.read(runs.home().events(run.repo(), run.run())).composed());
        return new StatusSnapshot(
                report.toFields(call.console().clock().instant()),
                sight.reading(),
                sight.record().isLive());
    }

    /// Follows the run from here: each look that tells something new is printed, until the run ends or nobody reads
    /// on.
    ///
    /// @return the last look
    StatusSnapshot follow(Invocation call, RunArgument runs, RunRef run) {
        var last = this;
        var took = Duration.ZERO;
        while (last.isLive && call.pause(took) && !call.console().out().checkError()) {
            var begun = call.console().clock().instant();
            var next = at(call, runs, run);
            took = Duration.between(begun, call.console().clock().instant());
            if (!next.sameAs(last)) {
                next.print(call);
                last = next;
            }
        }
        return last;
    }

    private boolean sameAs(StatusSnapshot other) {
        return isLive == other.isLive
                && String.valueOf(document.get("last_seq")).equals(String.valueOf(other.document.get("last_seq")));
    }

    /// Prints it.
    void print(Invocation call) {
        if (call.json()) {
            call.document(document);
        } else {
            call.line(text("run_id") + " " + text("status") + phase() + ": " + text("workflow"));
            if (document.get("dispatch") != null) {
                call.line("paused  when it is resumed nothing starts until: prodigy resume-dispatch " + text("run_id"));
            }
            counts("items", document.get("counts"), call);
            counts("steps", document.get("steps"), call);
            breakers(call);
            if (document.get("next_due_at") instanceof Value.Text(var due)) {
                call.line("next  " + due);
            }
            if (document.get("eta_ms") instanceof Value.Num(var left)) {
                call.line("left  about " + Durations.format(Duration.ofSeconds(left.longValue() / 1000)));
            }
            counts("cost", document.get("cost"), call);
            if (document.get("error") instanceof Value.Fields error) {
                call.line("error  " + Printable.line(word(error.get("code")) + ": " + word(error.get("message"))));
            }
        }
        call.console().out().flush();
    }

    private String phase() {
        var phase = document.get("phase");
        return phase == null || text("phase").equals("done") ? "" : " in " + text("phase");
    }

    private void breakers(Invocation call) {
        if (!(document.get("breakers") instanceof Value.Items(var breakers))) {
            return;
        }
        for (var each : breakers) {
            if (each instanceof Value.Fields breaker
                    && !word(breaker.get("state")).equals("closed")) {
                var until = breaker.get("until");
                var failures = word(breaker.get("failures"));
                call.line("breaker  " + word(breaker.get("key")) + " " + word(breaker.get("state"))
                        + (until == null ? "" : " until " + word(until))
                        + " after " + failures + (failures.equals("1") ? " failure" : " failures"));
            }
        }
    }

    private static void counts(String name, @Nullable Value counts, Invocation call) {
        if (!(counts instanceof Value.Fields(Map<String, Value> members))) {
            return;
        }
        var told = members.entrySet().stream()
                .filter(each -> !each.getValue().isNull() && !each.getValue().equals(Value.of(0)))
                .map(each -> word(each.getValue()) + " " + each.getKey())
                .collect(Collectors.joining(", "));
        if (!told.isEmpty()) {
            call.line(name + "  " + told);
        }
    }

    private String text(String name) {
        return word(document.get(name));
    }

    private static String word(@Nullable Value value) {
        return switch (value) {
            case null -> "";
            case Value.Text(var text) -> Printable.line(text);
            case Value other -> Json.write(other);
        };
    }
}
