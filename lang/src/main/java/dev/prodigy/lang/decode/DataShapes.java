package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// Places that take any YAML value.
public final class DataShapes {
    /// Plain data, in which nothing is a placeholder.
    public static final Shape<Value> VALUE = new Anything<>() {
        @Override
        Value of(Node node) {
            return DataValue.of(node);
        }
    };

    /// A JSON Schema as plain data; a text can only be the placeholder of one.
    public static final Shape<Value> SCHEMA = new Anything<>() {
        @Override
        Value of(Node node) {
            return DataValue.of(node);
        }

        @Override
        public Value.Fields schema(Definitions definitions) {
            return Schemas.anyOf(Schemas.type("object"), Schemas.type("boolean"), Schemas.pattern("^\\$|\\$\\{"));
        }
    };

    /// Data whose texts may hold placeholders.
    public static final Shape<Data> DATA = new Anything<>() {
        @Override
        Data of(Node node) {
            return data(node);
        }
    };

    private DataShapes() {}

    private static Data data(Node node) {
        return switch (node) {
            case Node.Scalar scalar ->
                scalar.kind() == Node.Kind.STRING
                        ? new Data.Phrase(new Text(scalar.text(), scalar.span()))
                        : new Data.Constant(DataValue.of(scalar), scalar.isNull() ? null : scalar.text());
            case Node.Sequence sequence ->
                new Data.Sequence(
                        sequence.items().stream().map(DataShapes::data).toList());
            case Node.Mapping mapping -> {
                var members = new LinkedHashMap<String, Data>();
                mapping.entries().forEach(entry -> members.put(entry.key(), data(entry.value())));
                yield new Data.Mapping(members);
            }
        };
    }

    private abstract static class Anything<T> implements Shape<T> {
        abstract T of(Node node);

        @Override
        public @Nullable T read(Node node, Place place) {
            refuseTags(node, place);
            return of(node);
        }

        @Override
        public String expects() {
            return "any value";
        }

        @Override
        public Value.Fields schema(Definitions definitions) {
            return Schemas.ANYTHING;
        }

        private static void refuseTags(Node node, Place place) {
            place.refuseTag(node);
            switch (node) {
                case Node.Scalar _ -> {}
                case Node.Sequence sequence -> sequence.items().forEach(each -> refuseTags(each, place));
                case Node.Mapping mapping -> mapping.entries().forEach(each -> refuseTags(each.value(), place));
            }
        }
    }
}
