package dev.prodigy.lang.shell.command;

import dev.prodigy.lang.shell.request.Identifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One word of a command: its text as far as it is known, and the values in it.
public final class Word implements Fed {
    /// Stands in a word's text for what only the shell knows.
    private static final char UNKNOWN = '\0';

    private final int start;
    private int end;
    private final StringBuilder text = new StringBuilder();
    private final List<Hole> holes = new ArrayList<>();
    private boolean quoted;
    private boolean expanded;
    private int equals = -1;
    private int bracket = -1;
    private int quote = Integer.MAX_VALUE;
    private boolean lastQuoted;

    /// @param start its place in the author's text
    public Word(int start) {
        this.start = start;
    }

    /// @return its place in the author's text
    public int start() {
        return start;
    }

    /// @return its end in the author's text, exclusive; 0 until it has ended
    public int end() {
        return end;
    }

    /// @param offset the place behind its last character
    public void end(int offset) {
        end = offset;
    }

    void append(int ch, boolean isQuoted) {
        if (isQuoted) {
            quote();
        }
        lastQuoted = isQuoted;
        if (equals < 0 && ch == '=') {
            equals = text.length();
        } else if (bracket < 0 && ch == '[') {
            bracket = text.length();
        }
        text.append((char) ch);
    }

    void expand() {
        expanded = true;
        lastQuoted = true;
        text.append(UNKNOWN);
    }

    void quote() {
        quoted = true;
        quote = Math.min(quote, text.length());
    }

    /// Takes a value that stands in an expansion of the word.
    public void add(Hole hole) {
        holes.add(hole);
    }

    /// Notes a value that is a part of the word's own text.
    public void addSpelled(Hole hole) {
        add(hole);
        expand();
    }

    int length() {
        return text.length();
    }

    @Override
    public List<Hole> holes() {
        return holes;
    }

    @Override
    public Stretch stretch() {
        return new Stretch(start, Math.max(start, end));
    }

    @Override
    public List<Expansions.Read> expansions(String text) {
        return Expansions.inWord(text, start, end);
    }

    /// @return the text after quote removal, or null when a part of it is known only to the shell
    @Nullable
    public String literal() {
        return expanded ? null : text.toString();
    }

    /// @return the text if it is literal and not quoted, as reserved words and operators must be; else ""
    public String plain() {
        return expanded || quoted ? "" : text.toString();
    }

    /// @return the value that is all of this word, unquoted; or null
    @Nullable
    public Hole whole() {
        return holes.size() == 1 && text.length() == 1 && expanded && !quoted ? holes.getFirst() : null;
    }

    /// @return whether any part of it is quoted
    public boolean isQuoted() {
        return quoted;
    }

    /// @return the text with NUL for each unknown part
    public String text() {
        return text.toString();
    }

    /// @return whether a value stands in front of the first `=`, or there is no `=`
    public boolean isName(Hole hole) {
        return equals < 0 || hole.index < equals;
    }

    /// @return whether a value stands behind an open `[` of a variable's name
    public boolean isSubscript(Hole hole) {
        return bracket >= 0 && bracket < hole.index && isName(hole);
    }

    /// @return whether a value is assigned to an element `[…]=`
    public boolean isElement(Hole hole) {
        return bracket == 0 && !isName(hole);
    }

    /// @return whether this is a number, `{name}` or `{name[…]}`: a descriptor when a redirection follows directly
    public boolean isDescriptor() {
        int last = text.length() - 1;
        if (last > 1 && text.charAt(0) == '{' && text.charAt(last) == '}') {
            return Identifier.is(text.substring(1, bracket > 0 ? bracket : last));
        }
        String plain = plain();
        return !plain.isEmpty() && plain.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /// @return the variable this word assigns to as `NAME=…`, `NAME+=…` or `NAME[…]=…`, or null
    @Nullable
    public String assigned() {
        if (equals <= 0 || quote <= equals) {
            return null;
        }
        int end = text.charAt(equals - 1) == '+' ? equals - 1 : equals;
        if (bracket >= 0 && bracket < end) {
            end = text.charAt(end - 1) == ']' ? bracket : -1;
        }
        return end > 0 && Identifier.begins(text, end) ? text.substring(0, end) : null;
    }

    /// @return what stands in front of `=`, quoted or not, or all of it; null when that is no identifier
    @Nullable
    public String declared() {
        int end = equals < 0 ? text.length() : equals;
        return Identifier.begins(text, end) ? text.substring(0, end) : null;
    }

    /// @return whether this is `NAME=` and nothing more, so that a parenthesis begins a list of elements
    public boolean awaitsList() {
        return equals == text.length() - 1 && holes.isEmpty() && assigned() != null;
    }

    /// @return whether this is a variable's name so far
    public boolean isIdentifier() {
        return !quoted && bracket < 0 && Identifier.is(text);
    }

    /// @return whether a parenthesis that follows begins a group of an extended pattern
    public boolean beginsGroup() {
        return !lastQuoted && !text.isEmpty() && "?*+@!".indexOf(text.charAt(text.length() - 1)) >= 0;
    }
}
