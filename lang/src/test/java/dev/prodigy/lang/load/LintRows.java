package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

/// The checks that need the whole workflow, each with a workflow that it finds something in and one that it leaves
/// alone (spec 01 §14, 05 §3).
///
/// ⏎ is a line end, » the place of the problem, MAP a map phase with a step, ITEM one with these keys.
final class LintRows {
    private static final String MARK = "»";

    private LintRows() {}

    /// @param expected code and path of the only problem, and what is suggested
    static void isFound(String yaml, String expected) {
        var marked = text(yaml);
        int mark = marked.indexOf(MARK);
        var before = marked.substring(0, mark);
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        int column = mark - before.lastIndexOf('\n');
        var at = expected.replaceFirst(" ", " " + line + ":" + column + " ");
        assertThat(Workflows.problems(marked.replace(MARK, "")))
                .as(yaml)
                .extracting(Workflows::shown)
                .containsExactly(at);
    }

    static void isLeftAlone(String yaml) {
        var files = Map.of(Workflows.FILE, text(yaml), "w.yml", "commands: x", "w.env", "A=1");
        assertThat(Workflows.load(files).problems()).as(yaml).isEmpty();
    }

    private static String text(String row) {
        return row.replace("⏎", "\n")
                .replaceAll("(?m)^ITEM input: (.*)$", "map: {input: $1}")
                .replaceAll("(?m)^(»?)ITEM (.*)$", "$1map: {input: [], $2}")
                .replaceAll("(?m)^MAP \\{(.*)\\}$", "map: {input: [], agent_template: {$1}}")
                .replaceAll("(?m)^MAP (»?)(.*)$", "map: {input: [], agent_template: $1'$2'}");
    }
}
