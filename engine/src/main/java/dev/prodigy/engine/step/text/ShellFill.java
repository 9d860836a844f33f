package dev.prodigy.engine.step.text;

import dev.prodigy.lang.expr.Placeholder;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Resolver;
import java.util.List;

/// Tells the shell rewriting what a placeholder stands for: the author's text as typed, data by reference (spec 01
/// §9.1).
record ShellFill(Scope scope, Sources sources) implements Resolver {

    @Override
    public Fill fill(String body) {
        var placeholder = Placeholder.parse(body, TextPlace.SHELL);
        return placeholder == null ? new Fill.Foreign() : filled(placeholder.resolve(scope, sources));
    }

    private Fill filled(Resolution resolution) {
        return switch (resolution) {
            case Resolution.Foreign _ -> new Fill.Foreign();
            case Resolution.Undefined undefined -> new Fill.Failed("UNDEFINED_VARIABLE", undefined.message());
            case Resolution.Failed failed -> new Fill.Failed("EXPRESSION_ERROR", failed.message());
            case Resolution.Filled filled -> {
                var typed = filled.authorText();
                yield typed == null
                        ? shaped(filled)
                        : new Fill.Parts(Template.parse(typed, TextPlace.SHELL).parts().stream()
                                .map(this::part)
                                .toList());
            }
        };
    }

    /// A default is the author's own text, and may hold placeholders.
    private Fill part(Template.Part part) {
        return switch (part) {
            case Template.Part.Literal(var text) -> new Fill.Text(text);
            case Template.Part.Slot slot -> {
                var fill = filled(slot.placeholder().resolve(scope, sources));
                yield fill instanceof Fill.Foreign ? new Fill.Text(slot.source()) : fill;
            }
        };
    }

    private static Fill shaped(Resolution.Filled filled) {
        return switch (filled.shape()) {
            case RAW -> new Fill.Raw(filled.text());
            case WORDS -> new Fill.Words(List.copyOf(filled.words()));
            case PLAIN, QUOTED ->
                filled.nature() == Nature.TEXT ? new Fill.Text(filled.text()) : new Fill.Data(filled.text());
        };
    }
}
