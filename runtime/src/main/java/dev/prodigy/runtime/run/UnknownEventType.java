package dev.prodigy.runtime.run;

/// The journal holds an event that this version does not understand and that is not optional: the run cannot
/// go on with it (spec 05 §5.4).
public final class UnknownEventType extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownEventType(String type, long seq) {
        super("event " + seq + " is of the unknown type " + type + ": written by a newer version?");
    }
}
