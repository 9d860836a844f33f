package dev.prodigy.lang.jsonpath;

/// A query that asks too much of a document: more nodes, more work or deeper nesting than the evaluator will bear.
public final class JsonPathLimit extends RuntimeException {
    private static final long serialVersionUID = 1;

    JsonPathLimit(String message) {
        super(message);
    }
}
