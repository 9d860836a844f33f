package dev.prodigy.lang.compose;

import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.OtherWorkflows;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.yaml.Document;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the files that a workflow names, relative to the file that names them, and reports those that are not there
/// (spec 01 §12).
public final class FileSearch implements OtherWorkflows {
    private final Library library;

    /// A search among these files.
    public FileSearch(Library library) {
        this.library = library;
    }

    /// @param path where the file was found
    record Found(String path, Document document) {}

    /// @param file whether it can only be a file; else a text without `/` and suffix may be a template's name
    /// @return null when there is none, which has been reported
    @Nullable
    Found find(Node.Scalar source, boolean file, Place place) {
        boolean template = !file && !SourcePath.isFile(source.text());
        var candidates = candidates(source);
        if (template) {
            candidates = joined(library.templates(source.text(), source.span().file()), candidates);
        }
        var found = first(source, candidates, place);
        if (found == null && !SourcePath.isUrl(source.text())) {
            var code = template ? ProblemCode.UNDEFINED_REFERENCE : ProblemCode.FILE_NOT_FOUND;
            missing(code, template ? "template" : "file", source, candidates, List.of(), place);
        }
        return found;
    }

    @Override
    public @Nullable String find(Node.Scalar source, Collection<String> known, Place place) {
        var candidates = candidates(source);
        var found = first(source, candidates, place);
        if (found == null && !SourcePath.isUrl(source.text())) {
            boolean file = SourcePath.isFile(source.text());
            var code = file ? ProblemCode.FILE_NOT_FOUND : ProblemCode.UNDEFINED_REFERENCE;
            missing(code, file ? "file" : "workflow", source, candidates, known, place);
        }
        return found == null ? null : found.path();
    }

    /// Every node keeps the file it was written in, whatever it was composed into.
    private List<String> candidates(Node.Scalar source) {
        var holder = source.span().file();
        return SourcePath.candidates(source.text(), holder, library.root(holder));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        var joined = new LinkedHashSet<>(first);
        joined.addAll(second);
        return List.copyOf(joined);
    }

    private @Nullable Found first(Node.Scalar source, List<String> candidates, Place place) {
        if (SourcePath.isUrl(source.text())) {
            var message = "a URL cannot be used; copy the file into the repository";
            place.error(ProblemCode.INVALID_VALUE, source.span(), message);
            return null;
        }
        for (var path : candidates) {
            var document = library.document(path);
            if (document != null) {
                return new Found(path, document);
            }
        }
        return null;
    }

    private static void missing(
            ProblemCode code,
            String what,
            Node.Scalar source,
            List<String> tried,
            Collection<String> known,
            Place place) {
        var message = "there is no " + what + " \"" + source.text() + "\"; tried " + String.join(", ", tried);
        place.report(Problem.error(code, message, source.span(), place.path().toString())
                .suggesting(Nearest.to(source.text(), known)));
    }
}
