package dev.prodigy.engine.classify;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.prodigy.model.error.ErrorNames;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.policy.Matcher;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.policy.RetryFilter;
import org.jspecify.annotations.Nullable;

/// Whether an entry of a list such as `retry_on` fits an error (spec 02 §3.5).
public final class Matching {
    /// Steps of the automaton that fit into the 100 ms which a match may take: a bound in work, not in time,
    /// so that the same text gets the same answer on every machine.
    private static final long MOST_STEPS = 10_000_000;

    private Matching() {}

    /// @return whether one entry fits
    public static boolean matches(Matchers matchers, ErrorRecord error) {
        return matchers.entries().stream().anyMatch(each -> matches(each, error));
    }

    /// @return whether the filter lets the error through
    public static boolean admits(RetryFilter filter, ErrorRecord error) {
        return switch (filter) {
            case RetryFilter.Every() -> true;
            case RetryFilter.RetryableOnly() -> error.retryable();
            case RetryFilter.Listed(var matchers) -> matches(matchers, error);
        };
    }

    /// @return whether the entry fits; an expression that is invalid or would take too long fits nothing
    public static boolean matches(Matcher matcher, ErrorRecord error) {
        return switch (matcher) {
            case Matcher.Any() -> true;
            case Matcher.Named(var name) -> hasName(error, ErrorNames.fold(name));
            case Matcher.Signal(var number) ->
                error.evidence().signal() != null && error.evidence().signal() == number;
            case Matcher.ExitCodes(var ranges) -> {
                var exit = error.evidence().exitCode();
                yield exit != null && ranges.stream().anyMatch(each -> each.contains(exit));
            }
            case Matcher.Pattern(var regex) -> {
                var pattern = compile(regex);
                yield pattern != null
                        && (finds(pattern, error.message())
                                || finds(pattern, error.evidence().outputTail()));
            }
        };
    }

    private static boolean hasName(ErrorRecord error, String folded) {
        return ErrorNames.fold(error.category().name()).equals(folded)
                || error.codes().stream().anyMatch(each -> ErrorNames.fold(each).equals(folded));
    }

    /// `^` and `$` hold at every line: the message and the tails of both streams are lines of their own.
    private static @Nullable Pattern compile(String regex) {
        try {
            return Pattern.compile(regex, Pattern.MULTILINE);
        } catch (PatternSyntaxException e) {
            return null;
        }
    }

    private static boolean finds(Pattern pattern, @Nullable String text) {
        return text != null
                && (long) pattern.programSize() * text.length() <= MOST_STEPS
                && pattern.matcher(text).find();
    }
}
