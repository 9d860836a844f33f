package dev.prodigy.cli.metrics;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.runtime.home.RunRef;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// `prodigy metrics`: what runs come to in numbers.
public final class MetricsCommand implements Command {
    private static final Option<String> FORMAT = Option.value(
            Values.oneOf("json", "prometheus", "otlp"),
            "json|prometheus|otlp",
            "json is the same as --output json; prometheus the text that Prometheus reads; otlp a JSON document that an"
                    + " OpenTelemetry collector takes",
            "--format");
    private static final Option<Boolean> PROMETHEUS = Option.flag("the same as --format prometheus", "--prometheus");

    private enum Form {
        TEXT,
        JSON,
        PROMETHEUS,
        OTLP
    }

    @Override
    public Signature signature() {
        return Signature.of(
                "Attempts, retries, timeouts, errors, items, dead letters, merges, breakers, tokens and cost, read from the"
                        + " journals of live and ended runs. RUN is an id, the beginning of one, or last; usually last."
                        + " The figures of several runs are added up. Those of runs that steps started are among those"
                        + " of the run that started them.",
                List.of(Argument.any("RUN")),
                List.of(FORMAT, PROMETHEUS, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var form = form(call);
        var runs = new RunArgument(call.console());
        var gathered = Gathered.of(runs, wanted(call, runs));
        switch (form) {
            case TEXT -> new MetricsText(gathered, call.style(), call::line).print();
            case JSON -> call.document(new MetricsJson(gathered).document());
            case PROMETHEUS -> new PrometheusText(call::line).print(gathered.figures());
            case OTLP -> call.document(new OtlpJson(gathered.figures(), gathered.from(), gathered.to()).document());
        }
        if (gathered.gone() > 0) {
            call.note(gathered.gone() + " of " + gathered.called()
                    + " runs that steps started are not there any more; their figures are missing");
        }
        var failure = gathered.failure();
        if (failure != null) {
            JournalEnding.tell(call, failure);
        }
        return failure == null ? ExitCode.OK : failure.exitCode();
    }

    private static Form form(Invocation call) {
        var forms = new LinkedHashSet<Form>();
        if (call.json()) {
            forms.add(Form.JSON);
        }
        var format = call.value(FORMAT);
        if (format != null) {
            forms.add(
                    switch (format) {
                        case "json" -> Form.JSON;
                        case "prometheus" -> Form.PROMETHEUS;
                        default -> Form.OTLP;
                    });
        }
        if (call.has(PROMETHEUS)) {
            forms.add(Form.PROMETHEUS);
        }
        if (forms.size() > 1) {
            throw CommandFailure.usage(
                    "there is one format at a time: --output json, --format and --prometheus exclude each other",
                    "prodigy metrics --help");
        }
        return forms.isEmpty() ? Form.TEXT : forms.iterator().next();
    }

    private static Set<RunRef> wanted(Invocation call, RunArgument runs) {
        var names = new LinkedHashSet<>(call.arguments().words());
        names.addAll(call.values(RunArgument.OPTION));
        var wanted = new LinkedHashSet<RunRef>();
        if (names.isEmpty()) {
            wanted.add(runs.resolve(null));
        }
        names.forEach(name -> wanted.add(runs.resolve(name)));
        return wanted;
    }
}
