package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry of `imports`: a path, or `{path, alias, selective}` (spec 01 §12).
///
/// @param alias the file becomes a template of this name; null = it brings its steps
/// @param selective only what has one of these names; null = everything
public record ImportedFile(
        ComposedSource source,
        @Nullable String alias,
        @Nullable List<Selected> selective) {
    static final Shape<ImportedFile> SHAPE = new ImportShape();

    /// A name of what is taken.
    ///
    /// @param place where it stands
    public record Selected(String name, Span span, Place place) {
        private static final Shape<Selected> SHAPE = new ScalarShape<>(
                "a name",
                Texts.STRING.schema(new Definitions()),
                (scalar, place) -> new Selected(scalar.text(), scalar.span(), place),
                selected -> Value.of(selected.name()));
    }

    private static final class ImportShape implements Shape<ImportedFile> {
        private static final Key<ComposedSource> PATH = Key.of("path", ComposedSource.FILE, "The file.");
        private static final Key<String> ALIAS =
                Key.of("alias", Texts.NAMED, "The file becomes a template of this name.");
        private static final Key<List<Selected>> SELECTIVE =
                Key.of("selective", Lists.oneOrMany(Selected.SHAPE), "Only what has one of these names.");
        private static final Keyed<ImportedFile> MAP = Keyed.<ImportedFile>of(
                        "a path, or {path, alias, selective}",
                        Unknown.WARNING,
                        KeySet.of(PATH, ALIAS, SELECTIVE),
                        entries -> {
                            var path = entries.required(PATH);
                            return path == null
                                    ? null
                                    : new ImportedFile(path, entries.get(ALIAS), entries.get(SELECTIVE));
                        })
                .requiring(PATH);

        @Override
        public @Nullable ImportedFile read(Node node, Place place) {
            if (node instanceof Node.Mapping) {
                return MAP.read(node, place);
            }
            var path = ComposedSource.FILE.read(node, place);
            return path == null ? null : new ImportedFile(path, null, null);
        }

        @Override
        public String expects() {
            return MAP.expects();
        }

        @Override
        public Value.Fields schema(Definitions definitions) {
            return Schemas.anyOf(ComposedSource.FILE.schema(definitions), MAP.schema(definitions));
        }
    }
}
