package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import java.util.List;

/// What stands between the braces of a placeholder, by its form (spec 01 §8.1).
sealed interface Body {

    /// `path`, with what follows it.
    record Looked(Path path, Chain chain) implements Body {}

    /// `$NAME` without braces.
    record Bare(String name) implements Body {}

    /// A function call with what follows it, or an expression.
    ///
    /// @param variables what it reads from the scope
    record Evaluated(Node node, Chain chain, List<Path> variables) implements Body {}

    /// A call of one of our functions that is wrong, or a path with a glob behind it that is none.
    ///
    /// @param mentioned names in it: when one of them is owned, or there are none, it was meant for us
    record Broken(ExpressionSyntax problem, List<Path> mentioned) implements Body {}

    /// `uuid`.
    record Uuid() implements Body {}

    /// `date:FORMAT`.
    record Date(String format) implements Body {}

    /// `file:PATH`.
    record FileContent(Template path) implements Body {}

    /// `cmd:TEXT`.
    record CommandOutput(String text) implements Body {}

    /// `json:PATH:from:VAR`.
    record JsonAt(Path path, Path variable) implements Body {}

    /// A form that reads the world but is also a path with modifiers, such as `file:basename`: a declared name wins.
    record Ambiguous(Body source, Looked declared) implements Body {}
}
