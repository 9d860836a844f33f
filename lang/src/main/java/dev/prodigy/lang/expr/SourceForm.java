package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.PathReader;
import dev.prodigy.lang.expr.scope.Segment;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parses the placeholders that read something else than a variable: `uuid`, `date:…`, `file:…`, `cmd:…` and
/// `json:PATH:from:VAR` (spec 01 §8.1). They take no modifiers.
final class SourceForm {
    private static final String UUID = "uuid";
    private static final Set<String> FORMS = Set.of("date", "file", "cmd", "json");
    private static final int LONGEST_FORM = 4;
    private static final String FROM = ":from:";

    private final TextPlace place;
    private final BareNames names;

    SourceForm(TextPlace place, BareNames names) {
        this.place = place;
        this.names = names;
    }

    /// @return whether the body is of one of these forms; the shell's `${file:-x}` and `${cmd:0:3}` are not
    static boolean claims(Cursor body) {
        if (body.end - body.start == 4 && body.looksAt(UUID)) {
            return true;
        }
        int colon = colon(body);
        return colon >= 0
                && colon + 1 < body.end
                && "-=+? \t\n\r0123456789".indexOf(body.text.charAt(colon + 1)) < 0
                && FORMS.contains(body.text.substring(body.start, colon));
    }

    /// @return what a body that {@link #claims} says, or null when it is a `json:` without `:from:`
    @Nullable
    Body parse(Cursor body) {
        int colon = colon(body);
        int from = colon + 1;
        return switch (colon < 0 ? UUID : body.text.substring(body.start, colon)) {
            case "date" -> new Body.Date(body.braces.unescaped(from, body.end));
            case "cmd" -> new Body.CommandOutput(body.braces.unescaped(from, body.end));
            case "file" ->
                new Body.FileContent(new TemplateParser(place, names, false).parse(body.within(from, body.end, true)));
            case "json" -> json(body.text.substring(from, body.end));
            default -> new Body.Uuid();
        };
    }

    private static int colon(Cursor body) {
        int end = Math.min(body.end, body.start + LONGEST_FORM + 1);
        return body.text.indexOf(':', body.start, end);
    }

    private static @Nullable Body json(String argument) {
        int separator = argument.lastIndexOf(FROM);
        if (separator < 0) {
            return null;
        }
        var path = jsonPath(argument.substring(0, separator));
        var variable = Path.parse(argument.substring(separator + FROM.length()));
        return path == null || variable == null ? null : new Body.JsonAt(path, variable);
    }

    /// A path into a document: `a.b`, also `$.a.b` and `[0].a`.
    private static @Nullable Path jsonPath(String text) {
        String relative = text.startsWith("$") ? text.substring(1) : text;
        boolean name = !relative.startsWith(".") && !relative.startsWith("[");
        var reader = new PathReader(name ? "." + relative : relative, 0, relative.length() + (name ? 1 : 0));
        var segments = new ArrayList<Segment>(reader.segments());
        boolean whole = reader.position() == relative.length() + (name ? 1 : 0);
        return whole && !segments.isEmpty() ? new Path(segments) : null;
    }
}
