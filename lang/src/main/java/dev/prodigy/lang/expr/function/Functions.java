package dev.prodigy.lang.expr.function;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All functions that work on values alone (spec 01 §10.3). The others (`exists`, `if`, `default`, `where`, and the
/// operators that can be called) are part of the grammar.
public final class Functions {
    private static final Map<String, ValueFunction> BY_NAME = new TreeMap<>();

    static {
        Stream.of(
                        TextFunctions.ALL,
                        KindFunctions.ALL,
                        NumberFunctions.ALL,
                        ListFunctions.ALL,
                        ElementFunctions.ALL,
                        Statistics.ALL)
                .forEach(all -> all.forEach(each -> BY_NAME.put(each.name(), each)));
    }

    private Functions() {}

    /// @return the function, or null when there is none of that name
    public static @Nullable ValueFunction named(String name) {
        return BY_NAME.get(name);
    }

    /// @return all names, sorted
    public static Collection<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }
}
