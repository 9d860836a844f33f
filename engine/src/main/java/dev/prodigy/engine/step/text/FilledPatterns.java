package dev.prodigy.engine.step.text;

import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.pattern.Glob;
import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.model.text.Text;
import java.util.function.Consumer;

/// Patterns whose placeholders are filled when the step has run, so that only then they can be checked (spec 01 §3,
/// §8.4).
public final class FilledPatterns {
    private FilledPatterns() {}

    /// @return the file pattern that the text comes to
    /// @throws Refused when a placeholder has no value, or the pattern is none
    public static String glob(Text text, Frame frame) throws Refused, Cut {
        return checked(text, frame, Glob::parse, "file pattern");
    }

    /// @return the regular expression that the text comes to
    /// @throws Refused when a placeholder has no value, or the expression is none
    public static String regex(Text text, Frame frame) throws Refused, Cut {
        return checked(text, frame, Regex::parse, "regular expression");
    }

    private static String checked(Text text, Frame frame, Consumer<String> parser, String what) throws Refused, Cut {
        var pattern = text.source().contains("$") ? Texts.of(frame).text(text) : text.source();
        try {
            parser.accept(pattern);
            return pattern;
        } catch (InvalidPattern e) {
            var message = "`" + pattern + "` is no valid " + what + ": " + e.getMessage();
            throw new Refused(Failures.definition("INVALID_PATTERN", message));
        }
    }
}
