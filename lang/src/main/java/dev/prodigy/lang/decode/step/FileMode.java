package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.model.value.Value;
import java.util.regex.Pattern;

/// Permission bits in octal, quoted or not: the source spelling counts, so `0644` and `644` are the same.
final class FileMode {
    private static final Pattern OCTAL = Pattern.compile("(?:0o)?0?([0-7]{3,4})");
    private static final String EXPECTS = "octal permission bits such as 0644";

    /// An integer has lost its spelling, and readers differ in whether `0644` is octal: of it only the most is
    /// told.
    private static final Value.Fields INTEGER =
            Schemas.with(Schemas.with(Schemas.type("integer"), "minimum", Value.of(0)), "maximum", Value.of(7777));

    static final Shape<Integer> MODE = new Given<>(
            new ScalarShape<>(
                    EXPECTS,
                    Schemas.anyOf(INTEGER, Schemas.pattern("^(0o)?0?[0-7]{3,4}$")),
                    (scalar, place) -> {
                        var octal = OCTAL.matcher(scalar.text());
                        if (!octal.matches()) {
                            place.mismatch(scalar, EXPECTS);
                            return null;
                        }
                        return Integer.parseInt(octal.group(1), 8);
                    },
                    mode -> Value.of("0" + Integer.toOctalString(mode))),
            "0644");

    private FileMode() {}
}
