package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One file as read: its text, the tree, and what is wrong with it as YAML.
///
/// @param root the tree; null when the text cannot be read as one document (then `problems` says why)
/// @param problems in no particular order; a tree may exist in spite of them
/// @param strange values whose tag has no meaning: what is meant by them is not known
public record Document(SourceText source, @Nullable Node root, List<Problem> problems, List<Span> strange) {
    public Document {
        problems = List.copyOf(problems);
        strange = List.copyOf(strange);
    }

    /// @return whether it lies in a value of which nobody knows what is meant: it may
    ///     follow from the strange tag alone
    public boolean isGuess(Problem problem) {
        return !problems.contains(problem) && strange.stream().anyMatch(value -> value.contains(problem.span()));
    }
}
