package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Sizes such as `10MB` and `64KiB`, or whole bytes (spec 00, "Values"). `kB`, `MB` … are powers of 1000,
/// `KiB`, `MiB` … of 1024.
public final class Sizes {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,6})?) ?([kKMGT]i?)?B?");
    private static final String LETTERS = "KMGT";
    private static final String EXPECTS = "a size such as 10MB or 64KiB";

    /// A size in bytes, at least 1.
    public static final Shape<Long> SIZE = new Given<>(
            new ScalarShape<>(
                    EXPECTS,
                    Schemas.anyOf(
                            Schemas.with(Schemas.type("integer"), "minimum", Value.of(1)),
                            Schemas.pattern("^[0-9]+(\\.[0-9]+)? ?([kKMGT]i?)?B?$")),
                    Sizes::read,
                    Value::of),
            "1GB");

    private Sizes() {}

    private static @Nullable Long read(Node.Scalar scalar, Place place) {
        var bytes = parse(scalar.text());
        if (bytes == null || bytes < 1) {
            place.mismatch(scalar, EXPECTS);
            return null;
        }
        return bytes;
    }

    /// @return the bytes that a text states, or null when it states no size
    public static @Nullable Long parse(String text) {
        var form = FORM.matcher(text);
        if (!form.matches()) {
            return null;
        }
        var unit = form.group(2) == null ? "" : form.group(2);
        int power = unit.isEmpty() ? 0 : LETTERS.indexOf(Character.toUpperCase(unit.charAt(0))) + 1;
        var factor = BigDecimal.valueOf(unit.endsWith("i") ? 1024 : 1000).pow(power);
        var bytes = new BigDecimal(form.group(1)).multiply(factor);
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 2)) > 0 ? null : bytes.longValue();
    }
}
