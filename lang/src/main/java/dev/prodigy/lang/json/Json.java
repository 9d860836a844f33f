package dev.prodigy.lang.json;

import dev.prodigy.model.value.Value;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// JSON text to {@link Value} and back. Numbers keep their written scale, objects their order; of a repeated key the
/// last counts.
public final class Json {
    /// The deepest nesting of a value that comes from outside. What the program itself writes around such a value must
    /// stay readable, so its own texts may be deeper.
    public static final int MAX_DEPTH = 500;

    private static final int MAX_OWN_DEPTH = 2 * MAX_DEPTH;
    private static final int MAX_NUMBER_CHARACTERS = 10_000;
    private static final int MAX_EXPONENT = 10_000;
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final JsonFactory OUTSIDE = factory(MAX_DEPTH);
    private static final JsonFactory OWN = factory(MAX_OWN_DEPTH);

    private Json() {}

    private static JsonFactory factory(int depth) {
        return JsonFactory.builder()
                .disable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(depth)
                        .maxNumberLength(MAX_NUMBER_CHARACTERS)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .streamWriteConstraints(
                        StreamWriteConstraints.builder().maxNestingDepth(depth).build())
                .build();
    }

    /// Reads exactly one JSON document that somebody else wrote. A byte-order mark before it does not count, as in
    /// bytes.
    ///
    /// @throws JsonSyntax when the text is anything else, or nested deeper than {@link #MAX_DEPTH}
    public static Value parse(String text) {
        return parse(text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text, OUTSIDE);
    }

    /// Reads what {@link #write} wrote.
    ///
    /// @throws JsonSyntax when the text is anything else
    public static Value reread(String text) {
        return parse(text, OWN);
    }

    private static Value parse(String text, JsonFactory factory) {
        try (var parser = factory.createParser(ObjectReadContext.empty(), text)) {
            return onlyDocument(parser);
        }
    }

    /// Reads exactly one JSON document of UTF-8 bytes. The stream is left open.
    ///
    /// @throws JsonSyntax when the bytes are anything else
    public static Value parse(InputStream bytes) {
        try (var parser = parser(bytes)) {
            return onlyDocument(parser);
        }
    }

    /// @return the document, or null when the text is not exactly one JSON document
    public static @Nullable Value tryParse(String text) {
        try {
            return parse(text);
        } catch (JsonSyntax e) {
            return null;
        }
    }

    /// @return where and why the text is not exactly one JSON document, such as `line 2, column 1: the text ends inside
    ///     an object`; null when it is one
    public static @Nullable String fault(String text) {
        try {
            parse(text);
            return null;
        } catch (JsonSyntax e) {
            return e.placed();
        }
    }

    /// @return a token stream over UTF-8 bytes, for documents that are too large to hold; see {@link #read}
    public static JsonParser parser(InputStream bytes) {
        return OUTSIDE.createParser(ObjectReadContext.empty(), bytes);
    }

    /// @return a generator that writes compact JSON
    public static JsonGenerator generator(Writer to) {
        return OWN.createGenerator(ObjectWriteContext.empty(), to);
    }

    /// Reads the value whose first token is the parser's current one; afterwards the parser stands on its last
    /// token.
    ///
    /// @throws JsonSyntax when the text breaks off or is wrong
    public static Value read(JsonParser parser) {
        try {
            return value(parser);
        } catch (JacksonException e) {
            throw syntax(e, parser);
        }
    }

    /// @return a text as it is, anything else as compact JSON
    public static String shown(Value value) {
        return value instanceof Value.Text(var text) ? text : write(value);
    }

    /// @return compact JSON, members in their order; half a surrogate pair, which no encoding of Unicode can carry, is
    ///     written as an escape
    public static String write(Value value) {
        var text = new StringWriter();
        try (var generator = generator(text)) {
            write(value, generator);
        }
        return withoutHalfPairs(text.toString());
    }

    private static String withoutHalfPairs(String json) {
        StringBuilder escaped = null;
        for (int i = 0; i < json.length(); i++) {
            char character = json.charAt(i);
            boolean pair = Character.isHighSurrogate(character)
                    && i + 1 < json.length()
                    && Character.isLowSurrogate(json.charAt(i + 1));
            if (pair || !Character.isSurrogate(character)) {
                int length = pair ? 2 : 1;
                if (escaped != null) {
                    escaped.append(json, i, i + length);
                }
                i += length - 1;
            } else {
                escaped = escaped == null ? new StringBuilder().append(json, 0, i) : escaped;
                escaped.append("\\u").append(Integer.toHexString(character));
            }
        }
        return escaped == null ? json : escaped.toString();
    }

    /// Writes one value to a generator.
    public static void write(Value value, JsonGenerator to) {
        switch (value) {
            case Value.Null _ -> to.writeNull();
            case Value.Bool bool -> to.writeBoolean(bool.isTrue());
            case Value.Num(BigDecimal number) -> to.writeNumber(number);
            case Value.Text(String text) -> to.writeString(text);
            case Value.Items(var values) -> {
                to.writeStartArray();
                values.forEach(each -> write(each, to));
                to.writeEndArray();
            }
            case Value.Fields(var members) -> {
                to.writeStartObject();
                members.forEach((name, each) -> {
                    to.writeName(name);
                    write(each, to);
                });
                to.writeEndObject();
            }
        }
    }

    /// @return the failure of a parser as ours, with its place; a limit that was passed has none, there the parser's
    ///     counts
    public static JsonSyntax syntax(JacksonException e, JsonParser parser) {
        var named = e.getLocation();
        var at = named == null || named.getLineNr() < 1 ? parser.currentLocation() : named;
        String original = e instanceof StreamReadException ? e.getOriginalMessage() : String.valueOf(e.getMessage());
        return new JsonSyntax(JsonWords.of(original), Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }

    private static Value onlyDocument(JsonParser parser) {
        try {
            if (parser.nextToken() == null) {
                throw new JsonSyntax("no JSON document", 1, 1);
            }
            var value = value(parser);
            if (parser.nextToken() != null) {
                var at = parser.currentTokenLocation();
                throw new JsonSyntax("more than one JSON document", at.getLineNr(), at.getColumnNr());
            }
            return value;
        } catch (JacksonException e) {
            throw syntax(e, parser);
        }
    }

    private static Value value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                var members = new LinkedHashMap<String, Value>();
                for (var name = parser.nextName(); name != null; name = parser.nextName()) {
                    parser.nextToken();
                    members.put(name, value(parser));
                }
                yield new Value.Fields(members);
            }
            case START_ARRAY -> {
                var values = new ArrayList<Value>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    values.add(value(parser));
                }
                yield new Value.Items(values);
            }
            case VALUE_STRING -> new Value.Text(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> Value.Bool.TRUE;
            case VALUE_FALSE -> Value.Bool.FALSE;
            case VALUE_NULL -> Value.Null.NULL;
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE -> {
                var at = parser.currentTokenLocation();
                throw new JsonSyntax("a value was expected", at.getLineNr(), at.getColumnNr());
            }
        };
    }

    /// An exponent without bound would let a few characters ask for gigabytes when the number is written out.
    private static Value number(JsonParser parser) {
        var number = new BigDecimal(parser.getString());
        if (Math.abs((long) number.scale()) > MAX_EXPONENT) {
            var at = parser.currentTokenLocation();
            throw new JsonSyntax("a number with an exponent beyond " + MAX_EXPONENT, at.getLineNr(), at.getColumnNr());
        }
        return new Value.Num(number);
    }
}
