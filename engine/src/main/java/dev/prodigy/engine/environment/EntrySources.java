package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Sources;

/// The world as entries of an environment see it: files, commands.
@FunctionalInterface
public interface EntrySources {
    /// @param names that the text of the entry sees, and so its commands
    Sources seenWith(EntryNames names);
}
