package dev.prodigy.lang.jsonpath;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JsonParser;

/// A path whose items can be read from JSON text one by one, in constant memory (spec 03 §3).
///
/// These are the paths of names with at most one wildcard between, before or after them: `$`, `$[*]`, `$.a.b`,
/// `$.a.b[*]`, `$.a[*].b`, in any spelling.
public final class StreamingPath {
    private final List<Step> steps;

    private StreamingPath(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    /// One segment of a streaming path.
    sealed interface Step {
        /// To the member of this name.
        record To(String name) implements Step {}

        /// To every child.
        enum ToEvery implements Step {
            CHILD
        }
    }

    /// @return the path as a streaming one, or empty when its items cannot be told without the whole document
    public static Optional<StreamingPath> of(JsonPath path) {
        var steps = new ArrayList<Step>();
        for (var segment : path.query().segments()) {
            if (!(segment instanceof Segment.Child(var selectors)) || selectors.size() > 1) {
                return Optional.empty();
            }
            switch (selectors.getFirst()) {
                case Selector.Name(String name) -> steps.add(new Step.To(name));
                case Selector.Wildcard _ when !steps.contains(Step.ToEvery.CHILD) -> steps.add(Step.ToEvery.CHILD);
                case Selector.Wildcard _, Selector.Index _, Selector.Slice _, Selector.Filter _ -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(new StreamingPath(steps));
    }

    /// Starts reading the items of one JSON document: those that {@link JsonPath#items} gives for it.
    ///
    /// @param parser stands before the document's first token
    public StreamedItems open(JsonParser parser) {
        return open(parser, Json::read);
    }

    /// Starts reading, with a way of its own to read an item.
    ///
    /// @param parser stands before the document's first token
    /// @param reader reads the value whose first token is the parser's current one; leaves the parser on its last
    public StreamedItems open(JsonParser parser, Function<JsonParser, Value> reader) {
        return new StreamedItems(steps, parser, reader);
    }
}
