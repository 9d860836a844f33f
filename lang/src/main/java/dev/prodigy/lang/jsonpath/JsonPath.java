package dev.prodigy.lang.jsonpath;

import dev.prodigy.model.value.Value;
import java.util.List;

/// A compiled JSONPath query (RFC 9535). Immutable, usable by many threads.
///
/// Objects are walked in document order. Numbers compare by value, whatever their size. Evaluation needs memory
/// in proportion to its result and to the nesting of the document, and its work is limited.
public final class JsonPath {
    /// How exactly a path must keep to RFC 9535.
    public enum Mode {
        /// To the letter.
        STRICT,
        /// As in `map.json_path` (spec 03 §3): also `=` for `==`, blanks around the path and before the
        /// parenthesis of a function.
        LENIENT
    }

    private final String text;
    private final Query query;

    private JsonPath(String text, Query query) {
        this.text = text;
        this.query = query;
    }

    /// Compiles a path.
    ///
    /// @throws JsonPathSyntax when the text is no path, with the position
    public static JsonPath parse(String text, Mode mode) {
        return new JsonPath(text, QueryParser.parse(text, mode));
    }

    /// @return the values of the nodes that the query selects, in order; a node selected twice is there twice
    /// @throws JsonPathLimit when the query asks too much of this document
    public List<Value> evaluate(Value document) {
        return evaluate(document, new Budget());
    }

    /// The work items that the query makes of a document (spec 03 §3): each node is one, but of a singular query the
    /// elements of an array.
    ///
    /// @return the items in order, none when there is no node
    /// @throws JsonPathLimit when the query asks too much of this document
    public List<Value> items(Value document) {
        var nodes = evaluate(document);
        return isSingular() && nodes.size() == 1 && nodes.getFirst() instanceof Value.Items(var elements)
                ? elements
                : nodes;
    }

    /// @return whether names and indexes alone make up the path, so that there is at most one node
    public boolean isSingular() {
        return query.isSingular();
    }

    /// @return the path as it was written
    @Override
    public String toString() {
        return text;
    }

    Query query() {
        return query;
    }

    List<Value> evaluate(Value document, Budget budget) {
        return new Evaluation(document, budget).nodes(query);
    }
}
