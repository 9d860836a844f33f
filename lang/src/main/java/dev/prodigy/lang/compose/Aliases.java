package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Node;
import java.util.Map;
import java.util.Set;

/// The files that imports gave a name (spec 01 §12, `imports`).
///
/// @param documents by that name
/// @param lost names of files that cannot be had, which has been reported where they are imported
public record Aliases(Map<String, Node.Mapping> documents, Set<String> lost) {
    public Aliases {
        documents = Map.copyOf(documents);
        lost = Set.copyOf(lost);
    }
}
