package dev.prodigy.model.error;

import java.util.Locale;

/// How the names of errors are compared, wherever they are written (spec 02 §3.5).
public final class ErrorNames {
    private ErrorNames() {}

    /// @return the name without what is not compared: case and `_`
    public static String fold(String name) {
        return name.replace("_", "").toUpperCase(Locale.ROOT);
    }
}
