package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import java.util.Collection;

/// A scope that can tell its plain names from its namespaces: the former become environment variables (spec 01
/// §9.4).
public interface PlainScope extends Scope {
    /// @return captures, loop names and the names that the run gives
    Collection<String> plainNames();

    /// @return the value of a name that the run itself gives, such as `ARG` and `ITERATION`: anything that is declared
    ///     under the same name comes before it
    Binding ofRun(String name);
}
