package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.PathReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parses what stands between the braces of a placeholder (spec 01 §8.1).
final class PlaceholderParser {
    private final TextPlace place;
    private final BareNames names;
    private final ChainParser chains;
    private @Nullable ExpressionSyntax trouble;

    PlaceholderParser(TextPlace place, BareNames names) {
        this.place = place;
        this.names = names;
        this.chains = new ChainParser(place, names);
    }

    /// @return the placeholder, or null when the body is of another form and none of ours
    /// @throws ExpressionSyntax when it is nested too deep; in an expression also when a call of ours is wrong
    @Nullable
    Placeholder parse(Cursor body) {
        var stripped = body.stripped();
        var known = pathOrSource(stripped);
        if (known != null) {
            return new Placeholder(known, place);
        }
        try {
            var evaluated = evaluated(stripped);
            return evaluated == null ? null : new Placeholder(evaluated, place);
        } catch (ExpressionSyntax e) {
            boolean call = beginsWithCall(stripped);
            if (e.isTooDeep() || (place == TextPlace.EXPRESSION && (call || e.isMeantForUs()))) {
                throw e;
            }
            trouble = e;
            return call ? new Placeholder(new Body.Broken(e, MentionedNames.in(stripped)), place) : null;
        }
    }

    /// @param body that was parsed before, and is of another form
    /// @return what is wrong with a call in it, or with what is nearly one, or nearly a modifier; where no
    ///     expressions are, also what is more than a call; null when nothing in it looks like that
    @Nullable
    Misspelt misspelt(Cursor body) {
        var stripped = body.stripped();
        var call = misspeltCall(body, stripped);
        return call == null ? misspeltModifier(body, stripped) : call;
    }

    private @Nullable MisspeltModifier misspeltModifier(Cursor body, Cursor stripped) {
        stripped.at = stripped.start;
        var path = path(stripped);
        var found = path == null ? null : ChainParser.misspelt(stripped);
        if (path == null || found == null) {
            return null;
        }
        var text = body.text;
        var meant = "${" + text.substring(body.start, found.start()) + found.near()
                + text.substring(found.start() + found.word().length(), body.end) + "}";
        return new MisspeltModifier(
                body.start - 2,
                text.substring(body.start, body.end),
                path,
                found.word(),
                text.charAt(found.start() - 1) == '|',
                meant);
    }

    private @Nullable MisspeltCall misspeltCall(Cursor body, Cursor stripped) {
        var problem = place.allowsExpressions() ? trouble : troubleOfCall(stripped);
        return problem == null || !(problem.isMeantForUs() || (!place.allowsExpressions() && beginsWithCall(stripped)))
                ? null
                : new MisspeltCall(
                        body.start - 2,
                        body.text.substring(body.start, body.end),
                        problem,
                        MentionedNames.in(stripped));
    }

    /// No shell takes a parenthesis behind a name, everything else may be the shell's.
    private @Nullable ExpressionSyntax troubleOfCall(Cursor body) {
        if (called(body) == null) {
            return null;
        }
        try {
            new ExpressionParser(body, names).or();
            return ExpressionSyntax.at(
                    body.start, "shell texts take the call of a function alone, no expression around it");
        } catch (ExpressionSyntax e) {
            return e;
        }
    }

    /// @return the placeholder or expression in braces as part of an expression
    /// @throws ExpressionSyntax when it is neither
    Node node(Cursor body) {
        var stripped = body.stripped();
        var known = pathOrSource(stripped);
        if (known instanceof Body.Looked(var path, var chain) && chain.isEmpty()) {
            var constant = path.isPlain() ? OperandParser.constant(path.first()) : null;
            return constant == null ? new Node.Variable(path) : new Node.Literal(constant);
        }
        if (known instanceof Body.Broken(var problem, var _)) {
            throw problem;
        }
        if (known != null) {
            return new Node.Braced(new Placeholder(known, place));
        }
        var parser = new ExpressionParser(stripped, names);
        var node = parser.or();
        if (stripped.isAtEnd()) {
            return node;
        }
        var chain = parser.hasReadOneCall() ? chains.parse(stripped) : null;
        if (chain == null) {
            throw stripped.unexpected("an operator or `}`");
        }
        return new Node.Braced(new Placeholder(new Body.Evaluated(node, chain, ReadVariables.of(node)), place));
    }

    private @Nullable Body pathOrSource(Cursor body) {
        boolean source = SourceForm.claims(body);
        var path = path(body);
        var start = path == null ? null : ChainParser.start(body);
        if (path == null || start == null || (source && !start.isOfWords())) {
            body.at = body.start;
            return source ? new SourceForm(place, names).parse(body) : null;
        }
        var trouble = start.trouble();
        if (trouble != null) {
            return broken(path, ExpressionSyntax.badPattern(body.start, trouble));
        }
        var looked = new Body.Looked(path, chains.finish(start, body));
        body.at = body.start;
        var read = source && !start.isDefaulted() ? new SourceForm(place, names).parse(body) : null;
        return read == null ? looked : new Body.Ambiguous(read, looked);
    }

    private Body broken(Path path, ExpressionSyntax problem) {
        if (place == TextPlace.EXPRESSION) {
            throw problem;
        }
        return new Body.Broken(problem, List.of(path));
    }

    private @Nullable Path path(Cursor body) {
        var reader = new PathReader(body.text, body.start, body.end);
        var path = reader.path();
        body.at = reader.position();
        return path == null && place == TextPlace.ENVIRONMENT ? positional(body) : path;
    }

    /// `${1}` in an `env` value.
    private static @Nullable Path positional(Cursor body) {
        while (body.peek() >= '0' && body.peek() <= '9') {
            body.at++;
        }
        return body.at == body.start ? null : Path.of("ARG_" + body.text.substring(body.start, body.at));
    }

    private @Nullable Body evaluated(Cursor body) {
        if (!place.allowsExpressions() && !beginsWithCall(body)) {
            return null;
        }
        var parser = new ExpressionParser(body, names);
        var node = parser.or();
        boolean call = parser.hasReadOneCall();
        var chain = body.isAtEnd() ? Chain.NONE : call ? chains.parse(body) : null;
        if (chain == null) {
            throw body.unexpected("an operator");
        }
        boolean ours = call || (place.allowsExpressions() && !isPositional(body));
        return ours ? new Body.Evaluated(node, chain, ReadVariables.of(node)) : null;
    }

    /// `${1}`, `${1-x}`, `${1+x}`: a parameter of the shell, in a script that a file is written with. With a blank
    /// behind the digits no shell takes it.
    private static boolean isPositional(Cursor body) {
        int at = body.start;
        while (at < body.end && Character.isDigit(body.text.charAt(at))) {
            at++;
        }
        return at > body.start && (at == body.end || !Character.isWhitespace(body.text.charAt(at)));
    }

    private static boolean beginsWithCall(Cursor body) {
        var name = called(body);
        return name != null && CallParser.isFunction(name);
    }

    /// @return the name at the beginning, behind which a parenthesis opens, or null
    private static @Nullable String called(Cursor body) {
        var name = new PathReader(body.text, body.start, body.end).name();
        int end = name == null ? body.end : body.start + name.length();
        return end < body.end && body.text.charAt(end) == '(' ? name : null;
    }
}
