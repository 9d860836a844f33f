package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.CaptureReader;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.engine.step.result.Trace;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the rounds of a loop have come to (spec 01 §2).
///
/// @param begun the rounds that were begun, in item order
/// @param total rounds there are in all
record ForeachRounds(List<Round> begun, int total) {

    /// No rounds.
    static final ForeachRounds NONE = new ForeachRounds(List.of(), 0);

    /// One round.
    record Round(int index, Value item, ListResult result) {
        /// The outputs are joined by line ends, so none ends with one: that of a failed step comes as it was printed.
        String output() {
            return CaptureReader.withoutLineEnds(result.last().output());
        }

        Value toValue() {
            var last = result.last();
            var code = last.exitCode();
            return new FieldsWriter()
                    .put("index", index)
                    .put("item", item)
                    .put("status", result.isGood() ? "succeeded" : "failed")
                    .put("exit_code", code == null ? null : Long.valueOf(code))
                    .put("output", output())
                    .done();
        }
    }

    /// @param continues whether the loop accepts failed rounds
    /// @return the execution of the loop
    Attempted attempted(boolean continues, long ms) {
        var text = begun.stream().map(Round::output).collect(Collectors.joining("\n"));
        var error = error();
        var product = Product.of(text, ms)
                .exited(error == null ? Integer.valueOf(0) : exitCode())
                .with(members())
                .traced(lastTrace());
        return new Attempted(error == null ? product : product.failed(text), text, error, inner(error, continues));
    }

    private Trace lastTrace() {
        return begun.isEmpty() ? Trace.NONE : begun.getLast().result().trace();
    }

    /// @return `.results .successful .failed .total`
    Value.Fields members() {
        long failed = begun.stream().filter(each -> !each.result().isGood()).count();
        return new FieldsWriter()
                .put(
                        "results",
                        new Value.Items(begun.stream().map(Round::toValue).toList()))
                .put("successful", begun.size() - failed)
                .put("failed", failed)
                .put("total", total)
                .done();
    }

    /// A typing error counts first: it must not be accepted like an ordinary failure.
    private @Nullable ErrorRecord error() {
        ErrorRecord first = null;
        for (var round : begun) {
            var error = round.result().error();
            if (error != null && error.category() == Category.DEFINITION) {
                return error;
            }
            first = first == null ? error : first;
        }
        return first;
    }

    private @Nullable Integer exitCode() {
        return begun.stream()
                .filter(each -> !each.result().isGood())
                .map(each -> each.result().last().exitCode())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private Attempted.Inner inner(@Nullable ErrorRecord error, boolean continues) {
        var tolerated = begun.stream()
                .flatMap(each -> each.result().tolerated().stream())
                .distinct()
                .toList();
        return new Attempted.Inner(tolerated, error != null && continues);
    }
}
