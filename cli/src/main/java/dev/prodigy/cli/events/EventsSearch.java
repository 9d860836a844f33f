package dev.prodigy.cli.events;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Line;
import java.util.ArrayList;
import java.util.List;

/// `prodigy events search`: events with a value that matches.
public final class EventsSearch implements Command {
    private static final Option<List<String>> FIELDS = Option.value(
            text -> List.of(text.split(",", -1)),
            "A,B",
            "look only into these fields, such as item_id,error.code",
            "--fields");

    @Override
    public Signature signature() {
        var options = new ArrayList<>(EventFilter.OPTIONS);
        options.addAll(List.of(FIELDS, EventFilter.LIMIT, RunArgument.OPTION));
        return Signature.of(
                "REGEX is looked for in every value, however deep; it has linear-time syntax (RE2).",
                List.of(Argument.required("REGEX"), Argument.optional("RUN")),
                options);
    }

    @Override
    public int run(Invocation call) {
        var regex = regex(String.valueOf(call.arguments().word(0)));
        var names = call.value(FIELDS);
        var fields = names == null ? null : new SearchedFields(names);
        var runs = new RunArgument(call.console());
        var run = runs.journal(RunArgument.given(call, call.arguments().word(1)));
        var folder = runs.home().events(run.repo(), run.run());
        var filter = EventFilter.of(call, folder);
        var limit = call.value(EventFilter.LIMIT);
        try (var reader = JournalReader.openWhole(folder);
                var whole = new WholeEvents(folder)) {
            int exit = new EventListing(call, limit == null ? 0 : limit)
                    .print(
                            reader,
                            whole,
                            run.run().text(),
                            line -> filter.test(line)
                                    && (fields == null
                                            ? isInAny(line, whole, regex)
                                            : isIn(line, whole, fields, regex)));
            if (fields != null) {
                fields.missed().forEach(each -> call.console().err().println("prodigy: " + each));
            }
            return exit;
        }
    }

    private static Regex regex(String source) {
        try {
            return Regex.parse(source);
        } catch (InvalidPattern e) {
            throw CommandFailure.usage("`" + source + "` is no valid regular expression: " + e.getMessage(), null);
        }
    }

    private static boolean isInAny(Line line, WholeEvents whole, Regex regex) {
        return regex.isFoundIn(line.eventType()) || isFoundIn(whole.fields(line), regex);
    }

    private static boolean isIn(Line line, WholeEvents whole, SearchedFields fields, Regex regex) {
        return fields.in(line, whole).stream().anyMatch(value -> isFoundIn(value, regex));
    }

    private static boolean isFoundIn(Value value, Regex regex) {
        return switch (value) {
            case Value.Text(var text) -> regex.isFoundIn(text);
            case Value.Items(var values) -> values.stream().anyMatch(each -> isFoundIn(each, regex));
            case Value.Fields(var members) -> members.values().stream().anyMatch(each -> isFoundIn(each, regex));
            case Value.Num _, Value.Bool _, Value.Null _ -> regex.isFoundIn(Json.write(value));
        };
    }
}
