package dev.prodigy.lang.shell.flow;

import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The values that substitutions print as they are, rather than count or compare.
///
/// @param flow of the text
public record Printed(String text, CodeFlow flow) {
    private static final Set<String> PRINTERS = Set.of("echo", "printf", "print");
    private static final Set<String> FILTERS = Set.of(
            "cat", "tac", "tr", "cut", "head", "tail", "sed", "awk", "sort", "uniq", "jq", "rev", "tee", "xargs");

    /// @return the values printed by the substitutions of a stretch
    public List<Hole> in(Stretch stretch) {
        var holes = new ArrayList<Hole>();
        flow.substitutions(stretch).forEach(substitution -> substitution.inner.forEach(stage -> print(stage, holes)));
        return holes;
    }

    /// Looks at the last stage of a pipe, and at those in front of it as far as they are passed on.
    private void print(Stage last, List<Hole> holes) {
        if (last.isRead) {
            return;
        }
        for (Stage stage = last; stage != null; stage = stage.before) {
            var command = stage.command;
            String name = command == null ? "" : command.name();
            if (command != null && PRINTERS.contains(name)) {
                command.words().forEach(word -> holes.addAll(word.holes()));
            }
            if (!FILTERS.contains(name)) {
                return;
            }
            stage.input().forEach(input -> holes.addAll(input.holes()));
        }
    }
}
