package dev.prodigy.model.value;

/// An object is not what this program would have written.
public final class UnreadableFields extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// A failure that names the member.
    public UnreadableFields(String message) {
        super(message);
    }
}
