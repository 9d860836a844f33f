package dev.prodigy.lang.jsonpath;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.value.Value;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/// The items of one document, read from its text as they are asked for. At most one item is in memory.
///
/// Of a repeated name the last value counts, as in {@link Json}. Where an earlier value may already have given items,
/// which cannot be taken back, the repetition is a failure. To notice it, the names of an object with a wildcard are
/// remembered by a digest of 16 bytes each.
public final class StreamedItems {
    private final List<StreamingPath.Step> steps;
    private final JsonParser parser;
    private final Function<JsonParser, Value> reader;
    private final ArrayDeque<Container> open = new ArrayDeque<>();
    private final boolean singular;
    private boolean started;
    private boolean ended;
    private long given;
    /// Found, but a repeated name might still replace it.
    private @Nullable Value held;

    StreamedItems(List<StreamingPath.Step> steps, JsonParser parser, Function<JsonParser, Value> reader) {
        this.steps = steps;
        this.parser = parser;
        this.reader = reader;
        this.singular = !steps.contains(StreamingPath.Step.ToEvery.CHILD);
    }

    /// An array or object that was entered.
    private sealed interface Container {
        /// An object, of which one member leads on.
        ///
        /// @param next the step after this one
        /// @param givenBefore how many items were handed out when it was entered
        record OneMember(String name, int next, long givenBefore) implements Container {}

        /// A container of which every child leads on.
        ///
        /// @param names those seen so far of an object; null for an array
        record EveryChild(int next, @Nullable NameSet names) implements Container {}

        /// The array that a singular path led to.
        enum Spread implements Container {
            ELEMENTS
        }
    }

    /// @return the next item, or null after the last
    /// @throws JsonSyntax when the text is not exactly one JSON document, which may show after items were returned
    public @Nullable Value next() {
        try {
            return advance();
        } catch (JacksonException e) {
            throw Json.syntax(e, parser);
        }
    }

    private @Nullable Value advance() {
        if (ended) {
            return null;
        }
        if (!started) {
            started = true;
            if (parser.nextToken() == null) {
                throw failure("no JSON document");
            }
            enter(0);
        }
        while (!open.isEmpty()) {
            var container = open.element();
            if (held != null && !(container instanceof Container.OneMember)) {
                given++;
                return release();
            }
            var token = parser.nextToken();
            if (token == JsonToken.END_ARRAY || token == JsonToken.END_OBJECT) {
                open.pop();
            } else {
                child(container, token);
            }
        }
        ended = true;
        if (parser.nextToken() != null) {
            throw failure("more than one JSON document");
        }
        return release();
    }

    private @Nullable Value release() {
        var item = held;
        held = null;
        return item;
    }

    private void child(Container container, JsonToken token) {
        var name = token == JsonToken.PROPERTY_NAME ? parser.currentName() : null;
        switch (container) {
            case Container.OneMember one -> {
                boolean leadsOn = one.name().equals(name);
                if (leadsOn && given > one.givenBefore()) {
                    throw repeated(one.name());
                }
                parser.nextToken();
                if (leadsOn) {
                    held = null;
                    enter(one.next());
                } else {
                    parser.skipChildren();
                }
            }
            case Container.EveryChild(int next, var names) -> {
                if (name != null && names != null) {
                    if (!names.add(name)) {
                        throw repeated(name);
                    }
                    parser.nextToken();
                }
                enter(next);
            }
            case Container.Spread _ -> held = reader.apply(parser);
        }
    }

    /// Takes the current value, to which all steps before this one led.
    private void enter(int step) {
        var token = parser.currentToken();
        if (step == steps.size()) {
            if (singular && token == JsonToken.START_ARRAY) {
                open.push(Container.Spread.ELEMENTS);
            } else {
                held = reader.apply(parser);
            }
            return;
        }
        if (!token.isStructStart()) {
            return;
        }
        switch (steps.get(step)) {
            case StreamingPath.Step.To(String name) -> {
                if (token == JsonToken.START_OBJECT) {
                    open.push(new Container.OneMember(name, step + 1, given));
                } else {
                    parser.skipChildren();
                }
            }
            case StreamingPath.Step.ToEvery _ ->
                open.push(new Container.EveryChild(step + 1, token == JsonToken.START_OBJECT ? new NameSet() : null));
        }
    }

    private StreamReadException repeated(String name) {
        return failure("the name \"" + name + "\" is repeated, which cannot be streamed");
    }

    private StreamReadException failure(String message) {
        return new StreamReadException(parser, message, parser.currentTokenLocation());
    }
}
