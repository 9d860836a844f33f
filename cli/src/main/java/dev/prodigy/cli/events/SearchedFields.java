package dev.prodigy.cli.events;

import dev.prodigy.lang.expr.scope.NearNames;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.Line;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The fields that a search looks into, such as `error.code`, and what it learns of them on its way through the events.
final class SearchedFields {
    /// What every event has before its own fields.
    private static final Set<String> ENVELOPE =
            Set.of("v", "seq", "timestamp", "elapsed_ms", "event_type", "run_id", "cause");

    private final List<String> wanted;
    private final Set<String> unseen;
    private final Set<String> names = new TreeSet<>(ENVELOPE);

    SearchedFields(List<String> wanted) {
        this.wanted = wanted;
        this.unseen = new LinkedHashSet<>(wanted);
    }

    /// @return the values that an event has there
    List<Value> in(Line line, WholeEvents whole) {
        if (!unseen.isEmpty()) {
            names.addAll(line.entry().fields().members().keySet());
        }
        var found = new ArrayList<Value>();
        for (var field : wanted) {
            var value = value(line, whole, field);
            if (value != null) {
                unseen.remove(field);
                found.add(value);
            }
        }
        return found;
    }

    private static @Nullable Value value(Line line, WholeEvents whole, String field) {
        if (ENVELOPE.contains(field)) {
            return Json.parse(whole.json(line)) instanceof Value.Fields all ? all.get(field) : null;
        }
        var path = Path.parse(field);
        var value = whole.value(line, path == null ? field : path.first());
        return value == null || path == null
                ? value
                : new Path(path.segments().subList(1, path.segments().size())).in(value);
    }

    /// @return for each field that no event had: that it is so, and which one may have been meant
    List<String> missed() {
        return unseen.stream()
                .map(field -> "no event has a field `" + field + "`" + meant(field))
                .toList();
    }

    private String meant(String field) {
        var near = NearNames.of(field, names);
        return near.isEmpty() ? "" : "; did you mean " + near.getFirst() + "?";
    }
}
