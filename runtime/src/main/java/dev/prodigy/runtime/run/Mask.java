package dev.prodigy.runtime.run;

import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Segment;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A name under which a resume would find a mask where a secret stood (spec 05 §9).
///
/// @param harmed which of the paths that begin with the name lead to the mask
/// @param plain whether it is a variable, which programs get too, rather than a namespace
record Mask(Source source, String name, Predicate<Path> harmed, boolean plain) {

    /// Which step the mask comes from.
    ///
    /// @param seq of the event that has it; what ended later hides it
    /// @param extent where it is seen
    record Source(StepTree.Node node, StepKey key, long seq, Extent extent) {
        /// @return the same step, of which it is what reacted to it
        Source left() {
            return in(Extent.LEFT);
        }

        /// @return the same step, whose values are seen elsewhere
        Source in(Extent other) {
            return new Source(node, key, seq, other);
        }
    }

    /// Where a step's values are seen.
    enum Extent {
        /// Behind the step and in what reacts to it; each execution makes it anew.
        PRODUCT,
        /// The same, but what reacts to the step made it.
        LEFT,
        /// Behind the phase, which gives it whatever its steps have given.
        PHASE
    }

    /// @return the same mask under the name of an entry of an environment
    Mask as(String entry) {
        return new Mask(source, entry, _ -> true, true);
    }

    /// @return the member that a path asks of its first name, or null where it asks for all of it
    static @Nullable String member(Path path) {
        return path.segments().size() < 2
                ? null
                : switch (path.segments().get(1)) {
                    case Segment.Name(String name) -> name;
                    case Segment.Key(String name) -> name;
                    case Segment.Index _, Segment.Each _ -> null;
                };
    }
}
