package dev.prodigy.engine.step;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one check of a validation found (spec 01 §6).
///
/// @param threshold percent from which the work is complete
/// @param document the result document, or null
/// @param output of the last command
record ValidationReport(
        Completion completion, double threshold, @Nullable Value document, String output) {

    boolean isComplete() {
        return completion.percent() != null && completion.percent() >= threshold;
    }

    /// @return what the step failed with when this is the last check
    String message() {
        var percent = completion.percent();
        var told = percent == null
                ? "the validation failed; the work counts as not begun"
                : "validation is incomplete: " + number(percent) + " of " + number(threshold) + " percent";
        return told + (completion.objection() == null ? "" : ": " + completion.objection());
    }

    /// @return what a step that only validates prints: its document, else what the last command printed
    String text() {
        return document == null ? output : Json.write(document);
    }

    /// @param round of the handler, from 1; 0 before the first
    /// @return what follows `validation.`
    Value.Fields members(int round) {
        var members = new LinkedHashMap<String, Value>();
        members.put("implemented", Value.Null.NULL);
        members.put("gaps", Value.Null.NULL);
        if (document instanceof Value.Fields(Map<String, Value> own)) {
            members.putAll(own);
        }
        double percent = completion.percent() == null ? 0 : completion.percent();
        var missing = missing();
        members.put("completion", percentage(percent));
        members.put("completion_percentage", percentage(percent));
        members.put("complete", Value.of(isComplete()));
        members.put(
                "status", Value.of(isComplete() ? "complete" : completion.percent() == null ? "failed" : "incomplete"));
        members.put("missing", Value.of(String.join(", ", missing)));
        members.put("missing_count", Value.of(missing.size()));
        members.put("threshold", percentage(threshold));
        members.put("attempt_number", Value.of(round));
        members.put("output", Value.of(output));
        return new Value.Fields(members);
    }

    private List<String> missing() {
        return switch (document instanceof Value.Fields fields ? fields.get("missing") : null) {
            case Value.Items(var values) -> values.stream().map(Json::shown).toList();
            case Value.Text(var text) -> List.of(text);
            case null, default -> List.of();
        };
    }

    /// A whole number of percent has no decimals, as in the document that told it.
    private static Value percentage(double percent) {
        return percent == Math.rint(percent) ? Value.of((long) percent) : Value.of(percent);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
