package dev.prodigy.model.error;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// The names that lists such as `retry_on` may use, for readers of workflows (spec 02 §3.5).
public final class ErrorNames {
    private static final List<String> LOOSE =
            List.of("4XX", "5XX", "EXIT_NONZERO", "SIGNAL", "STALLED", "HUMAN_TIMEOUT", "RATE_LIMIT", "OVERLOADED");

    private ErrorNames() {}

    /// @return the name without what is not compared: case and `_`
    public static String fold(String name) {
        return name.replace("_", "").toUpperCase(Locale.ROOT);
    }

    /// @return whether some error can have this name: a category, alias or code, a status, `EXIT_n`, `SIGNAL_n`
    public static boolean isKnown(String name) {
        var folded = fold(name);
        return Folded.NAMES.contains(folded)
                || isNumbered(folded, "", 400, 599)
                || isNumbered(folded, "EXIT", 1, 255)
                || isNumbered(folded, "SIGNAL", 1, 64);
    }

    /// @return the lower-case words, for suggestions
    public static Set<String> words() {
        var words = new TreeSet<String>();
        for (var each : Category.values()) {
            words.add(each.word());
        }
        words.add("any");
        return words;
    }

    private static boolean isNumbered(String folded, String prefix, int from, int to) {
        if (!folded.startsWith(prefix)) {
            return false;
        }
        var digits = folded.substring(prefix.length());
        if (digits.isEmpty() || digits.length() > 3 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        var number = Integer.parseInt(digits);
        return number >= from && number <= to;
    }

    /// Computed when the first workflow with such a list is read.
    private static final class Folded {
        private static final Set<String> NAMES = names();

        private static Set<String> names() {
            var names = new HashSet<String>();
            LOOSE.forEach(each -> names.add(fold(each)));
            for (var category : Category.values()) {
                names.add(fold(category.word()));
                category.aliases().forEach(each -> names.add(fold(each)));
            }
            for (var code : KnownCode.values()) {
                code.row().codes().forEach(each -> names.add(fold(each)));
            }
            return names;
        }
    }
}
