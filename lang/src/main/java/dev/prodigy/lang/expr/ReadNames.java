package dev.prodigy.lang.expr;

import java.util.List;
import java.util.regex.Pattern;

/// Where texts of a workflow read a name: in a placeholder, as a variable of a shell or of its arithmetic, where a
/// program asks its environment, in the condition of a step that is shown as a text. The same word elsewhere is only a
/// word.
public final class ReadNames {
    private static final String READERS = String.join(
            "|",
            List.of(
                    "\\$\\{[^}]*",
                    "\\$",
                    "\\(\\([^)]*",
                    "\\[[^\\]=]*",
                    "\\b(let|declare|local|typeset|export|printenv|test)\\s[^\\n;]*",
                    "(?i:env)[^\\n]{0,20}",
                    "\\b(when|condition)=[^\\n]*"));

    private static final String ASKING = "\\$(\\{[#!]?)?|\\(\\([^)]*\\b|\\bprintenv\\s+";

    private ReadNames() {}

    /// @param name a regular expression
    /// @return what finds the places in a text that read it
    public static Pattern pattern(String name) {
        return Pattern.compile("(" + READERS + ")\\b" + name + "\\b");
    }

    /// @param name a regular expression
    /// @return what finds the places in a shell text that ask for the variable of that name, whatever runs there
    public static Pattern asking(String name) {
        return Pattern.compile("(" + ASKING + ")" + name + "\\b");
    }
}
