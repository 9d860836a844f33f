package dev.prodigy.engine.step.result;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One execution of a step's kind.
///
/// @param both the streams as they arrived, for `capture_streams: both` and for `.output` of a failure
/// @param error null when it was good
/// @param inner what became of failures in the lists inside it
public record Attempted(
        Product product, String both, @Nullable ErrorRecord error, Inner inner) {

    /// Failures inside of kinds that run lists of steps.
    ///
    /// @param tolerated labels of the steps inside that failed and whose authors accept that
    /// @param isAccepted whether the kind accepts its own failure: a loop that goes on after failed rounds
    public record Inner(List<String> tolerated, boolean isAccepted) {
        /// There is none that stands.
        public static final Inner CLEAN = new Inner(List.of(), false);

        public Inner {
            tolerated = List.copyOf(tolerated);
        }

        /// @return what stands in a list inside
        public static Inner of(ListResult list) {
            return new Inner(list.tolerated(), false);
        }
    }

    /// @return a good execution
    public static Attempted good(Product product) {
        return new Attempted(product, product.stdout(), null, Inner.CLEAN);
    }

    /// @param error how it failed, or null
    /// @return an execution that another step made
    public static Attempted by(Product product, @Nullable ErrorRecord error) {
        return new Attempted(product, product.combined(), error, Inner.CLEAN);
    }

    /// @return a failed execution that brought nothing forth
    public static Attempted failed(ErrorRecord error) {
        return new Attempted(Product.NONE.failed(""), "", error, Inner.CLEAN);
    }

    /// @return an execution that a limit kept from beginning; its exit code is that of a timeout
    public static Attempted timedOut(ErrorRecord error) {
        return new Attempted(Product.NONE.exited(Product.TIMED_OUT).failed(""), "", error, Inner.CLEAN);
    }

    /// @return the same, failed after all: what the execution left is the evidence
    public Attempted failing(ErrorRecord why) {
        return new Attempted(product.failed(both), both, product.trace().of(why), inner);
    }

    /// @return the same failed execution, told more exactly
    public Attempted because(ErrorRecord why) {
        return new Attempted(product, both, why, inner);
    }

    /// @return the same, with further members of the product
    public Attempted with(Value.Fields more) {
        return new Attempted(product.with(more), both, error, inner);
    }

    /// @return whether it was good so far
    public boolean isGood() {
        return error == null;
    }
}
