package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.Matcher;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An exit status, or a range of them such as `64-69`.
final class ExitRange {
    private static final String EXPECTS = "an exit status from 0 to 255, or a range such as \"64-69\"";
    private static final Pattern FORM = Pattern.compile("([0-9]{1,3})(?:-([0-9]{1,3}))?");
    private static final int MOST = 255;

    static final Shape<Matcher.Range> RANGE = new Given<>(
            new ScalarShape<>(
                    EXPECTS, schema(), ExitRange::read, range -> Value.of(range.first() + "-" + range.last())),
            "1");

    private ExitRange() {}

    private static Matcher.@Nullable Range read(Node.Scalar scalar, Place place) {
        var form = FORM.matcher(scalar.text());
        if (form.matches()) {
            int first = Integer.parseInt(form.group(1));
            int last = form.group(2) == null ? first : Integer.parseInt(form.group(2));
            if (first <= last && last <= MOST) {
                return new Matcher.Range(first, last);
            }
        }
        place.mismatch(scalar, EXPECTS);
        return null;
    }

    private static Value.Fields schema() {
        var integer = new LinkedHashMap<String, Value>();
        integer.put("type", Value.of("integer"));
        integer.put("minimum", Value.of(0));
        integer.put("maximum", Value.of(MOST));
        return Schemas.anyOf(new Value.Fields(integer), Schemas.pattern("^[0-9]{1,3}(-[0-9]{1,3})?$"));
    }
}
