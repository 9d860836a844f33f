package dev.prodigy.engine.step.text;

import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.text.Text;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The result document of a validation: only one that was written since the step began counts (spec 01 §6).
///
/// File systems tell time coarser than clocks do, so a file counts too when its time is merely another one
/// than at the step's beginning.
///
/// @param before its time at the beginning in milliseconds, or null when there was none
/// @param begun when the step began, in milliseconds
/// @param seen whether anybody looked at the beginning; not so when the path had no value yet, or the step began in
///     an earlier process
public record ResultFile(Text path, @Nullable Long before, long begun, boolean seen) {

    /// @return the validation of a step, as an option or alone; null where there is none
    static @Nullable Validation validationOf(Step step) {
        return step.kind() instanceof StepKind.Validate(var alone)
                ? alone
                : step.reactions().validation();
    }

    /// @param begunEarlier when an earlier process began the step, or null
    /// @return what is to be remembered of the step's result file, or null when it has none
    public static @Nullable ResultFile remember(Step step, Frame frame, @Nullable Instant begunEarlier) throws Cut {
        var validation = validationOf(step);
        var path = validation == null ? null : validation.resultFile();
        if (path == null) {
            return null;
        }
        if (begunEarlier != null) {
            return new ResultFile(path, null, begunEarlier.toEpochMilli(), false);
        }
        long now = frame.world().now().now().toEpochMilli();
        try {
            return new ResultFile(path, written(path, frame), now, true);
        } catch (Refused e) {
            return new ResultFile(path, null, now, false);
        }
    }

    /// @return its text, or null when there is none that counts
    /// @throws Refused when the path has no value still
    @Nullable
    public String read(Frame frame) throws Refused, Cut {
        var written = written(path, frame);
        boolean counts = written != null && (written >= begun || (seen && !written.equals(before)));
        return counts
                ? frame.world()
                        .tree()
                        .read(
                                frame.place().directory(),
                                Texts.of(frame).filePath(path).text())
                : null;
    }

    private static @Nullable Long written(Text path, Frame frame) throws Refused, Cut {
        var file = Texts.of(frame).filePath(path).text();
        return frame.world().tree().writtenAt(frame.place().directory(), file);
    }
}
