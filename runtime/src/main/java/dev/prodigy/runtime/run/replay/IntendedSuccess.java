package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;

/// What an attempt will have come to, as its merge's intent keeps it: after a crash behind the merge nothing of it
/// is lost.
public final class IntendedSuccess {
    private IntendedSuccess() {}

    /// @return what the event of the intent keeps
    public static Value toValue(AttemptResult.Succeeded success) {
        return new FieldsWriter()
                .put("duration_ms", success.course().durationMs())
                .put("wait_ms", success.course().waitMs())
                .put("parked_ms", success.course().parkedMs())
                .put("steps", success.course().steps())
                .put("commits", success.commits())
                .put("result", success.result())
                .put("tolerated", success.tolerated())
                .done();
    }

    static AttemptResult.Succeeded read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        return new AttemptResult.Succeeded(
                new AttemptResult.Course(
                        in.number("duration_ms"), in.number("wait_ms"), in.numberOr("parked_ms", 0), in.value("steps")),
                in.texts("commits"),
                in.value("result"),
                in.truth("tolerated"));
    }
}
