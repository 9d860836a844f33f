package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Node;

/// Rewrites the paths of other workflows and inline templates in a document, which are relative to its own file, so
/// that
/// they are relative to the main file (spec 01 §12). Names, and paths that lead nowhere from here, stay as they are.
///
/// @param holder the document's own file
/// @param mainFolder the folder of the main file
record Rebase(Library library, String holder, String mainFolder) {
    private static final String WORKFLOWS = "workflows";
    private static final String SUB_WORKFLOWS = "sub_workflows";
    private static final String SOURCE = "source";

    /// @return the document with its paths rewritten; the same when it lies beside the main file
    Node.Mapping of(Node.Mapping document) {
        if (SourcePath.folder(holder).equals(mainFolder)) {
            return document;
        }
        var entries = document.entries().stream()
                .map(entry -> switch (entry.key()) {
                    case WORKFLOWS, SUB_WORKFLOWS -> put(entry, workflows(entry.value()));
                    case "extends", "template", "imports" -> entry;
                    default -> put(entry, steps(entry.value()));
                })
                .toList();
        return new Node.Mapping(entries, document.tag(), document.span());
    }

    private Node workflows(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar;
            case Node.Sequence list ->
                new Node.Sequence(list.items().stream().map(this::workflow).toList(), list.tag(), list.span());
            case Node.Mapping map ->
                new Node.Mapping(
                        map.entries().stream()
                                .map(entry -> put(entry, workflow(entry.value())))
                                .toList(),
                        map.tag(),
                        map.span());
        };
    }

    private Node workflow(Node node) {
        return switch (node) {
            case Node.Scalar path -> rebased(path);
            case Node.Sequence list -> list;
            case Node.Mapping map ->
                new Node.Mapping(
                        map.entries().stream()
                                .map(entry -> entry.key().equals(SOURCE) && entry.value() instanceof Node.Scalar path
                                        ? put(entry, rebased(path))
                                        : entry)
                                .toList(),
                        map.tag(),
                        map.span());
        };
    }

    /// Steps stand at any depth, and nothing else has these keys with a path.
    private Node steps(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar;
            case Node.Sequence list ->
                new Node.Sequence(list.items().stream().map(this::steps).toList(), list.tag(), list.span());
            case Node.Mapping map ->
                new Node.Mapping(map.entries().stream().map(this::step).toList(), map.tag(), map.span());
        };
    }

    private Node.Entry step(Node.Entry entry) {
        return switch (entry.key()) {
            case "workflow", "template", "use" ->
                entry.value() instanceof Node.Scalar path
                        ? put(entry, rebased(path))
                        : put(entry, steps(entry.value()));
            default -> put(entry, steps(entry.value()));
        };
    }

    private Node.Scalar rebased(Node.Scalar path) {
        if (!SourcePath.isFile(path.text()) || path.text().startsWith("/")) {
            return path;
        }
        var candidate = SourcePath.normal(SourcePath.folder(holder) + path.text());
        if (library.document(candidate) == null) {
            return path;
        }
        var relative = SourcePath.relative(mainFolder, candidate);
        return new Node.Scalar(relative, path.kind(), path.style(), path.tag(), path.span());
    }

    private static Node.Entry put(Node.Entry entry, Node value) {
        return new Node.Entry(entry.key(), entry.keySpan(), value);
    }
}
