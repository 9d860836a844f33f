package dev.prodigy.cli.events;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Line;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `prodigy events stats`: how many events there are of each kind.
public final class EventsStats implements Command {
    private static final Option<String> GROUP_BY = Option.value(
            Values.oneOf("event_type", "job_id", "agent_id", "item_id", "node_id", "phase", "hour"),
            "FIELD",
            "event_type, job_id, agent_id, item_id, node_id, phase or hour; usually event_type",
            "--group-by");

    /// The events of one key.
    ///
    /// @param key null of the events without the field
    private record Group(@Nullable String key, long count, Instant first, Instant last) {
        Group with(Instant at) {
            return new Group(key, count + 1, at.isBefore(first) ? at : first, at.isAfter(last) ? at : last);
        }

        String name() {
            return key == null ? "-" : key;
        }

        Value toValue() {
            return new FieldsWriter()
                    .put("key", Value.of(key))
                    .put("count", count)
                    .put("first", first)
                    .put("last", last)
                    .done();
        }
    }

    @Override
    public Signature signature() {
        var options = new ArrayList<>(EventFilter.OPTIONS);
        options.addAll(List.of(GROUP_BY, RunArgument.OPTION));
        return Signature.of(
                "Events without the field are a group of their own.", List.of(Argument.optional("RUN")), options);
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.journal(RunArgument.given(call, call.arguments().word(0)));
        var folder = runs.home().events(run.repo(), run.run());
        var filter = EventFilter.of(call, folder);
        var by = Objects.requireNonNullElse(call.value(GROUP_BY), "event_type");
        var groups = new HashMap<@Nullable String, Group>();
        long total = 0;
        try (var reader = JournalReader.openWhole(folder)) {
            while (reader.next()) {
                var line = reader.line();
                if (filter.test(line)) {
                    total++;
                    count(groups, key(line, by), line.timestamp());
                }
            }
            return print(call, by, total, sorted(groups), JournalEnding.failure(reader.ending(), folder));
        }
    }

    private static void count(Map<@Nullable String, Group> groups, @Nullable String key, Instant at) {
        groups.merge(key, new Group(key, 1, at, at), (group, _) -> group.with(at));
    }

    private static @Nullable String key(Line line, String by) {
        return switch (by) {
            case "event_type" -> line.eventType();
            case "job_id" -> line.runId();
            case "hour" -> Timestamps.format(line.timestamp().truncatedTo(ChronoUnit.HOURS));
            default -> line.text(by);
        };
    }

    private static List<Group> sorted(Map<@Nullable String, Group> groups) {
        return groups.values().stream()
                .sorted(Comparator.comparingLong(Group::count).reversed().thenComparing(Group::name))
                .toList();
    }

    private static int print(
            Invocation call, String by, long total, List<Group> groups, @Nullable CommandFailure failure) {
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("group_by", by)
                    .put("total", total)
                    .put(
                            "groups",
                            new Value.Items(groups.stream().map(Group::toValue).toList()))
                    .put("error", failure == null ? null : failure.toValue())
                    .done());
        } else {
            int width = String.valueOf(groups.isEmpty() ? 0 : groups.getFirst().count())
                    .length();
            groups.forEach(group -> call.line(" "
                            .repeat(width - String.valueOf(group.count()).length()) + group.count()
                    + "  " + Printable.line(group.name()) + "  "
                    + call.style().faint(Timestamps.format(group.first()) + " – " + Timestamps.format(group.last()))));
            call.line(Counted.of(total, "event"));
            if (failure != null) {
                JournalEnding.tell(call, failure);
            }
        }
        return failure == null ? ExitCode.OK : failure.exitCode();
    }
}
