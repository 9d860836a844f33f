package dev.prodigy.lang.load;

import dev.prodigy.lang.compose.Library;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.yaml.Document;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.Suppressions;
import dev.prodigy.lang.yaml.Yaml;
import dev.prodigy.model.source.Problem;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The documents of one load, each read once.
final class Sources implements Library {
    private final SourceFiles files;
    private final Decoding decoding;
    private final Map<String, Document> read = new LinkedHashMap<>();

    /// @param decoding learns the texts, and what is wrong with them as YAML
    Sources(SourceFiles files, Decoding decoding) {
        this.files = files;
        this.decoding = decoding;
    }

    @Override
    public @Nullable Document document(String path) {
        var known = read.get(path);
        if (known != null) {
            return known;
        }
        var bytes = files.read(path);
        if (bytes == null) {
            return null;
        }
        var document = Yaml.read(path, bytes);
        if (document.root() instanceof Node.Sequence) {
            // a list stands for `{commands: list}`
            document = document.below("commands");
        }
        read.put(path, document);
        decoding.addSource(document.source());
        decoding.problems().addAll(document.problems());
        return document;
    }

    @Override
    public @Nullable String root(String holder) {
        return files.root(holder);
    }

    @Override
    public List<String> templates(String name, String holder) {
        return files.templates(name, holder);
    }

    /// @return the paths of the files read so far, the main one first
    List<String> paths() {
        return List.copyOf(read.keySet());
    }

    /// @return the problems with the paths that their places have in the files that hold them
    List<Problem> withWrittenPaths(List<Problem> found) {
        if (read.size() < 2 || found.isEmpty()) {
            return found;
        }
        var paths = new HashMap<String, WrittenPaths>();
        read.forEach((file, document) -> {
            if (document.root() != null) {
                paths.put(file, new WrittenPaths(document.root()));
            }
        });
        return found.stream()
                .map(problem -> {
                    var ofFile = paths.get(problem.span().file());
                    return ofFile == null ? problem : ofFile.placed(problem);
                })
                .toList();
    }

    /// @return the problems that no comment in their file silences, and that lie in no value of which nobody knows what
    /// is meant
    List<Problem> withoutSilenced(List<Problem> found) {
        var comments = new HashMap<String, Suppressions>();
        var guesses = new HashMap<String, Predicate<Problem>>();
        read.forEach((path, document) -> {
            comments.put(path, Suppressions.in(document.source()));
            guesses.put(path, document.guesses());
        });
        return found.stream()
                .filter(problem -> {
                    var ofFile = guesses.get(problem.span().file());
                    return ofFile == null || !ofFile.test(problem);
                })
                .filter(problem -> {
                    var ofFile = comments.get(problem.span().file());
                    return ofFile == null || !ofFile.silence(problem);
                })
                .toList();
    }
}
