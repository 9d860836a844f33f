package dev.prodigy.lang.shell.command;

import dev.prodigy.lang.shell.request.Identifier;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The variables that a stretch of a shell text reads under their bare names.
public final class Expansions {
    private static final Pattern DOLLAR = Pattern.compile("\\$(\\{)?([A-Za-z_][A-Za-z0-9_]*|[1-9@*])");
    private static final Pattern BARE =
            Pattern.compile("(?<![A-Za-z0-9_{}$.#'\"\\\\])\\$?()([A-Za-z_][A-Za-z0-9_]*)(?![A-Za-z0-9_(]|\\s*=[^=])");
    private static final Pattern GIVEN =
            Pattern.compile("(?<![A-Za-z0-9_{}$.#'\"\\\\])()([A-Za-z_][A-Za-z0-9_]*)(?=\\s*=[^=])");
    /// Not the names that begin like one (`${!NAME*}`), nor the keys of a list.
    private static final Pattern INDIRECT =
            Pattern.compile("\\G!()([A-Za-z_][A-Za-z0-9_]*)(?![A-Za-z0-9_\\[]|[*@]\\})");

    private Expansions() {}

    /// A name that is read.
    ///
    /// @param name of a variable; or a positional parameter, `@` or `*`
    /// @param braced whether a brace stands in front of the name: then it may be a placeholder
    /// @param start of the name, with its dollar sign
    /// @param end exclusive
    public record Read(String name, boolean braced, int start, int end) {
        /// @return whether this is a parameter of the script or of a function, not a variable
        public boolean isPositional() {
            return !Identifier.is(name);
        }
    }

    /// @return what arithmetic reads: names need no dollar sign there
    public static List<Read> inArithmetic(String text, int start, int end) {
        return found(BARE, text, start, end);
    }

    /// @return the variables that arithmetic gives a number, `NAME = …`
    public static List<Read> givenInArithmetic(String text, int start, int end) {
        return found(GIVEN, text, start, end);
    }

    /// @return the name behind an exclamation mark, where it is that of a variable that holds another's name
    public static List<Read> indirect(String text, int mark) {
        return found(INDIRECT, text, mark, text.length());
    }

    /// @return what looks as if the shell expanded it, quoted or not
    public static List<Read> anywhere(String text) {
        return found(DOLLAR, text, 0, text.length());
    }

    /// @return what the shell expands outside of single quotes
    static List<Read> inWord(String text, int start, int end) {
        var quoted = new boolean[Math.max(0, end - start)];
        boolean single = false;
        boolean twice = false;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            quoted[i - start] = single;
            if (c == '\\' && !single) {
                i++;
                if (i < end) {
                    quoted[i - start] = true;
                }
            } else if (c == '\'' && !twice) {
                single = !single;
            } else if (c == '"' && !single) {
                twice = !twice;
            }
        }
        return found(DOLLAR, text, start, end).stream()
                .filter(read -> !quoted[read.start() - start])
                .toList();
    }

    /// @return what the shell expands in a here-document, where quotes are like any other character
    static List<Read> inBody(String text, int start, int end) {
        return found(DOLLAR, text, start, end).stream()
                .filter(read -> read.start() == 0 || text.charAt(read.start() - 1) != '\\')
                .toList();
    }

    private static List<Read> found(Pattern pattern, String text, int start, int end) {
        var matcher = pattern.matcher(text).region(start, end).useTransparentBounds(true);
        var found = new ArrayList<Read>();
        while (matcher.find()) {
            found.add(new Read(
                    matcher.group(2),
                    matcher.group(1) != null && !matcher.group(1).isEmpty(),
                    matcher.start(),
                    matcher.end()));
        }
        return found;
    }
}
