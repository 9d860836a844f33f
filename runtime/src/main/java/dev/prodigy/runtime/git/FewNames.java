package dev.prodigy.runtime.git;

import java.util.List;

/// A list of files in a sentence: up to five by name, of the others their number.
public final class FewNames {
    private static final int NAMED = 5;

    private FewNames() {}

    /// @return such as `a.txt, b.txt`, of more than five the first and `and 3 more`
    public static String of(List<String> names) {
        var named = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        return names.size() > NAMED ? named + " and " + (names.size() - NAMED) + " more" : named;
    }
}
