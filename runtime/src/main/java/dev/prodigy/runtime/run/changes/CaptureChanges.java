package dev.prodigy.runtime.run.changes;

import dev.prodigy.lang.load.StepForms;
import dev.prodigy.model.value.Value;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Changes of how the result of a finished step is read. The result is kept, and what comes behind reads it as the
/// workflow says now: these have an effect (spec 03 §14).
///
/// @param was the steps as they were recorded
/// @param is the steps as they are now
record CaptureChanges(StepForms was, StepForms is) {
    private static final String OF_SETUP = "setup.capture_outputs";
    private static final String CAPTURE = "capture";
    private static final String FORMAT = "capture_format";
    private static final Set<String> MEMBERS =
            Set.of("capture_streams.exit_code", "capture_streams.success", "capture_streams.duration");

    /// @param change a path, where it is in a template's step that of the place where the step runs
    boolean include(String change) {
        if (PartsInUse.isIn(OF_SETUP, change)) {
            return true;
        }
        int end = change.lastIndexOf(']');
        return end >= 0
                && change.startsWith(".", end + 1)
                && includes(change.substring(0, end + 1), change.substring(end + 2));
    }

    /// What rounds of a loop capture is read in no other place.
    private boolean includes(String step, String option) {
        if (step.contains(".do[")) {
            return false;
        }
        boolean captured = value(was, step, CAPTURE) instanceof Value.Text;
        if (option.equals(CAPTURE)) {
            return captured || !(value(is, step, CAPTURE) instanceof Value.Text);
        }
        return captured && (MEMBERS.contains(option) || (option.equals(FORMAT) && isShownOtherwise(step)));
    }

    /// The value stays what it was read as; a list of lines is shown line by line.
    private boolean isShownOtherwise(String step) {
        var lines = Value.of("lines");
        return lines.equals(value(was, step, FORMAT)) != lines.equals(value(is, step, FORMAT));
    }

    private static @Nullable Value value(StepForms forms, String step, String option) {
        var form = forms.at(step);
        return form == null ? null : form.get(option);
    }
}
