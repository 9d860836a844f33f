package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.run.NotUnderstood;
import dev.prodigy.engine.run.RunState;

/// The journal holds an event that this version does not understand and that is not optional: the run cannot
/// go on with it (spec 05 §5.4).
public final class UnknownEventType extends RuntimeException {
    private static final long serialVersionUID = 1;

    private UnknownEventType(NotUnderstood event) {
        super(describe(event));
    }

    /// Lets nobody write on behind what is not understood: to the journal, or a view of it.
    ///
    /// @throws UnknownEventType when the state was folded over such an event
    public static void refuse(RunState state) {
        if (state.unknown() != null) {
            throw new UnknownEventType(state.unknown());
        }
    }

    /// @return the event and its type, for people
    public static String describe(NotUnderstood event) {
        return "event " + event.seq() + " is of the unknown type " + event.type() + ": written by a newer version?";
    }
}
