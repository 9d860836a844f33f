package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Node;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The files that imports gave a name (spec 01 §12, `imports`).
///
/// @param documents by that name; of several the last
/// @param ofFiles by the file that imports, then by that name
/// @param lost names of files that cannot be had, which has been reported where they are imported
public record Aliases(
        Map<String, Node.Mapping> documents, Map<String, Map<String, Node.Mapping>> ofFiles, Set<String> lost) {
    public Aliases {
        documents = Map.copyOf(documents);
        ofFiles = Map.copyOf(ofFiles);
        lost = Set.copyOf(lost);
    }

    /// @return the document of that name: what the file in which it stands gave it comes first
    Node.@Nullable Mapping find(Node.Scalar name) {
        var own = ofFiles.getOrDefault(name.span().file(), Map.of()).get(name.text());
        return own == null ? documents.get(name.text()) : own;
    }

    /// @return these, and behind them others
    Aliases and(Aliases others) {
        var all = new HashMap<>(others.documents);
        all.putAll(documents);
        var files = new HashMap<>(others.ofFiles);
        files.putAll(ofFiles);
        var gone = new HashSet<>(lost);
        gone.addAll(others.lost);
        return new Aliases(all, files, gone);
    }
}
