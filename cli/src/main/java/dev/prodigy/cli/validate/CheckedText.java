package dev.prodigy.cli.validate;

import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.output.Style;
import dev.prodigy.cli.workflow.ProblemText;
import dev.prodigy.cli.workflow.RemainingWork;
import dev.prodigy.cli.workflow.WorstCase;
import dev.prodigy.lang.yaml.YamlText;
import dev.prodigy.model.value.FieldsWriter;
import java.util.function.Consumer;

/// What `validate` says to people.
final class CheckedText {
    private final ProblemText problems;
    private final Style style;
    private final Consumer<String> to;

    /// @param to gets the lines
    CheckedText(ProblemText problems, Style style, Consumer<String> to) {
        this.problems = problems;
        this.style = style;
        this.to = to;
    }

    /// Prints a file's problems, or that there are none.
    void print(Checked checked, boolean explained) {
        var loaded = checked.loaded();
        loaded.problems().forEach(problem -> problems.print(problem, to));
        var file = Printable.line(checked.file());
        var workflow = loaded.workflow();
        if (workflow == null) {
            to.accept(file + ": " + style.bad(Counted.of(loaded.errors(), "error")) + more(loaded.warnings()));
            return;
        }
        to.accept(file + ": " + style.good("ok") + " (" + workflow.mode().word() + ")" + more(loaded.warnings()));
        if (explained) {
            explain(checked);
        }
    }

    private void explain(Checked checked) {
        var workflow = checked.loaded().workflow();
        var form = checked.loaded().explainedForm();
        if (workflow == null || form == null) {
            return;
        }
        to.accept("worst case: " + WorstCase.told(workflow, RemainingWork.EVERYTHING));
        // by the names that they have in JSON
        var document = new FieldsWriter()
                .put("policies", Policies.of(workflow))
                .put("normal_form", form)
                .done();
        YamlText.write(document).lines().map(Printable::line).forEach(to);
    }

    private static String more(long warnings) {
        return warnings == 0 ? "" : ", " + Counted.of(warnings, "warning");
    }
}
