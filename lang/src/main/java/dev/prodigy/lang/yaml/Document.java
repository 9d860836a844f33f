package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One file as read: its text, the tree, and what is wrong with it as YAML.
///
/// @param root the tree; null when the text cannot be read as one document (then `problems` says why)
/// @param problems in no particular order; a tree may exist in spite of them
/// @param strange values whose tag has no meaning, and aliases that stand inside what they refer to: what is meant by
///     them is not known
public record Document(SourceText source, @Nullable Node root, List<Problem> problems, List<Span> strange) {
    private static final Comparator<Span> BY_BEGINNING =
            Comparator.comparingInt(Span::line).thenComparingInt(Span::column);

    private static final Comparator<Span> LONGEST = Comparator.comparingInt(Span::endLine)
            .thenComparingInt(Span::endColumn)
            .reversed();

    public Document {
        problems = List.copyOf(problems);
        strange = List.copyOf(strange);
    }

    /// @return the same, where the root stands for the value of a key: the problems have paths that begin with it
    public Document below(String key) {
        var placed = problems.stream()
                .map(problem -> problem.path().isEmpty() ? problem : problem.at(key + problem.path()))
                .toList();
        return new Document(source, root, placed, strange);
    }

    /// @return whether nothing is wrong but that nothing stands in it, or only comments
    public boolean isEmpty() {
        return root == null
                && problems.stream().allMatch(problem -> problem.code() == ProblemCode.WRONG_DOCUMENT)
                && source.text().lines().map(String::strip).allMatch(line -> line.isEmpty() || line.startsWith("#"));
    }

    /// @return whether a problem lies in a value of which nobody knows what is meant, so that it may follow from
    ///     that alone; made once for many problems
    public Predicate<Problem> guesses() {
        if (strange.isEmpty()) {
            return _ -> false;
        }
        var own = Set.copyOf(problems);
        var outermost = new TreeSet<Span>(BY_BEGINNING);
        strange.stream().sorted(BY_BEGINNING.thenComparing(LONGEST)).forEach(value -> {
            if (outermost.isEmpty() || !outermost.last().contains(value)) {
                outermost.add(value);
            }
        });
        return problem -> {
            var value = outermost.floor(problem.span());
            return value != null && value.contains(problem.span()) && !own.contains(problem);
        };
    }
}
