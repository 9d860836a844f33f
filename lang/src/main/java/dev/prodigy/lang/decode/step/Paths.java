package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.regex.Pattern;

/// Paths that a step writes: they say something, and a `..` segment is an error (spec 01 §2, "Path rules").
final class Paths {
    private static final Pattern UP = Pattern.compile("(?:^|/)\\.\\.(?:/|$)");

    static final Shape<Text> PATH = new ScalarShape<>(
            "a path",
            Schemas.with(Texts.FILLED, "not", Schemas.pattern("(^|/)\\.\\.(/|$)")),
            (scalar, place) -> {
                if (scalar.text().isBlank()) {
                    place.error(ProblemCode.INVALID_VALUE, scalar.span(), "an empty path names no file");
                    return null;
                }
                if (UP.matcher(scalar.text()).find()) {
                    place.error(ProblemCode.INVALID_VALUE, scalar.span(), "a path may not contain \"..\"");
                    return null;
                }
                return new Text(scalar.text(), scalar.span());
            },
            text -> Value.of(text.source()));

    private Paths() {}
}
