package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.pattern.Glob;
import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.model.text.Text;

/// Patterns whose placeholders are filled when the step has run, so that only then they can be checked (spec 01 §3,
/// §8.4).
final class FilledPatterns {
    private FilledPatterns() {}

    /// @return the file pattern that the text comes to
    /// @throws Refused when a placeholder has no value, or the pattern is none
    static String glob(Text text, Frame frame) throws Refused, Cut {
        var glob = filled(text, frame);
        try {
            Glob.parse(glob);
            return glob;
        } catch (InvalidPattern e) {
            throw invalid("`" + glob + "` is no valid file pattern: " + e.getMessage());
        }
    }

    /// @return the regular expression that the text comes to
    /// @throws Refused when a placeholder has no value, or the expression is none
    static String regex(Text text, Frame frame) throws Refused, Cut {
        var regex = filled(text, frame);
        try {
            Regex.parse(regex);
            return regex;
        } catch (InvalidPattern e) {
            throw invalid("`" + regex + "` is no valid regular expression: " + e.getMessage());
        }
    }

    private static String filled(Text text, Frame frame) throws Refused, Cut {
        return text.source().contains("${") ? Texts.of(frame).text(text) : text.source();
    }

    private static Refused invalid(String message) {
        return new Refused(Failures.definition("INVALID_PATTERN", message));
    }
}
