package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A text with placeholders, parsed once and rendered as often as needed (spec 01 §8). What is not a placeholder of
/// ours by its form is part of the text around it.
public final class Template {
    /// Beyond this, texts of many large values would exhaust the memory of the run.
    private static final int LONGEST = 256 << 20;

    /// A stretch of the text.
    public sealed interface Part {
        /// Text that stays, escapes undone.
        record Literal(String text) implements Part {}

        /// A placeholder that is ours if its name is.
        ///
        /// @param offset where it begins in the text
        /// @param source as it was written, `${` and `}` included
        record Slot(int offset, String source, Placeholder placeholder) implements Part {}
    }

    private final List<Part> parts;
    private final List<Misspelt> misspelt;

    Template(List<Part> parts, List<Misspelt> misspelt) {
        this.parts = List.copyOf(parts);
        this.misspelt = List.copyOf(misspelt);
    }

    /// Parses a text; bodies of another form and braces that never close are literal text.
    ///
    /// @throws ExpressionSyntax when placeholders are nested too deep; in {@link TextPlace#EXPRESSION} also
    ///     when a call is wrong
    public static Template parse(String text, TextPlace place) {
        return new TemplateParser(place, BareNames.VARIABLES, false).parse(Cursor.over(text));
    }

    /// @return the stretches of the text in order; never two literals in a row
    public List<Part> parts() {
        return parts;
    }

    /// @return the literal stretches that were probably meant as calls of our functions, or with modifiers of
    ///     ours
    public List<Misspelt> misspelt() {
        return misspelt;
    }

    /// @return the text when there is no placeholder in it (escapes undone), else null
    public @Nullable String literal() {
        if (parts.isEmpty()) {
            return "";
        }
        return parts.size() == 1 && parts.getFirst() instanceof Part.Literal(String text) ? text : null;
    }

    /// @return the placeholder when it is the whole text, which then keeps its value's type; else null
    public @Nullable Placeholder whole() {
        return parts.size() == 1 && parts.getFirst() instanceof Part.Slot slot ? slot.placeholder() : null;
    }

    /// @return the placeholders of the text in order, without those inside them
    public List<Placeholder> placeholders() {
        return parts.stream()
                .filter(Part.Slot.class::isInstance)
                .map(Part.Slot.class::cast)
                .map(Part.Slot::placeholder)
                .toList();
    }

    /// @return the paths of workflow variables that rendering may look up
    public List<Path> variables() {
        return ReadVariables.of(this);
    }

    /// Puts values in the places of the placeholders.
    ///
    /// @return the value of the one placeholder the text consists of, with its type; else a text, which is data if
    ///     one of the values was; or the first failure
    public Resolution.Rendering render(Scope scope, Sources sources) {
        return render(new Evaluation(scope, sources));
    }

    Resolution.Rendering render(Evaluation evaluation) {
        if (parts.size() == 1 && parts.getFirst() instanceof Part.Slot slot) {
            return switch (slot.placeholder().resolve(evaluation)) {
                case Resolution.Foreign _ -> Resolution.Filled.text(slot.source(), Nature.TEXT);
                case Resolution.Rendering rendering -> rendering;
            };
        }
        var text = new StringBuilder();
        var nature = Nature.TEXT;
        for (var part : parts) {
            String piece;
            switch (part) {
                case Part.Literal(String literal) -> piece = literal;
                case Part.Slot slot -> {
                    switch (slot.placeholder().resolve(evaluation)) {
                        case Resolution.Foreign _ -> piece = slot.source();
                        case Resolution.Filled filled -> {
                            piece = filled.text();
                            nature = nature.and(filled.nature());
                        }
                        case Resolution.Undefined undefined -> {
                            return undefined;
                        }
                        case Resolution.Failed failed -> {
                            return failed;
                        }
                    }
                }
            }
            if (text.length() + (long) piece.length() > LONGEST) {
                return new Resolution.Failed("the text is longer than " + (LONGEST >> 20) + " Mi characters");
            }
            text.append(piece);
        }
        return Resolution.Filled.text(text.toString(), nature);
    }
}
