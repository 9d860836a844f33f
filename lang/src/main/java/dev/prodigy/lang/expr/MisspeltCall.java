package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import java.util.List;

/// A `${…}` that stays text although it calls a function wrongly, or what is nearly one (spec 01 §8.1, §10.3).
///
/// @param offset where it begins in the text
/// @param body what stands between its braces
/// @param problem which function there is not, and which one was probably meant; or why a right call is not ours
/// @param mentioned names in it: when all of them are owned, it is ours where expressions may stand; when one is, it
/// was probably meant for us
public record MisspeltCall(int offset, String body, ExpressionSyntax problem, List<Path> mentioned)
        implements Misspelt {
    public MisspeltCall {
        mentioned = List.copyOf(mentioned);
    }
}
