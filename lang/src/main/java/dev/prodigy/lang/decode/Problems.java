package dev.prodigy.lang.decode;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// All problems found while a workflow is loaded, of each severity up to a number that only a hostile file reaches.
public final class Problems {
    private static final int MOST = 100_000;

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
        ordered.sort((one, other) -> byPlace(one.span(), other.span(), firstFile));
        return List.copyOf(ordered);
    }

    /// Written out, since every start would make the comparators of the Java library anew.
    private static int byPlace(Span one, Span other, String firstFile) {
        int byFirst =
                Boolean.compare(!one.file().equals(firstFile), !other.file().equals(firstFile));
        int byFile = byFirst == 0 ? one.file().compareTo(other.file()) : byFirst;
        int byLine = byFile == 0 ? Integer.compare(one.line(), other.line()) : byFile;
        return byLine == 0 ? Integer.compare(one.column(), other.column()) : byLine;
    }
}
