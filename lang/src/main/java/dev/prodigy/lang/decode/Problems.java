package dev.prodigy.lang.decode;

import dev.prodigy.model.source.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// All problems found while a workflow is loaded, of each severity up to a number that only a hostile file reaches.
public final class Problems {
    private static final int MOST = 100_000;
    private static final Comparator<Problem> BY_PLACE = Comparator.comparing(
                    (Problem problem) -> problem.span().file())
            .thenComparingInt(problem -> problem.span().line())
            .thenComparingInt(problem -> problem.span().column());

    private final Set<Problem> errors = new LinkedHashSet<>();
    private final Set<Problem> warnings = new LinkedHashSet<>();

    /// Starts without problems.
    public Problems() {}

    /// Adds a problem; the same one again is dropped, and so is what would be too much to keep.
    public void add(Problem problem) {
        var found = problem.isError() ? errors : warnings;
        if (found.size() < MOST) {
            found.add(problem);
        }
    }

    /// Adds several problems.
    public void addAll(Collection<Problem> problems) {
        problems.forEach(this::add);
    }

    /// @return whether one of them keeps the workflow from running
    public boolean anyError() {
        return !errors.isEmpty();
    }

    /// @return all of them, by file (the given one first) and position
    public List<Problem> ordered(String firstFile) {
        var ordered = new ArrayList<>(errors);
        ordered.addAll(warnings);
        ordered.sort(
                Comparator.comparing((Problem problem) -> !problem.span().file().equals(firstFile))
                        .thenComparing(BY_PLACE));
        return List.copyOf(ordered);
    }
}
