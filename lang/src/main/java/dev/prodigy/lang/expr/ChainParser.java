package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.modifier.BrokenGlob;
import dev.prodigy.lang.expr.modifier.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parses what follows the path or call of a placeholder: `:modifier`, `|modifier`, and last `:-default` or
/// `|default:default` (spec 01 §8.1).
final class ChainParser {
    private static final String DEFAULT = "default:";

    /// The modifiers, and whether a default follows them at the cursor.
    ///
    /// A default is parsed only once the form of its placeholder is known: what is parsed twice at each level takes
    /// exponential time.
    record Start(List<Modifier> modifiers, boolean isDefaulted) {
        boolean isOfWords() {
            return modifiers.stream().allMatch(Modifier::isNamed);
        }

        /// @return what is wrong with the first glob that is none, or null
        @Nullable
        String trouble() {
            return modifiers.stream()
                    .filter(BrokenGlob.class::isInstance)
                    .map(glob -> ((BrokenGlob) glob).trouble())
                    .findFirst()
                    .orElse(null);
        }
    }

    private final TextPlace place;
    private final BareNames names;

    ChainParser(TextPlace place, BareNames names) {
        this.place = place;
        this.names = names;
    }

    /// @return the chain up to the end of the body, or null when what stands there is none
    @Nullable
    Chain parse(Cursor body) {
        var start = start(body);
        return start == null ? null : finish(start, body);
    }

    /// Reads modifiers up to the end of the body, or to where the default's text begins.
    ///
    /// @return them, or null when what stands there is neither
    static @Nullable Start start(Cursor body) {
        var modifiers = new ArrayList<Modifier>();
        while (!body.isAtEnd()) {
            int from = body.at;
            body.skipBlanks();
            boolean pipe = body.peek() == '|';
            if (!pipe && (body.peek() != ':' || body.at > from)) {
                return null;
            }
            body.at++;
            if (pipe ? skipDefaultWord(body) : body.skip("-")) {
                return new Start(List.copyOf(modifiers), true);
            }
            var modifier = Modifier.parse(word(body));
            if (modifier == null) {
                return null;
            }
            modifiers.add(modifier);
        }
        return new Start(List.copyOf(modifiers), false);
    }

    /// A word that is no modifier, but nearly one.
    ///
    /// @param start where it stands
    record NearModifier(int start, String word, String near) {}

    /// Reads modifiers as {@link #start} does.
    ///
    /// @return the only word among them that is none but nearly one; null where there is none or anything else is
    ///     wrong
    static @Nullable NearModifier misspelt(Cursor body) {
        NearModifier found = null;
        while (!body.isAtEnd()) {
            boolean pipe = body.peek() == '|';
            if (!pipe && body.peek() != ':') {
                return null;
            }
            body.at++;
            if (pipe ? skipDefaultWord(body) : body.skip("-")) {
                return found;
            }
            int from = body.at;
            var word = word(body);
            if (Modifier.parse(word) == null) {
                var near = found == null ? Modifier.nearest(word) : null;
                if (near == null) {
                    return null;
                }
                found = new NearModifier(from, word, near);
            }
        }
        return found;
    }

    /// @return the chain that began so, its default included
    Chain finish(Start start, Cursor body) {
        if (!start.isDefaulted) {
            return new Chain(start.modifiers, null);
        }
        int from = body.at;
        var template = new TemplateParser(place, names, false).parse(body.within(from, body.end, true));
        body.at = body.end;
        return new Chain(start.modifiers, new Chain.Fallback(template, body.braces.unescaped(from, body.end)));
    }

    private static boolean skipDefaultWord(Cursor body) {
        body.skipBlanks();
        return body.skip(DEFAULT);
    }

    private static String word(Cursor body) {
        int from = body.at;
        while (!body.isAtEnd() && body.peek() != ':' && body.peek() != '|') {
            body.at++;
        }
        return body.text.substring(from, body.at).stripTrailing();
    }
}
