package dev.prodigy.model.policy;

import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;

/// One entry of a list such as `retry_on` (spec 02 §3.5). Data only; the engine compares it with an error.
public sealed interface Matcher {

    /// Everything: `any` or `"*"`.
    record Any() implements Matcher {}

    /// A category, a status, a class of statuses or any other name among the `codes` of an error; `{code: X}` too.
    /// Compared without regard to case and `_`.
    ///
    /// @param name as written, such as `server_error`, `503`, `5xx`, `EXIT_75`
    record Named(String name) implements Matcher {}

    /// One of these exit statuses.
    record ExitCodes(List<Range> ranges) implements Matcher {
        public ExitCodes {
            ranges = List.copyOf(ranges);
        }
    }

    /// Killed by this signal.
    record Signal(int number) implements Matcher {}

    /// A regular expression found in the message or the end of the output; case-sensitive unless it says otherwise.
    record Pattern(String regex) implements Matcher {}

    /// Exit statuses from `first` to `last`, both included.
    record Range(int first, int last) {
        /// @return whether the status lies in the range
        public boolean contains(int status) {
            return first <= status && status <= last;
        }

        private Value toValue() {
            return first == last ? Value.of(first) : Value.of(first + "-" + last);
        }
    }

    /// @return the entry as it could be written in a workflow
    default Value toValue() {
        return switch (this) {
            case Any() -> Value.of("any");
            case Named(var name) -> Value.of(name);
            case Signal(var number) -> field("signal", Value.of(number));
            case Pattern(var regex) -> field("pattern", Value.of(regex));
            case ExitCodes(var ranges) ->
                ranges.size() == 1
                                && ranges.getFirst().first()
                                        == ranges.getFirst().last()
                        ? field("exit_code", ranges.getFirst().toValue())
                        : field(
                                "exit_codes",
                                new Value.Items(
                                        ranges.stream().map(Range::toValue).toList()));
        };
    }

    private static Value field(String key, Value value) {
        return new Value.Fields(Map.of(key, value));
    }
}
