package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.letter.DeadLetter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// `prodigy dlq stats`: how many dead letters there are in each run.
public final class DlqStats implements Command {

    @Override
    public Signature signature() {
        return Signature.of(
                "Without RUN all runs of this repository that have any.",
                List.of(Argument.optional("RUN")),
                List.of(RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var text = RunArgument.given(call, call.arguments().word(0));
        var run = text == null ? null : runs.resolve(text);
        try (var letters = Letters.open(call, runs, run)) {
            var jobs = new ArrayList<Job>();
            for (var each : letters.boxes()) {
                if (run != null || each.box().count() > 0) {
                    var job = new Job(each.run(), workflow(runs, each.run()));
                    each.letters().forEach(job::add);
                    jobs.add(job);
                }
            }
            letters.lookAtFiles();
            var failure = letters.failure();
            if (call.json()) {
                call.document(new FieldsWriter()
                        .put("total", jobs.stream().mapToLong(job -> job.total).sum())
                        .put(
                                "jobs",
                                new Value.Items(
                                        jobs.stream().<Value>map(Job::toFields).toList()))
                        .put("error", failure == null ? null : failure.toValue())
                        .done());
            } else {
                jobs.forEach(job -> call.line(job.toText()));
                if (jobs.isEmpty()) {
                    call.note("no dead letters");
                }
                if (failure != null) {
                    JournalEnding.tell(call, failure);
                }
            }
            return failure == null ? ExitCode.OK : failure.exitCode();
        }
    }

    private static String workflow(RunArgument runs, RunRef run) {
        try (var reader = JournalReader.open(runs.home().events(run.repo(), run.run()))) {
            var name = reader.next() ? reader.line().text("workflow") : null;
            return name == null ? "" : name;
        }
    }

    /// The figures of one run.
    private static final class Job {
        private final RunRef run;
        private final String workflow;
        private final TreeMap<String, Long> types = new TreeMap<>();
        private long total;
        private long eligible;
        private @Nullable Instant oldest;
        private @Nullable Instant newest;

        Job(RunRef run, String workflow) {
            this.run = run;
            this.workflow = workflow;
        }

        void add(DeadLetter letter) {
            total++;
            eligible += letter.facts().reprocessEligible() ? 1 : 0;
            var error = letter.error();
            if (error != null) {
                types.merge(error.category().word(), 1L, Long::sum);
                var at = letter.history().getLast().failedAt();
                oldest = oldest == null || at.isBefore(oldest) ? at : oldest;
                newest = newest == null || at.isAfter(newest) ? at : newest;
            }
        }

        Value.Fields toFields() {
            return new FieldsWriter()
                    .put("job_id", run.run().text())
                    .put("workflow", workflow)
                    .put("total", total)
                    .put("eligible", eligible)
                    .put("oldest_failed_at", oldest)
                    .put("newest_failed_at", newest)
                    .put("error_types", types())
                    .done();
        }

        String toText() {
            return run.run() + "  " + Printable.line(workflow) + "  " + Counted.of(total, "dead letter") + ", "
                    + eligible + " eligible  " + Json.write(types());
        }

        private Value.Fields types() {
            var counts = new FieldsWriter();
            types.entrySet().stream()
                    .sorted((one, other) -> Long.compare(other.getValue(), one.getValue()))
                    .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
            return counts.done();
        }
    }
}
