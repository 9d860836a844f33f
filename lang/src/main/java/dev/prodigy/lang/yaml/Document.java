package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One file as read: its text, the tree, and what is wrong with it as YAML.
///
/// @param root the tree; null when the text cannot be read as one document (then `problems` says why)
/// @param problems in no particular order; a tree may exist in spite of them
public record Document(SourceText source, @Nullable Node root, List<Problem> problems) {
    public Document {
        problems = List.copyOf(problems);
    }
}
