package dev.prodigy.lang.decode;

import dev.prodigy.lang.expr.scope.NearNames;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The "did you mean" of every message about a key or a word (spec 01 §14).
public final class Nearest {
    private static final Map<String, String> OTHER_TOOLS = Map.of(
            "run", "shell",
            "if", "when",
            "needs", "when",
            "depends_on", "when",
            "retries", "retry",
            "on_error", "on_failure",
            "timeout_minutes", "timeout",
            "working_directory", "working_dir");

    private Nearest() {}

    /// Finds the valid word that was probably meant: what another tool's word is called here, or one that differs in
    /// few letters. Case and `-` or `_` make no difference.
    ///
    /// @param written the word that is not valid
    /// @param valid the words that are, at this place
    /// @return null when none is near
    public static @Nullable String to(String written, Collection<String> valid) {
        var translated = OTHER_TOOLS.get(written.toLowerCase(Locale.ROOT).replace('-', '_'));
        if (translated != null && valid.contains(translated)) {
            return translated;
        }
        var near = NearNames.of(written, valid);
        return near.isEmpty() ? null : near.getFirst();
    }
}
