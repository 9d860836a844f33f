package dev.prodigy.engine.classify;

import java.util.List;
import java.util.Set;

/// Whether three digits in a line are an HTTP status (spec 02 §2.4): after a word that announces one, before
/// its reason phrase, or alone on the line.
final class StatusInText {
    private static final int DIGITS = 3;
    private static final Set<String> ANNOUNCING = Set.of(
            "http", "status", "code", "status_code", "statuscode", "error", "returned", "response", "got", "received");

    private StatusInText() {}

    /// @return the status, or 0 when the word is none
    static int at(Words line, int index, Vocabulary vocabulary) {
        var word = line.word(index);
        if (!isStatus(word) || isPartOfNumber(line, index)) {
            return 0;
        }
        var counts = line.isWholeLine(index)
                || isAnnounced(line, index)
                || hasReason(line, index, vocabulary.reasons().getOrDefault(word, List.of()));
        return counts ? Integer.parseInt(word) : 0;
    }

    private static boolean isStatus(String word) {
        return word.length() == DIGITS
                && (word.charAt(0) == '4' || word.charAt(0) == '5')
                && isDigit(word.charAt(1))
                && isDigit(word.charAt(2));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /// `500.25` and `500,000` are other numbers.
    private static boolean isPartOfNumber(Words line, int index) {
        var behind = line.behind(index, 0);
        return (behind == '.' || behind == ',') && isDigit(line.behind(index, 1));
    }

    private static boolean isAnnounced(Words line, int index) {
        return index > 0 && (ANNOUNCING.contains(line.word(index - 1)) || isVersionOfHttp(line, index));
    }

    /// `HTTP/2 503`, `HTTP/1.1 503`.
    private static boolean isVersionOfHttp(Words line, int index) {
        var first = index > 2 && line.isJoined(index - 2, '.') ? index - 3 : index - 2;
        return first >= 0
                && line.word(first).equals("http")
                && line.isJoined(first, '/')
                && isDigit(line.word(index - 1).charAt(0));
    }

    private static boolean hasReason(Words line, int index, List<Phrase> reasons) {
        for (var each : reasons) {
            if (each.standsAt(line, index + 1)) {
                return true;
            }
        }
        return false;
    }
}
