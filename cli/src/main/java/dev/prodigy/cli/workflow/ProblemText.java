package dev.prodigy.cli.workflow;

import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.output.Style;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A problem for people: its place, what is wrong, the line with a mark under the place, what to write instead.
///
/// ```
/// flow.yml:3:5: error UNKNOWN_KEY: unknown key `retry_confg`; did you mean `retry_config`?
///     3 |     retry_confg: {attempts: 3}
///       |     ^^^^^^^^^^^
/// ```
public final class ProblemText {
    private static final int NUMBER_WIDTH = 5;
    private static final int LONGEST_LINE = 200;

    private final WorkflowFiles files;
    private final Style style;

    /// @param files where the lines come from
    public ProblemText(WorkflowFiles files, Style style) {
        this.files = files;
        this.style = style;
    }

    /// Prints one problem, one call for each line.
    public void print(Problem problem, Consumer<String> to) {
        var span = problem.span();
        var severity = problem.isError() ? style.bad("error") : style.doubtful("warning");
        to.accept(style.strong(Printable.line(span.toString())) + ": " + severity + " " + problem.code() + ": "
                + Printable.line(problem.message()) + suggestion(problem.suggestion()));
        // a secret that stands in the file is not printed
        var line = problem.code() == ProblemCode.SECRET_IN_FILE ? null : files.line(span);
        if (line != null && !line.isBlank() && line.length() <= LONGEST_LINE) {
            to.accept(style.faint(number(Integer.toString(span.line()))) + Printable.line(line.replace('\t', ' ')));
            to.accept(style.faint(number(""))
                    + " ".repeat(span.column() - 1)
                    + style.bad("^".repeat(width(problem, line))));
        }
        if (problem.hint() != null) {
            to.accept(style.faint(number("")) + problem.hint());
        }
    }

    private static String suggestion(@Nullable String word) {
        return word == null ? "" : "; did you mean `" + Printable.line(word) + "`?";
    }

    private static String number(String text) {
        return " ".repeat(Math.max(0, NUMBER_WIDTH - text.length())) + text + " | ";
    }

    /// What is marked ends with the line at the latest.
    private static int width(Problem problem, String line) {
        var span = problem.span();
        int end = span.endLine() > span.line() ? line.codePointCount(0, line.length()) + 1 : span.endColumn();
        return Math.max(1, end - span.column());
    }
}
