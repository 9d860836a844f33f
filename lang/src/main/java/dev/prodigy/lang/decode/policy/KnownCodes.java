package dev.prodigy.lang.decode.policy;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorNames;
import dev.prodigy.model.error.KnownCode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The names a matcher may use for errors (spec 02 §2.2, §3.5), so that a misspelt one can be told.
final class KnownCodes {
    private static final Pattern STATUS = Pattern.compile("[45](XX|[0-9][0-9])");
    private static final Pattern NUMBERED = Pattern.compile("(EXIT|SIGNAL)([0-9]{1,3})");
    private static final int LAST_EXIT_STATUS = 255;
    private static final int LAST_SIGNAL = 64;
    private static final List<String> WORDS = words();
    private static final Set<String> CODES =
            Set.copyOf(WORDS.stream().map(ErrorNames::fold).toList());

    private KnownCodes() {}

    /// @return whether some error can have this name among its codes
    static boolean contains(String name) {
        var folded = ErrorNames.fold(name);
        return CODES.contains(folded) || STATUS.matcher(folded).matches() || isNumbered(folded);
    }

    private static boolean isNumbered(String folded) {
        var name = NUMBERED.matcher(folded);
        return name.matches()
                && Integer.parseInt(name.group(2)) <= (name.group(1).equals("EXIT") ? LAST_EXIT_STATUS : LAST_SIGNAL);
    }

    /// @return the names of codes and categories as they are written
    static List<String> written() {
        return WORDS;
    }

    private static List<String> words() {
        var names = new LinkedHashSet<String>();
        for (var category : Category.values()) {
            names.add(category.word());
            names.addAll(category.aliases());
        }
        for (var code : KnownCode.values()) {
            names.addAll(code.row().codes());
        }
        names.addAll(List.of("STALLED", "OVERLOADED"));
        return List.copyOf(names);
    }
}
