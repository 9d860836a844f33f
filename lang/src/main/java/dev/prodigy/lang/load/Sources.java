package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.Problems;
import dev.prodigy.lang.yaml.Document;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.Suppressions;
import dev.prodigy.lang.yaml.Yaml;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The documents of one load, each read once.
final class Sources {
    private final SourceFiles files;
    private final Problems problems;
    private final Map<String, Document> read = new LinkedHashMap<>();

    Sources(SourceFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
    }

    /// Reads the main file.
    ///
    /// @return its root; null when it cannot be used, which has been reported
    Node.@Nullable Mapping main(String path) {
        var bytes = files.read(path);
        if (bytes == null) {
            problems.add(Problem.error(ProblemCode.UNREADABLE, "cannot read " + path, Span.startOf(path), ""));
            return null;
        }
        var document = Yaml.read(path, bytes);
        read.put(path, document);
        problems.addAll(document.problems());
        return root(document);
    }

    /// @return the documents read so far, the main one first
    List<Document> documents() {
        return List.copyOf(read.values());
    }

    /// @return their paths
    List<String> paths() {
        return List.copyOf(read.keySet());
    }

    /// @return the problems that no comment in their file silences
    List<Problem> withoutSilenced(List<Problem> found) {
        var comments = new HashMap<String, Suppressions>();
        read.forEach((path, document) -> comments.put(path, Suppressions.in(document.source())));
        return found.stream()
                .filter(problem -> {
                    var ofFile = comments.get(problem.span().file());
                    return ofFile == null || !ofFile.silence(problem);
                })
                .toList();
    }

    /// A list stands for `{commands: list}`.
    private Node.@Nullable Mapping root(Document document) {
        return switch (document.root()) {
            case Node.Mapping map -> map;
            case Node.Sequence list ->
                new Node.Mapping(List.of(new Node.Entry("commands", list.span(), list)), null, list.span());
            case Node.Scalar scalar -> {
                var message = "a workflow is a map or a list of steps, not " + scalar.describe();
                problems.add(Problem.error(ProblemCode.WRONG_DOCUMENT, message, scalar.span(), ""));
                yield null;
            }
            case null -> null;
        };
    }
}
