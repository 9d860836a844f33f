package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import org.jspecify.annotations.Nullable;

/// Is shown every text and expression of a workflow with the names that can be read there.
interface TextUse {
    /// A text.
    ///
    /// @param step whose text it is, or null for one of the workflow's own
    void text(Text text, TextPlace place, Visible names, @Nullable Step step);

    /// An expression.
    ///
    /// @param kind what its bare names are
    void expression(Expression expression, BareNames kind, Visible names);

    /// Shows everything to two.
    record Both(TextUse first, TextUse second) implements TextUse {
        @Override
        public void text(Text text, TextPlace place, Visible names, @Nullable Step step) {
            first.text(text, place, names, step);
            second.text(text, place, names, step);
        }

        @Override
        public void expression(Expression expression, BareNames kind, Visible names) {
            first.expression(expression, kind, names);
            second.expression(expression, kind, names);
        }
    }
}
