package dev.prodigy.engine.step;

import dev.prodigy.model.error.ErrorRecord;
import org.jspecify.annotations.Nullable;

/// One execution of a step's kind.
///
/// @param both the streams as they arrived, for `capture_streams: both` and for `.output` of a failure
/// @param error null when it was good
/// @param tolerated the kind itself accepts the failure: a loop that goes on after failed rounds
public record Attempted(
        Product product, String both, @Nullable ErrorRecord error, boolean tolerated) {

    /// @return a good execution
    static Attempted good(Product product) {
        return new Attempted(product, product.stdout(), null, false);
    }

    /// @return a failed execution that brought nothing forth
    static Attempted failed(ErrorRecord error) {
        return new Attempted(Product.NONE.failed(""), "", error, false);
    }

    /// @return the same, failed after all
    Attempted failing(ErrorRecord why) {
        return new Attempted(product.failed(both), both, why, tolerated);
    }

    /// @return whether it was good so far
    public boolean isGood() {
        return error == null;
    }
}
