package dev.prodigy.lang.decode;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The "did you mean" of every message (spec 01 §14).
public final class Nearest {
    private static final int LONGEST = 64;
    private static final Map<String, String> OTHER_TOOLS = Map.of(
            "run", "shell",
            "if", "when",
            "needs", "when",
            "depends_on", "when",
            "timeout_minutes", "timeout",
            "working_directory", "working_dir");

    private Nearest() {}

    /// Finds the valid word that was probably meant: one that differs in few letters, or what other tools' word for it
    /// is called here. Case and `-` or `_` make no difference; of equally near words the first wins.
    ///
    /// @param written the word that is not valid
    /// @param valid the words that are, at this place
    /// @return null when none is near
    public static @Nullable String to(String written, Collection<String> valid) {
        var word = plain(written);
        if (word.length() > LONGEST) {
            return null;
        }
        var translated = OTHER_TOOLS.get(word);
        if (translated != null && valid.contains(translated)) {
            return translated;
        }
        String best = null;
        int least = Math.max(1, word.length() / 3) + 1;
        for (var each : valid) {
            int distance = distance(word, plain(each), least);
            if (distance < least) {
                least = distance;
                best = each;
            }
        }
        return best;
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /// Counts insertions, deletions, replacements and swaps of neighbours.
    ///
    /// @return at least `enough` when the distance is that or more
    private static int distance(String a, String b, int enough) {
        if (Math.abs(a.length() - b.length()) >= enough) {
            return enough;
        }
        int[] before = new int[b.length() + 1];
        int[] above = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
            int[] spare = before;
            before = above;
            above = row;
            row = spare;
        }
        return above[b.length()];
    }
}
