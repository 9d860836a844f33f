package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.step.Step;
import org.jspecify.annotations.Nullable;

/// Where in its list a step stands, and what people read of it in its events (spec 01 §3, `name`).
///
/// @param index from 0
/// @param name the step's name with its placeholders filled, masked; null where it has none, or they have no value
record StepLabel(int index, @Nullable String name) {
    private static final int LONGEST = 256;

    /// @return the place alone
    static StepLabel at(int index) {
        return new StepLabel(index, null);
    }

    /// @return the same with the step's name, where that is another than the workflow writes. To be asked for when the
    ///     step's environment is known, and with it the secrets in that
    StepLabel named(Step step, Frame frame) throws Cut {
        var written = step.options().name();
        if (written == null || written.source().indexOf('$') < 0) {
            return this;
        }
        try {
            var filled = frame.world().masked(Texts.of(frame).text(written));
            return new StepLabel(index, filled.length() > LONGEST ? filled.substring(0, LONGEST) + "…" : filled);
        } catch (Refused e) {
            return this;
        }
    }

    /// @return the context of the step's events
    Context of(Step step, Frame frame) {
        return frame.of(step).called(name);
    }
}
