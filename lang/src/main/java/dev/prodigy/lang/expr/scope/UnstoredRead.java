package dev.prodigy.lang.expr.scope;

import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// A text asks for a value that contained a secret, which was not stored (spec 05 §9). Going on with the mask in its
/// place would be worse than not going on: no text, condition or default takes its place, and the run ends.
public final class UnstoredRead extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final String OF_ARGUMENT = "an argument of the run contained a secret";

    private final String step;
    private final @Nullable String reader;

    /// @param step that the value came from, as {@link Unstored} tells it
    public UnstoredRead(String step) {
        this(step, null, message(step));
    }

    private UnstoredRead(String step, @Nullable String reader, String message) {
        super(message, null, false, false);
        this.step = step;
        this.reader = reader;
    }

    /// @param message what is to be told of it, which is whole
    public static UnstoredRead told(String message) {
        return new UnstoredRead(Unstored.NO_STEP, message, message);
    }

    /// @return whether a message tells of an argument of the run, which a resume can be given again
    public static boolean isOfArgument(String message) {
        return message.contains(OF_ARGUMENT);
    }

    private static String message(String step) {
        return step.equals(Unstored.NO_STEP)
                ? OF_ARGUMENT + ", which was not stored (prodigy resume takes it again: --args VALUE)"
                : "what step `" + step + "` captured contains a secret, which was not stored; the step must run again";
    }

    /// @return the value that was asked for
    /// @throws UnstoredRead when a secret in it was not stored
    public static Value checked(Value value) {
        var step = Unstored.step(value);
        if (step != null) {
            throw new UnstoredRead(step);
        }
        return value;
    }

    /// @return the same, told of the step that asks; of steps one inside the other the innermost is told
    public UnstoredRead by(String label) {
        if (reader != null) {
            return this;
        }
        var asks = step.equals(Unstored.NO_STEP) ? "; `" + label + "` asks for it" : " before `" + label + "` can";
        return new UnstoredRead(step, label, message(step) + asks);
    }

    /// @return a value for what would have been made of the one that was asked for: who reads that asks for this one
    public Value handedOn() {
        return Unstored.mark(Value.of(Unstored.MASK), step);
    }
}
