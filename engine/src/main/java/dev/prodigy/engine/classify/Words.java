package dev.prodigy.engine.classify;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/// The words of one line: runs of letters, digits and `_`, in lower case, with what stands between them.
final class Words {
    private final String line;
    private int[] bounds = new int[32];
    private String[] words = new String[16];
    private int size;

    private Words(String line) {
        this.line = line;
    }

    static Words of(String line) {
        var words = new Words(line);
        var start = -1;
        for (var i = 0; i <= line.length(); i++) {
            var inWord = i < line.length() && isWordCharacter(line.charAt(i));
            if (inWord && start < 0) {
                start = i;
            } else if (!inWord && start >= 0) {
                words.add(start, i);
                start = -1;
            }
        }
        return words;
    }

    static boolean isWordCharacter(char c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }

    private void add(int start, int end) {
        if (size == words.length) {
            words = Arrays.copyOf(words, 2 * size);
            bounds = Arrays.copyOf(bounds, 4 * size);
        }
        words[size] = line.substring(start, end).toLowerCase(Locale.ROOT);
        bounds[2 * size] = start;
        bounds[2 * size + 1] = end;
        size++;
    }

    int size() {
        return size;
    }

    String word(int index) {
        return words[index];
    }

    /// @return whether one of these is a word of the line
    boolean containsAny(Set<String> any) {
        for (var i = 0; i < size; i++) {
            if (any.contains(words[i])) {
                return true;
            }
        }
        return false;
    }

    /// @return whether exactly this character stands between the word and the next one
    boolean isJoined(int index, char joint) {
        var end = bounds[2 * index + 1];
        return bounds[2 * index + 2] == end + 1 && line.charAt(end) == joint;
    }

    /// @return whether nothing but blanks stands between the word and the next one
    boolean isBlankBehind(int index) {
        for (var i = bounds[2 * index + 1]; i < bounds[2 * index + 2]; i++) {
            if (line.charAt(i) != ' ' && line.charAt(i) != '\t') {
                return false;
            }
        }
        return true;
    }

    /// @return the character at a distance behind the word's end, or 0 beyond the line
    char behind(int index, int distance) {
        var at = bounds[2 * index + 1] + distance;
        return at < line.length() ? line.charAt(at) : 0;
    }

    /// @return whether the word is all that the line holds, blanks aside
    boolean isWholeLine(int index) {
        return size == 1 && line.strip().length() == words[index].length();
    }
}
