package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// `capture`: a variable's name, `true` for the default names only, `false` for none.
final class CaptureShape {
    /// @param name null = no variable of its own
    /// @param defaults whether the default names take the values
    /// @param demanded whether the author asks for a capture, be it one of the default names only
    record Target(@Nullable String name, boolean defaults, boolean demanded) {
        static final Target DEFAULTS = new Target(null, true, false);
    }

    static final Shape<Target> CAPTURE = new ScalarShape<>(
            "the name of a variable, true or false",
            Schemas.anyOf(ReservedNames.without(Texts.NAMED.schema(new Definitions())), Schemas.type("boolean")),
            CaptureShape::read,
            target -> target.name() == null ? Value.of(target.defaults()) : Value.of(target.name()));

    private CaptureShape() {}

    private static @Nullable Target read(Node.Scalar scalar, Place place) {
        if (scalar.kind() == Node.Kind.BOOLEAN) {
            boolean wanted = scalar.text().equalsIgnoreCase("true");
            return new Target(null, wanted, wanted);
        }
        var name = Texts.NAMED.read(scalar, place);
        if (name == null) {
            return null;
        }
        ReservedNames.check(name, scalar.span(), place);
        return new Target(name, true, true);
    }
}
