package dev.prodigy.engine.step.text;

import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.result.StepDescription;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Where in its list a step stands, and what people read of it in its events (spec 01 §3, `name`).
///
/// @param index from 0
/// @param name the step's name with its placeholders filled, masked; null where it is told as the workflow writes it
public record StepLabel(int index, @Nullable String name) {
    private static final int LONGEST = 256;

    /// @return the place alone
    public static StepLabel at(int index) {
        return new StepLabel(index, null);
    }

    /// @return the same with the step's name, where that is another than the workflow writes. To be asked for when the
    ///     step's environment is known, and with it the secrets in that
    /// @throws Refused when a placeholder in it has no value (spec 01 §8.4)
    public StepLabel named(Step step, Frame frame) throws Refused, Cut {
        var written = written(step);
        return written == null ? this : called(Texts.of(frame).text(written), frame);
    }

    /// @return the same with as much of the step's name as has a value, for a step that is not executed
    public StepLabel shown(Step step, Frame frame) throws Cut {
        var written = written(step);
        return written == null || name != null ? this : called(Texts.of(frame).shown(written), frame);
    }

    private static @Nullable Text written(Step step) {
        var written = step.options().name();
        return written == null || written.source().indexOf('$') < 0 ? null : written;
    }

    private StepLabel called(String filled, Frame frame) {
        var masked = frame.world().masked(filled);
        return new StepLabel(index, masked.length() > LONGEST ? masked.substring(0, LONGEST) + "…" : masked);
    }

    /// @return what `step` tells of the step (spec 01 §7)
    public StepDescription describe(Tree.Changes changes, Step step, Frame frame) throws Cut {
        var name = nameOf(step, frame);
        return new StepDescription(changes, Value.of(name.text()), name.nature(), index);
    }

    /// @return the step's name, else its id, else its kind. A name whose placeholders have no value stays as it is
    private static Texts.Filled nameOf(Step step, Frame frame) throws Cut {
        var name = step.options().name();
        if (name == null) {
            var label = step.id() == null ? step.kind().keyword() : step.id();
            return new Texts.Filled(Value.of(label), Nature.TEXT);
        }
        try {
            return Texts.of(frame).value(name);
        } catch (Refused e) {
            return new Texts.Filled(Value.of(name.source()), Nature.DATA);
        }
    }

    /// @return the context of the step's events
    public Context of(Step step, Frame frame) {
        return frame.of(step).called(name);
    }
}
