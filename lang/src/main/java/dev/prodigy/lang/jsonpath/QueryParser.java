package dev.prodigy.lang.jsonpath;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads queries: segments and selectors (RFC 9535 §2.3, §2.5).
final class QueryParser {
    /// Evaluation goes one call deeper with each.
    private static final int MAX_SEGMENTS = 200;

    private final Cursor cursor;
    private final LiteralParser literals;
    private final FilterParser filters;
    private int segments;

    private QueryParser(String text, JsonPath.Mode mode) {
        this.cursor = new Cursor(text);
        this.literals = new LiteralParser(cursor);
        this.filters = new FilterParser(cursor, literals, this, mode);
    }

    /// Reads a whole path.
    ///
    /// @throws JsonPathSyntax when the text is anything else
    static Query parse(String text, JsonPath.Mode mode) {
        var parser = new QueryParser(text, mode);
        var cursor = parser.cursor;
        if (mode == JsonPath.Mode.LENIENT) {
            cursor.blanks();
        }
        cursor.expect('$', "a path begins with the document;");
        var query = new Query(Query.Start.ROOT, parser.segments());
        if (mode == JsonPath.Mode.LENIENT) {
            cursor.blanks();
        }
        if (!cursor.atEnd()) {
            throw cursor.unexpected("'.' or '[' or the end was expected");
        }
        return query;
    }

    /// Reads the query of a filter, of which `$` or `@` comes next.
    Query query() {
        var start = cursor.next() == '$' ? Query.Start.ROOT : Query.Start.CURRENT;
        return new Query(start, segments());
    }

    private List<Segment> segments() {
        var read = new ArrayList<Segment>();
        while (true) {
            int end = cursor.offset();
            cursor.blanks();
            var segment = segment();
            if (segment == null) {
                cursor.returnTo(end);
                return read;
            }
            if (++segments > MAX_SEGMENTS) {
                throw cursor.failureAt(end, "a path has at most " + MAX_SEGMENTS + " segments");
            }
            read.add(segment);
        }
    }

    private @Nullable Segment segment() {
        if (cursor.take("..")) {
            return new Segment.Descendant(cursor.take('[') ? bracketed() : List.of(afterDot()));
        }
        if (cursor.take('.')) {
            return new Segment.Child(List.of(afterDot()));
        }
        return cursor.take('[') ? new Segment.Child(bracketed()) : null;
    }

    private Selector afterDot() {
        if (cursor.take('*')) {
            return Selector.Wildcard.EVERY;
        }
        int from = cursor.offset();
        while (takeNameCharacter(cursor.offset() == from)) {}
        if (cursor.offset() == from) {
            throw cursor.unexpected("a name or '*' was expected after the dot (other names: ['…'])");
        }
        return new Selector.Name(cursor.since(from));
    }

    private boolean takeNameCharacter(boolean first) {
        char c = cursor.peek();
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (letter || (cursor.atDigit() && !first) || (c >= 0x80 && !Character.isSurrogate(c))) {
            cursor.next();
            return true;
        }
        if (!Character.isHighSurrogate(c)) {
            return false;
        }
        int pair = cursor.offset();
        cursor.next();
        if (!Character.isLowSurrogate(cursor.peek())) {
            throw cursor.failureAt(pair, "half of a surrogate pair");
        }
        cursor.next();
        return true;
    }

    private List<Selector> bracketed() {
        var selectors = new ArrayList<Selector>();
        do {
            cursor.blanks();
            selectors.add(selector());
            cursor.blanks();
        } while (cursor.take(','));
        cursor.expect(']', "',' or the closing");
        return selectors;
    }

    private Selector selector() {
        if (literals.atString()) {
            return new Selector.Name(literals.string());
        }
        if (cursor.take('*')) {
            return Selector.Wildcard.EVERY;
        }
        if (cursor.take('?')) {
            cursor.blanks();
            return new Selector.Filter(filters.condition());
        }
        if (cursor.peek() == ':') {
            return slice(null);
        }
        if (!literals.atNumber()) {
            throw cursor.unexpected("a quoted name, an index, a slice, '*' or '?' was expected");
        }
        long index = literals.integer();
        int end = cursor.offset();
        cursor.blanks();
        if (cursor.peek() == ':') {
            return slice(index);
        }
        cursor.returnTo(end);
        return new Selector.Index(index);
    }

    /// Reads the rest of a slice, of which the first colon comes next.
    private Selector slice(@Nullable Long start) {
        var end = bound();
        var step = cursor.peek() == ':' ? bound() : null;
        return new Selector.Slice(start, end, step == null ? 1 : step);
    }

    private @Nullable Long bound() {
        cursor.next();
        cursor.blanks();
        if (!literals.atNumber()) {
            return null;
        }
        long bound = literals.integer();
        cursor.blanks();
        return bound;
    }
}
