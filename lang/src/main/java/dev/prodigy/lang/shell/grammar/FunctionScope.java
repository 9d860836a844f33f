package dev.prodigy.lang.shell.grammar;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The body of a function, as far as it decides which of several variables a name means: a function sees its
/// own, then those of whoever has called it.
final class FunctionScope {
    private final @Nullable FunctionScope around;
    private final Set<String> own = new HashSet<>();

    /// @param around what stands around the function's definition; null at the top
    FunctionScope(@Nullable FunctionScope around) {
        this.around = around;
    }

    @Nullable
    FunctionScope around() {
        return around;
    }

    /// Notes that from here on the name is a variable of the function's own, if this way led here.
    void makeOwn(String name) {
        own.add(name);
    }

    /// @return whether the name is declared as one of the function's own, here or further above
    boolean isOwn(String name) {
        return own.contains(name);
    }
}
