package dev.prodigy.lang.expr.pattern;

import java.util.ArrayList;
import java.util.List;

/// One or several file patterns, such as `*.rs` or `src/**/*.ts,docs/*` (spec 01 §8.3). Matching is linear in the
/// path.
///
/// `*` and `?` stay within a folder, `**` crosses folders, `[a-z]` and `[!a-z]` are one character of a set, a
/// backslash makes the next character plain. A pattern with `/` must match the whole path, another one the file
/// name. Dot files are files like any other.
public final class Glob {
    private record Alternative(Regex regex, boolean wholePath) {}

    private final String source;
    private final List<Alternative> alternatives;

    private Glob(String source, List<Alternative> alternatives) {
        this.source = source;
        this.alternatives = alternatives;
    }

    /// @param source patterns separated by `,`
    /// @throws InvalidPattern when a pattern is empty, or has a set that is not closed or a range that is backwards
    public static Glob parse(String source) {
        var alternatives = new ArrayList<Alternative>();
        for (String pattern : source.split(",", -1)) {
            if (pattern.isBlank()) {
                throw new InvalidPattern("an empty file pattern in `" + source + "`");
            }
            String stripped = pattern.strip();
            alternatives.add(new Alternative(regex(stripped), stripped.indexOf('/') >= 0));
        }
        return new Glob(source, List.copyOf(alternatives));
    }

    /// @param pattern one pattern, in which a comma is a character like any other; it must match the whole path
    /// @throws InvalidPattern as {@link #parse}
    public static Glob ofWholePath(String pattern) {
        if (pattern.isBlank()) {
            throw new InvalidPattern("an empty file pattern");
        }
        return new Glob(pattern, List.of(new Alternative(regex(pattern), true)));
    }

    /// @param path a path with `/` between its parts
    /// @return whether one of the patterns matches it
    public boolean matches(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        for (var alternative : alternatives) {
            if (alternative.regex.matches(alternative.wholePath ? path : name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return source;
    }

    private static Regex regex(String glob) {
        var regex = new StringBuilder("(?s)");
        int at = 0;
        while (at < glob.length()) {
            char here = glob.charAt(at);
            String set = here == '[' ? set(glob, at) : null;
            if (glob.startsWith("**/", at) && (at == 0 || glob.charAt(at - 1) == '/')) {
                regex.append("(?:.*/)?");
                at += 3;
            } else if (glob.startsWith("**", at)) {
                regex.append(".*");
                at += 2;
            } else if (here == '*') {
                regex.append("[^/]*");
                at++;
            } else if (here == '?') {
                regex.append("[^/]");
                at++;
            } else if (set != null) {
                regex.append(setRegex(set));
                at += set.length() + 2;
            } else {
                boolean escape = here == '\\' && at + 1 < glob.length();
                appendPlain(glob.charAt(escape ? at + 1 : at), regex);
                at += escape ? 2 : 1;
            }
        }
        return Regex.parse(regex.toString());
    }

    /// @return what stands between the brackets
    private static String set(String glob, int open) {
        boolean negated = open + 1 < glob.length() && "!^".indexOf(glob.charAt(open + 1)) >= 0;
        int close = glob.indexOf(']', open + (negated ? 3 : 2));
        if (close < 0) {
            throw new InvalidPattern(
                    "`[` is not closed in `" + glob + "`; the plain character is written with a backslash before it");
        }
        return glob.substring(open + 1, close);
    }

    private static String setRegex(String set) {
        boolean negated = set.charAt(0) == '!' || set.charAt(0) == '^';
        var regex = new StringBuilder(negated ? "[^/" : "[");
        for (char each : set.substring(negated ? 1 : 0).toCharArray()) {
            if (each == '-') {
                regex.append(each);
            } else {
                appendPlain(each, regex);
            }
        }
        return regex.append(']').toString();
    }

    private static void appendPlain(char each, StringBuilder regex) {
        if (each < 128 && !Character.isLetterOrDigit(each)) {
            regex.append('\\');
        }
        regex.append(each);
    }
}
