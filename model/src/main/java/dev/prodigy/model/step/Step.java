package dev.prodigy.model.step;

import dev.prodigy.model.source.Span;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One step, wherever it stands: the only step model there is (spec 01 §2–§6).
///
/// @param path its place in the workflow, such as `map.agent_template[0].on_failure[0]` (spec 05 §1, STEP)
/// @param id the name that gives `${id.…}`, or null
/// @param kind what it does
/// @param options how it does it
/// @param reactions what follows from its outcome
/// @param open what of all that is known only when it starts, or null; until then nothing or a literal stands in its
///     place
public record Step(
        String path,
        @Nullable String id,
        StepKind kind,
        StepOptions options,
        Reactions reactions,
        Span span,
        @Nullable OpenSettings open) {

    /// @return the same with this limit on each execution where it says none of its own; null changes nothing
    public Step limitedTo(@Nullable Duration attempt) {
        var own = options.limits();
        return attempt == null || own.attempt() != null
                ? this
                : new Step(
                        path,
                        id,
                        kind,
                        options.with(new StepOptions.Limits(attempt, own.idle(), own.total())),
                        reactions,
                        span,
                        open == null ? null : open.limitedTo(attempt));
    }

    /// @return the same, of which that is known only when it starts
    public Step with(OpenSettings settings) {
        return new Step(path, id, kind, options, reactions, span, settings);
    }

    /// @return what checks the work, be it an option or the kind itself, or null
    public @Nullable Validation validation() {
        return kind instanceof StepKind.Validate(var alone) ? alone : reactions.validation();
    }

    /// @return the step's id, else its path: how events, errors and `PRODIGY_STEP` call it
    public String label() {
        return id == null ? path : id;
    }
}
