package dev.prodigy.lang.decode.env;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.env.Environment;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// One entry of `env_files`: a path, or `{path, required}` (spec 01 §13).
final class EnvFileShape implements Shape<Environment.EnvFile> {
    static final Shape<Environment.EnvFile> ENV_FILE = new EnvFileShape();

    private static final Key<Text> PATH = Key.of("path", Texts.TEXT, "The file.");
    private static final Key<Boolean> REQUIRED = Key.of(
                    "required", Booleans.BOOLEAN, "Whether a missing file is an error.")
            .byDefault(false);
    private static final Keyed<Environment.EnvFile> MAP = Keyed.<Environment.EnvFile>of(
                    "a path, or {path, required}", Unknown.WARNING, KeySet.of(PATH, REQUIRED), entries -> {
                        var path = entries.required(PATH);
                        return path == null ? null : new Environment.EnvFile(path, entries.get(REQUIRED, false));
                    })
            .requiring(PATH);

    private EnvFileShape() {}

    @Override
    public Environment.@Nullable EnvFile read(Node node, Place place) {
        if (node instanceof Node.Mapping) {
            return MAP.read(node, place);
        }
        var path = Texts.TEXT.read(node, place);
        return path == null ? null : new Environment.EnvFile(path, false);
    }

    @Override
    public String expects() {
        return MAP.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(Texts.TEXT.schema(definitions), MAP.schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var file = read(node, Place.silent());
        return file == null
                ? Value.Null.NULL
                : new FieldsWriter()
                        .put(PATH.name(), file.path().source())
                        .put(REQUIRED.name(), file.required())
                        .done();
    }
}
