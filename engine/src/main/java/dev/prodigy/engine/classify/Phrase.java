package dev.prodigy.engine.classify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Whole words in a row. Between two of them stand blanks or exactly one hyphen.
///
/// @param words in lower case
/// @param hyphens whether a hyphen stands behind the word of the same index
record Phrase(List<String> words, List<Boolean> hyphens) {
    static Phrase of(String written) {
        var words = new ArrayList<String>();
        var hyphens = new ArrayList<Boolean>();
        var start = 0;
        for (var i = 0; i <= written.length(); i++) {
            var end = i == written.length();
            if (end || written.charAt(i) == '-' || written.charAt(i) == ' ') {
                words.add(written.substring(start, i).toLowerCase(Locale.ROOT));
                hyphens.add(!end && written.charAt(i) == '-');
                start = i + 1;
            }
        }
        return new Phrase(List.copyOf(words), List.copyOf(hyphens));
    }

    /// @return whether the words of the line from this index on are the phrase
    boolean standsAt(Words line, int index) {
        if (index + words.size() > line.size()) {
            return false;
        }
        for (var i = 0; i < words.size(); i++) {
            if (!line.word(index + i).equals(words.get(i))) {
                return false;
            }
            var last = i == words.size() - 1;
            if (!last && !(hyphens.get(i) ? line.isJoined(index + i, '-') : line.isBlankBehind(index + i))) {
                return false;
            }
        }
        return true;
    }
}
