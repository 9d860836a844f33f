package dev.prodigy.lang.shell.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A here-document: what ends it, and whether its body is to be expanded.
public final class Heredoc implements Fed {
    /// What needs no quotes and is no pattern, expansion or operator in any shell.
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+:@%-]*");

    private final String delimiter;
    private final boolean quoted;
    private final boolean stripsTabs;
    private final List<Hole> holes = new ArrayList<>();
    private boolean converted;
    private int start = -1;
    private int end = -1;

    /// @param delimiter the word after quote removal
    /// @param quoted whether any part of it was quoted, so that the body is literal
    /// @param stripsTabs whether it was written `<<-`
    public Heredoc(String delimiter, boolean quoted, boolean stripsTabs) {
        this.delimiter = delimiter;
        this.quoted = quoted;
        this.stripsTabs = stripsTabs;
    }

    /// @return the word that ends it, after quote removal
    public String delimiter() {
        return delimiter;
    }

    /// @return whether any part of the delimiter was quoted, so that the body is literal
    public boolean isQuoted() {
        return quoted;
    }

    /// @return whether it was written `<<-`
    public boolean stripsTabs() {
        return stripsTabs;
    }

    /// Takes a value of the body.
    public void add(Hole hole) {
        holes.add(hole);
    }

    /// @return the values of the body as far as it is read
    @Override
    public List<Hole> holes() {
        return holes;
    }

    /// @param offset the place in the author's text where its body begins
    public void begin(int offset) {
        start = offset;
    }

    /// @param offset the place behind its last line
    public void end(int offset) {
        end = offset;
    }

    @Override
    public Stretch stretch() {
        return new Stretch(start, Math.max(start, end));
    }

    @Override
    public List<Expansions.Read> expansions(String text) {
        return quoted || start < 0 ? List.of() : Expansions.inBody(text, start, Math.max(start, end));
    }

    /// Makes a literal body one that is expanded, because it holds a value.
    public void convert() {
        converted = true;
    }

    /// @return whether a literal body is made one that is expanded
    public boolean isConverted() {
        return converted;
    }

    /// @param substitute a word that does not occur in the text
    /// @return a delimiter that needs no quotes
    public String plainDelimiter(String substitute) {
        return SAFE.matcher(delimiter).matches() ? delimiter : substitute;
    }

    /// @return literal text as it must stand in a body that is expanded
    public static String escape(String literal) {
        StringBuilder escaped = new StringBuilder(literal.length() + 16);
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c == '\\' || c == '$' || c == '`') {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }
}
