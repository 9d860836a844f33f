package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Scope;
import java.util.Collection;

/// A scope that can tell its plain names from its namespaces: the former become environment variables (spec 01
/// §9.4).
public interface PlainScope extends Scope {
    /// @return captures and loop names
    Collection<String> plainNames();
}
