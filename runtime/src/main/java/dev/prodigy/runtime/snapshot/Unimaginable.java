package dev.prodigy.runtime.snapshot;

/// Something of the state has no image, or an image is not of this program: there is no snapshot then,
/// and nothing is lost.
final class Unimaginable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unimaginable(String message) {
        super(message);
    }
}
