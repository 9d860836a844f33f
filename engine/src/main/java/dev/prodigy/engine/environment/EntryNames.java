package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Scope;

/// What the text of an entry of an environment sees: its own name means the same name further below, and the entries of
/// steps further inside mean nothing (spec 01 §13).
public interface EntryNames extends Scope {
    /// @return entries of so many steps count, from the outermost
    int level();

    /// @return whether an entry of this name has been evaluated for the step
    boolean isKnown(String name);

    /// @return whether an entry of this name waits for this one: it is only asked for where that is a mistake
    boolean isWaiting(String name);

    /// @return whether an entry of this name waits for this one, or names one that does: itself, or by those
    ///     that it names
    boolean needsWaiting(String name);
}
