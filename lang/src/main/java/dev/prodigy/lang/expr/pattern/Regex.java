package dev.prodigy.lang.expr.pattern;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// A compiled regular expression whose matching time is linear in the text (spec 01 §10.2): RE2 syntax, so no
/// backreference and no lookaround. Case-sensitive unless it says `(?i)`.
public final class Regex {
    private final Pattern pattern;

    private Regex(Pattern pattern) {
        this.pattern = pattern;
    }

    /// @throws InvalidPattern when the text is no regular expression, or one that unfolds beyond reason
    public static Regex parse(String source) {
        RegexSize.check(source);
        try {
            return new Regex(Pattern.compile(source));
        } catch (PatternSyntaxException e) {
            throw new InvalidPattern(e.getDescription() + ": `" + e.getPattern() + "`");
        }
    }

    /// @return whether the expression matches anywhere in the text
    public boolean isFoundIn(String text) {
        return pattern.matcher(text).find();
    }

    /// @return the first group of the first match, or all of it where there is no group; null when nothing matches
    public @Nullable String firstGroup(String text) {
        var matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(matcher.groupCount() > 0 ? 1 : 0) : null;
    }

    /// @return whether the expression matches the whole text
    public boolean matches(String text) {
        return pattern.matches(text);
    }

    /// @return the expression as it was written
    public String source() {
        return pattern.pattern();
    }

    @Override
    public String toString() {
        return source();
    }
}
