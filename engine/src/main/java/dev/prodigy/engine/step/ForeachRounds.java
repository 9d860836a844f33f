package dev.prodigy.engine.step;

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
    private static final String RESULTS = "results";
    private static final String SUCCESSFUL = "successful";
    private static final String FAILED = "failed";
    private static final String TOTAL = "total";

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

    /// @return those among the members of a product that tell of rounds
    static Value.Fields among(Value.Fields members) {
        var out = new FieldsWriter();
        for (var name : List.of(RESULTS, SUCCESSFUL, FAILED, TOTAL)) {
            var value = members.get(name);
            if (value != null) {
                out.put(name, value);
            }
        }
        return out.done();
    }

    /// @return `.results .successful .failed .total`
    Value.Fields members() {
        long failed = begun.stream().filter(each -> !each.result().isGood()).count();
        return new FieldsWriter()
                .put(RESULTS, new Value.Items(begun.stream().map(Round::toValue).toList()))
                .put(SUCCESSFUL, begun.size() - failed)
                .put(FAILED, failed)
                .put(TOTAL, total)
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
