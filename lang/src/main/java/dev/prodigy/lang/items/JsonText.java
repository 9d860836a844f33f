package dev.prodigy.lang.items;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.lang.jsonpath.StreamingPath;
import dev.prodigy.model.value.Value;
import java.io.Reader;
import java.io.StringReader;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/// Reads JSON from characters, so that columns are characters too, and no encoding is guessed from the bytes.
final class JsonText {
    private final ItemLimits limits;
    private final String hint;
    private final JsonFactory items;
    private final JsonFactory documents;

    /// @param hint is added to every complaint about the syntax
    JsonText(ItemLimits limits, String hint) {
        this.limits = limits;
        this.hint = hint;
        // no item contains a longer string, and strings outside of items are skipped without being kept
        this.items = factory(limits.itemBytes());
        this.documents = factory(Integer.MAX_VALUE);
    }

    private static JsonFactory factory(int longestString) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Json.MAX_DEPTH)
                        .maxStringLength(longestString)
                        .build())
                .build();
    }

    /// Reads the items of one document as they are asked for.
    ItemSource stream(Reader text, StreamingPath path) {
        var parser = parser(items, text, 0);
        var found = path.open(parser, _ -> parser.readItem());
        return () -> {
            try {
                return found.next();
            } catch (JsonSyntax e) {
                throw invalid(e, e.line());
            }
        };
    }

    /// Reads one document as a whole.
    Value load(Reader text) {
        try {
            return only(parser(documents, text, 0), Json::read);
        } catch (JsonSyntax e) {
            throw invalid(e, e.line());
        }
    }

    /// Reads a line that is one item.
    ///
    /// @param number the line's, from 1
    Value line(String line, int number) {
        try {
            return only(parser(items, new StringReader(line), number - 1), MeteredParser::readItem);
        } catch (JsonSyntax e) {
            throw invalid(e, number);
        }
    }

    private MeteredParser parser(JsonFactory factory, Reader text, int linesBefore) {
        return new MeteredParser(factory.createParser(ObjectReadContext.empty(), text), linesBefore, limits);
    }

    private static Value only(MeteredParser parser, Function<MeteredParser, Value> reader) {
        try {
            if (parser.nextToken() == null) {
                throw new StreamReadException(parser, "no JSON document");
            }
            var value = reader.apply(parser);
            if (parser.nextToken() != null) {
                throw new StreamReadException(parser, "more than one JSON document", parser.currentTokenLocation());
            }
            return value;
        } catch (JacksonException e) {
            throw Json.syntax(e, parser);
        }
    }

    private InputInvalid invalid(JsonSyntax e, int line) {
        return invalid(String.valueOf(e.getMessage()), line, e.column());
    }

    /// @return a complaint about the syntax
    InputInvalid invalid(String message, int line, int column) {
        return new InputInvalid(message + hint, line, column);
    }
}
