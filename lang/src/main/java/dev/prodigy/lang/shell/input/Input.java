package dev.prodigy.lang.shell.input;

import dev.prodigy.lang.shell.request.Identifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The text being read: the author's, with the fills of its placeholders put in front of what follows them.
/// Reads through the backslashes of open backquotes, and can go back to a place it has passed.
public final class Input {
    /// Stands for a character behind the last one.
    public static final int END = -1;
    /// Stands for a character where a value has its place.
    public static final int HOLE = -2;
    private static final String OPERATORS = "$()<>&|;";
    private static final String PLAIN = "/.-,:%";

    /// One entry for each open backquote: whether it stands in double quotes, where `\"` is a quote as well.
    private List<Boolean> backquotes = new ArrayList<>();
    private boolean joins;
    private Source source;
    private int at;
    /// Where the shell text goes on while a fill is read.
    private int resume;

    private long position;

    /// A stretch of text; `from` is where to go on reading it.
    ///
    /// @param written where placeholders are filled: the same text
    /// @param blank makes this the single place of a value
    private record Source(
            String text,
            int from,
            @Nullable Written written,
            @Nullable Blank blank,
            @Nullable Source below) {

        int rest() {
            return text.length() - from;
        }

        int charAt(int index) {
            return blank != null ? HOLE : text.charAt(index);
        }

        Source at(int index) {
            return new Source(text, index, written, blank, below);
        }
    }

    /// A place to go back to.
    private record Place(Source source, int at, int resume, long position, List<Boolean> backquotes) implements Mark {}

    /// A place in the input.
    public sealed interface Mark permits Place {}

    /// @param text as the author wrote it
    public Input(String text) {
        this.source = new Source(text, 0, Written.whole(text), null, null);
    }

    /// @param inEffect whether a backslash at the end of a line joins the next one to it here
    public void joinLines(boolean inEffect) {
        joins = inEffect;
    }

    /// @return the unit at the cursor
    public Unit read() {
        return joined(0);
    }

    /// @return the unit that follows this one at the cursor
    public Unit after(Unit first) {
        return joined(first.length());
    }

    /// @return the unit that follows these two
    public Unit after(Unit first, Unit second) {
        return joined(first.length() + second.length());
    }

    /// A part of an operator takes the ends of lines that follow it with it: the shell sees `$(` where they part it.
    private Unit joined(int from) {
        Unit unit = decode(backquotes.size(), from);
        if (!joins || OPERATORS.indexOf(unit.ch()) < 0 || unit.closes() > 0) {
            return unit;
        }
        int length = unit.length();
        while (peek(from + length) == '\\' && peek(from + length + 1) == '\n') {
            length += 2;
        }
        return length == unit.length() ? unit : new Unit(unit.ch(), length, 0);
    }

    private Unit decode(int level, int from) {
        if (level == 0) {
            return new Unit(peek(from), 1, 0);
        }
        Unit first = decode(level - 1, from);
        if (first.closes() > 0) {
            return first;
        }
        if (first.ch() == '`') {
            return new Unit('`', first.length(), level);
        }
        if (first.ch() != '\\') {
            return first;
        }
        Unit second = decode(level - 1, from + first.length());
        boolean pair = switch (second.ch()) {
            case '\\', '$', '`' -> second.closes() == 0;
            case '"' -> backquotes.get(level - 1);
            default -> false;
        };
        return pair ? new Unit(second.ch(), first.length() + second.length(), 0) : first;
    }

    /// @return the raw character `ahead` places on, {@link #END} or {@link #HOLE}
    int peek(int ahead) {
        int index = at + ahead;
        Source in = source;
        while (index >= in.text.length()) {
            index -= in.text.length();
            Source below = in.below;
            if (below == null) {
                return END;
            }
            in = below;
            index += in.from;
        }
        return in.charAt(index);
    }

    /// @return how many characters from the cursor on mean nothing but themselves wherever words or quoted texts are
    ///     read; 0 inside backquotes, which need to be looked through one by one
    public int plain() {
        if (source.blank != null || !backquotes.isEmpty()) {
            return 0;
        }
        int end = at;
        while (end < source.text.length() && isPlain(source.text.charAt(end))) {
            end++;
        }
        return end - at;
    }

    private static boolean isPlain(char c) {
        return Identifier.isPart(c, false) || PLAIN.indexOf(c) >= 0;
    }

    /// @return the next characters of the stretch that is being read
    public String ahead(int length) {
        return source.text.substring(at, at + length);
    }

    /// Moves the cursor behind the next characters.
    public void advance(int length) {
        position += length;
        at += length;
        settle();
    }

    /// Leaves the stretches that are read to their end.
    private void settle() {
        while (at >= source.text.length() && source.below != null) {
            int over = at - source.text.length();
            source = source.below;
            at = source.from + over;
        }
    }

    /// @return the values whose place is at the cursor
    public Blank blank() {
        Blank blank = source.blank;
        if (blank == null) {
            throw new IllegalStateException("no value here");
        }
        return blank;
    }

    /// @return how many units were passed so far, the same whenever this place is read
    public long position() {
        return position;
    }

    /// @return the place in the shell text; while a fill is read, where the text goes on behind its placeholder
    public int offset() {
        return source.below == null ? at : resume;
    }

    /// @return whether the author wrote `$${` here
    public boolean atEscape() {
        return source.written != null && source.written.isEscape(at);
    }

    /// @return the author's text that is being read, or null where placeholders are not filled
    @Nullable
    Written written() {
        return source.written;
    }

    /// @return the place in {@link #written()}
    public int index() {
        return at;
    }

    /// @return whether the last character of a fill is at the cursor and a placeholder candidate follows directly
    boolean beforeCandidate() {
        Source below = source.below;
        Written next = below == null ? null : below.written;
        return source.blank == null
                && at == source.text.length() - 1
                && below != null
                && next != null
                && next.candidate(below.from) > 0;
    }

    /// Runs an action as if the fill at the cursor, of which one character is left, did not stand there.
    void beyond(Runnable action) {
        String last = source.text.substring(at);
        advance(1);
        position--;
        action.run();
        insert(last);
    }

    /// Passes over the author's characters up to this index; they are not part of the flat text that positions count.
    public void skipTo(int index) {
        at = index;
    }

    /// @return the characters that make up the unit at the cursor
    public String raw(Unit unit) {
        if (unit.length() == 1) {
            return String.valueOf((char) unit.ch());
        }
        StringBuilder raw = new StringBuilder(unit.length());
        for (int i = 0; i < unit.length(); i++) {
            raw.append((char) peek(i));
        }
        return raw.toString();
    }

    /// Puts text at the cursor that is parsed but holds no placeholders.
    void insert(String text) {
        push(text, null, null);
    }

    /// Puts more of the author's text at the cursor.
    void insert(Written text) {
        push(text.text(), text, null);
    }

    /// Puts the place of a value at the cursor.
    void insert(Blank blank) {
        push(" ", null, blank);
    }

    private void push(String text, @Nullable Written written, @Nullable Blank blank) {
        if (!text.isEmpty()) {
            if (source.below == null) {
                resume = at;
            }
            Source rest = source.at(at);
            boolean spent = rest.rest() == 0 && rest.below != null;
            source = new Source(text, 0, written, blank, spent ? rest.below : rest);
            at = 0;
        }
    }

    /// Goes inside a backquote.
    public void enter(boolean inDoubleQuotes) {
        backquotes = new ArrayList<>(backquotes);
        backquotes.add(inDoubleQuotes);
    }

    /// Leaves the backquotes from this level inwards.
    public void leave(int level) {
        backquotes = new ArrayList<>(backquotes.subList(0, level - 1));
    }

    /// @return how many backquotes are open
    public int level() {
        return backquotes.size();
    }

    /// @return the place of the cursor
    public Mark mark() {
        return new Place(source, at, resume, position, backquotes);
    }

    /// Moves the cursor to an earlier place, with the fills that were put in front of it then.
    public void back(Mark mark) {
        switch (mark) {
            case Place(var toSource, var toAt, var toResume, var toPosition, var toBackquotes) -> {
                source = toSource;
                at = toAt;
                resume = toResume;
                position = toPosition;
                backquotes = toBackquotes;
            }
        }
    }
}
