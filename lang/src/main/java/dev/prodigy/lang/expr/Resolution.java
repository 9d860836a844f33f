package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.modifier.ShellShape;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of a placeholder (spec 01 §8.4).
public sealed interface Resolution {

    /// It is none of ours: it stays as it was written.
    record Foreign() implements Resolution {}

    /// What became of a whole text; and of a placeholder that is ours.
    sealed interface Rendering extends Resolution {}

    /// There is a value. It is never scanned for placeholders again.
    ///
    /// @param value the value with its type, modifiers applied; a list when the shape is {@link ShellShape#WORDS}
    /// @param style how it becomes text when it is a list
    /// @param shape how it is to be put into shell text
    /// @param authorText when the value is the placeholder's default: that default as its author wrote it, which a
    ///     shell text may take, and scan, as if it had been typed there; else null
    record Filled(
            Value value,
            Nature nature,
            ListStyle style,
            ShellShape shape,
            @Nullable String authorText) implements Rendering {

        static Filled of(Value value, Nature nature) {
            return new Filled(value, nature, ListStyle.JSON, ShellShape.PLAIN, null);
        }

        static Filled text(String text, Nature nature) {
            return of(new Value.Text(text), nature);
        }

        /// @return the value as text (spec 01 §8.3)
        public String text() {
            return ValueText.of(value, style);
        }

        /// @return the texts of the elements of a list; of another value its own
        public List<String> words() {
            return value instanceof Value.Items(var values)
                    ? values.stream().map(ValueText::of).toList()
                    : List.of(text());
        }
    }

    /// It is ours, has no value and no default: the step fails with UNDEFINED_VARIABLE. A file that cannot be read and
    /// a command that failed give no value either.
    ///
    /// @param name the path that was asked for; of a file or a command what stands in the braces
    /// @param reason why there is none, such as "step `build` was skipped"
    /// @param near what may have been meant
    record Undefined(String name, String reason, List<String> near) implements Rendering {

        /// @return one line that says all of it
        public String message() {
            String message = "`" + name + "` has no value: " + reason;
            return near.isEmpty() ? message : message + "; did you mean `" + String.join("`, `", near) + "`?";
        }
    }

    /// It is ours, but makes no sense: a call that is wrong, a text that grows too long. The step fails.
    ///
    /// @param message one line
    record Failed(String message) implements Rendering {}
}
