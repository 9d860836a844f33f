package dev.prodigy.cli.status;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.runs.HistoryReading;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `prodigy status`: how far a run is, once or to its end.
public final class StatusCommand implements Command {
    private static final Option<Boolean> WATCH =
            Option.flag("again whenever something has changed, until the run ends", "--watch", "-w");
    private static final long PAUSE_MS = 250;

    /// Shows how far a run is.
    public StatusCommand() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "RUN is an id, the beginning of one, or last.",
                List.of(Argument.optional("RUN")),
                List.of(WATCH, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var look = Look.at(call, runs, run);
        look.print(call);
        while (call.has(WATCH)
                && look.isLive()
                && pause()
                && !call.console().out().checkError()) {
            var next = Look.at(call, runs, run);
            if (!next.sameAs(look)) {
                next.print(call);
                look = next;
            }
        }
        return look.reading().conclude(call);
    }

    private static boolean pause() {
        try {
            Thread.sleep(PAUSE_MS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// One look at a run.
    private record Look(Value.Fields document, HistoryReading reading, boolean isLive) {
        static Look at(Invocation call, RunArgument runs, RunRef run) {
            var service = RunServices.of(call.console());
            var record = service.record(run);
            var reading = HistoryReading.of(runs, run);
            var report = new RunStatusReport(
                    record,
                    service.read(run),
                    reading,
                    WorkflowRecord.read(runs.home().events(run.repo(), run.run()))
                            .composed());
            return new Look(report.toFields(call.console().clock().instant()), reading, record.isLive());
        }

        boolean sameAs(Look other) {
            return isLive == other.isLive
                    && String.valueOf(document.get("last_seq")).equals(String.valueOf(other.document.get("last_seq")));
        }

        void print(Invocation call) {
            if (call.json()) {
                call.document(document);
            } else {
                call.line(text("run_id") + " " + text("status") + phase() + ": " + text("workflow"));
                counts("items", document.get("counts"), call);
                counts("steps", document.get("steps"), call);
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

        private static void counts(String name, @Nullable Value counts, Invocation call) {
            if (!(counts instanceof Value.Fields(Map<String, Value> members))) {
                return;
            }
            var told = members.entrySet().stream()
                    .filter(each ->
                            !each.getValue().isNull() && !each.getValue().equals(Value.of(0)))
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
}
