package dev.prodigy.lang.decode.workflow;

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
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The top-level `template`: a name or path, or `{source, with, override}` (spec 01 §12).
///
/// @param with parameter → value
/// @param override key or dotted path → what replaces it in the template
public record TemplateUse(ComposedSource source, Node.Mapping with, Node.Mapping override) {
    static final Shape<TemplateUse> SHAPE = new TemplateShape();

    private static final class TemplateShape implements Shape<TemplateUse> {
        private static final Key<ComposedSource> FILE = Key.of("file", ComposedSource.FILE, "The template's file.");
        private static final Key<ComposedSource> REGISTRY =
                Key.of("registry", ComposedSource.TEMPLATE, "The template's registered name.");
        private static final Keyed<ComposedSource> SOURCE_MAP =
                Keyed.of("{file} or {registry}", Unknown.WARNING, KeySet.of(FILE, REGISTRY), entries -> {
                    entries.conflict("exclude each other", FILE, REGISTRY);
                    if (entries.has(FILE)) {
                        return entries.get(FILE);
                    }
                    return entries.required(REGISTRY);
                });
        private static final Key<ComposedSource> SOURCE =
                Key.of("source", new SourceShape(), "Where the template comes from.");
        private static final Key<Node.Mapping> WITH =
                Key.of("with", new PlainMap("a map of parameters"), "The template's parameters.");
        private static final Key<Node.Mapping> OVERRIDE =
                Key.of("override", new PlainMap("a map of replacements"), "What is replaced in the template.");
        private static final Key<String> NAME = Key.of("name", Texts.STRING, "A label for people.");
        private static final Keyed<TemplateUse> MAP = Keyed.<TemplateUse>of(
                        "{source, with, override}",
                        Unknown.WARNING,
                        KeySet.of(SOURCE, WITH, OVERRIDE, NAME),
                        entries -> {
                            var source = entries.required(SOURCE);
                            var empty = new Node.Mapping(
                                    List.of(), null, entries.node().span());
                            var with = entries.get(WITH, empty);
                            var override = entries.get(OVERRIDE, empty);
                            return source == null ? null : new TemplateUse(source, with, override);
                        })
                .requiring(SOURCE);

        @Override
        public @Nullable TemplateUse read(Node node, Place place) {
            if (node instanceof Node.Mapping) {
                return MAP.read(node, place);
            }
            var source = ComposedSource.TEMPLATE.read(node, place);
            var empty = new Node.Mapping(List.of(), null, node.span());
            return source == null ? null : new TemplateUse(source, empty, empty);
        }

        @Override
        public String expects() {
            return "a template's name or path, or {source, with, override}";
        }

        @Override
        public Value.Fields schema(Definitions definitions) {
            return Schemas.anyOf(ComposedSource.TEMPLATE.schema(definitions), MAP.schema(definitions));
        }

        private static final class SourceShape implements Shape<ComposedSource> {
            @Override
            public @Nullable ComposedSource read(Node node, Place place) {
                return node instanceof Node.Mapping
                        ? SOURCE_MAP.read(node, place)
                        : ComposedSource.TEMPLATE.read(node, place);
            }

            @Override
            public String expects() {
                return SOURCE_MAP.expects();
            }

            @Override
            public Value.Fields schema(Definitions definitions) {
                return Schemas.anyOf(ComposedSource.TEMPLATE.schema(definitions), SOURCE_MAP.schema(definitions));
            }
        }
    }

    /// A map that is taken as it is.
    private record PlainMap(String expects) implements Shape<Node.Mapping> {
        @Override
        public Node.@Nullable Mapping read(Node node, Place place) {
            if (node instanceof Node.Mapping map) {
                return map;
            }
            place.error(ProblemCode.INVALID_VALUE, node.span(), "expected " + expects + ", found " + node.describe());
            return null;
        }

        @Override
        public Value.Fields schema(Definitions definitions) {
            return Schemas.type("object");
        }
    }
}
