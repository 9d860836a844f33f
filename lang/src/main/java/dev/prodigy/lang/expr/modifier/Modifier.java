package dev.prodigy.lang.expr.modifier;

import dev.prodigy.lang.expr.pattern.Glob;
import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.scope.NearNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What follows a path after `:` or `|` and changes its value (spec 01 §8.3).
public sealed interface Modifier permits NamedModifier, GlobFilter, BrokenGlob {
    /// Shorter words are near to too many others.
    int SHORTEST = 3;

    /// @return the value as this modifier leaves it
    Shaped apply(Shaped value);

    /// @return whether this is a word and not a glob
    default boolean isNamed() {
        return this instanceof NamedModifier;
    }

    /// @return how it makes a value be put into shell text
    default ShellShape shape() {
        return switch (this) {
            case NamedModifier named -> named.inShell();
            case GlobFilter _, BrokenGlob _ -> ShellShape.PLAIN;
        };
    }

    /// Reads one modifier: a known word, or a glob, which contains `*`, `?`, `[` or `/`. What begins with `-`, `=`,
    /// `+`, `?`, a digit or a blank is the shell's (`${V:?x}`, `${V:0:3}`).
    ///
    /// @return the modifier, or null when the text is none
    static @Nullable Modifier parse(String text) {
        var named = NamedModifier.of(text);
        if (named != null) {
            return named;
        }
        if (text.isEmpty() || "-=+? \t\n0123456789".indexOf(text.charAt(0)) >= 0 || !isGlob(text)) {
            return null;
        }
        try {
            return new GlobFilter(Glob.parse(text));
        } catch (InvalidPattern e) {
            return new BrokenGlob(String.valueOf(e.getMessage()));
        }
    }

    /// @return the known word that this one was probably meant to be, or null
    static @Nullable String nearest(String word) {
        var near = word.length() < SHORTEST ? List.<String>of() : NearNames.of(word, NamedModifier.words());
        return near.isEmpty() ? null : near.getFirst();
    }

    private static boolean isGlob(String text) {
        return text.chars().anyMatch(c -> "*?[/".indexOf(c) >= 0);
    }
}
