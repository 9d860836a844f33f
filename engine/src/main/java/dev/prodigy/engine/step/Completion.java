package dev.prodigy.engine.step;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How complete the work is that a validation looked at (spec 01 §6).
///
/// @param percent null when the validation failed as a whole
/// @param objection why the work counts as not begun, where nobody said so; else null
record Completion(@Nullable Double percent, @Nullable String objection) {
    /// Nothing is missing.
    static final Completion WHOLE = of(100);

    private static final int LONGEST = 60;
    private static final String NUMBERS = "no number from 0 to 100";
    private static final String UNTOLD =
            "no field of its document tells the completion: completion_percentage, score, complete, status";

    /// The first of the fields that the document has decides; one that is null is not there. What cannot be used there
    /// counts as nothing: another field would tell of something else.
    ///
    /// @param document a valid one
    /// @return failed as a whole when it says `status: failed`
    static Completion toldBy(Value.Fields document) {
        if (Value.of("failed").equals(document.get("status"))) {
            return failed(null);
        }
        for (var name : List.of("completion_percentage", "score")) {
            var told = told(document, name);
            if (told != null) {
                return told instanceof Value.Num(var number) && isPercent(number.doubleValue())
                        ? of(number.doubleValue())
                        : unused(name, told, NUMBERS);
            }
        }
        var complete = told(document, "complete");
        if (complete != null) {
            return complete instanceof Value.Bool bool
                    ? of(bool.isTrue() ? 100 : 0)
                    : unused("complete", complete, "neither true nor false");
        }
        var status = told(document, "status");
        return status == null
                ? new Completion(0.0, UNTOLD)
                : of(Value.of("complete").equals(status) ? 100 : 0);
    }

    /// @return that the validation failed as a whole
    static Completion failed(@Nullable String objection) {
        return new Completion(null, objection);
    }

    private static Completion of(double percent) {
        return new Completion(percent, null);
    }

    private static @Nullable Value told(Value.Fields document, String name) {
        var value = document.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private static boolean isPercent(double number) {
        return number >= 0 && number <= 100;
    }

    private static Completion unused(String name, Value value, String expected) {
        var text = Json.write(value);
        var shown = text.length() > LONGEST ? "…" : text;
        return new Completion(0.0, "`" + name + ": " + shown + "` of its document is not used, it is " + expected);
    }
}
