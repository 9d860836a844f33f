package dev.prodigy.lang.items;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.yaml.Buffer;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// The documents of a YAML stream as values (YAML 1.2, core schema).
///
/// Values are built straight from the parser's events, without a tree of nodes between. An alias shares the value of
/// its anchor; how much aliases may multiply is limited. Keys are scalars and keep their spelling.
final class YamlDocuments {
    /// As deep as JSON may be.
    private static final long MAX_ALIASED_VALUES = 1_000_000;

    private final Iterator<Event> events;
    private final YamlScalars scalars;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private long values;
    private long aliased;

    private YamlDocuments(Iterator<Event> events, YamlScalars scalars) {
        this.events = events;
        this.scalars = scalars;
    }

    /// @param size how many values it is made of, those behind aliases included
    private record Anchored(Value value, long size) {}

    /// Reads all documents, of which there may be none.
    ///
    /// @throws InputInvalid when the text is no YAML, or has no equal in JSON
    static List<Value> read(Reader reader) {
        var text = whole(reader);
        var settings = LoadSettings.builder()
                .setSchema(new CoreSchema())
                .setCodePointLimit(Integer.MAX_VALUE)
                .setBufferSize(Buffer.size(text))
                .build();
        var events = new ParserImpl(settings, new StreamReader(settings, text));
        var scalars = new YamlScalars(settings.getSchema().getScalarResolver());
        try {
            return new YamlDocuments(events, scalars).documents();
        } catch (MarkedYamlEngineException e) {
            var mark = e.getProblemMark().or(e::getContextMark);
            throw new InputInvalid(
                    e.getProblem() + (e.getContext() == null ? "" : " (" + e.getContext() + ")"),
                    mark.map(at -> at.getLine() + 1).orElse(0),
                    mark.map(at -> at.getColumn() + 1).orElse(0));
        } catch (YamlEngineException e) {
            throw InputInvalid.ofTheWhole(String.valueOf(e.getMessage()));
        }
    }

    private static String whole(Reader text) {
        try {
            return text.readAllAsString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @return the only document, or an array of several
    static Value asOne(List<Value> documents) {
        return documents.size() == 1 ? documents.getFirst() : new Value.Items(documents);
    }

    private List<Value> documents() {
        var documents = new ArrayList<Value>();
        while (events.hasNext()) {
            if (events.next().getEventId() == Event.ID.DocumentStart) {
                anchors.clear();
                documents.add(value(events.next(), 0));
            }
        }
        return documents;
    }

    private Value value(Event event, int depth) {
        if (depth > Json.MAX_DEPTH) {
            throw failure(event, "nested deeper than " + Json.MAX_DEPTH + " levels");
        }
        if (event instanceof AliasEvent alias) {
            return shared(alias);
        }
        long before = values++;
        var value = switch (event) {
            case ScalarEvent scalar -> scalars.value(scalar);
            case SequenceStartEvent sequence -> {
                requireTag(sequence, sequence.getTag().orElse("!"), "tag:yaml.org,2002:seq");
                yield items(depth);
            }
            case MappingStartEvent mapping -> {
                requireTag(mapping, mapping.getTag().orElse("!"), "tag:yaml.org,2002:map");
                yield fields(depth);
            }
            default -> throw failure(event, "a value was expected");
        };
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            anchors.put(node.getAnchor().get(), new Anchored(value, values - before));
        }
        return value;
    }

    private Value shared(AliasEvent alias) {
        var anchored = anchors.get(alias.getAlias());
        if (anchored == null) {
            throw failure(alias, "*" + alias.getAlias() + " has no anchor before it");
        }
        values += anchored.size();
        aliased += anchored.size();
        if (aliased > MAX_ALIASED_VALUES) {
            throw failure(alias, "aliases stand for more than " + MAX_ALIASED_VALUES + " values");
        }
        return anchored.value();
    }

    private Value items(int depth) {
        var items = new ArrayList<Value>();
        for (var event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            items.add(value(event, depth + 1));
        }
        return new Value.Items(items);
    }

    private Value fields(int depth) {
        var members = new LinkedHashMap<String, Value>();
        for (var event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            String name = name(event);
            if (members.containsKey(name)) {
                throw failure(event, "the key \"" + name + "\" is there twice");
            }
            members.put(name, value(events.next(), depth + 1));
        }
        return new Value.Fields(members);
    }

    private static String name(Event key) {
        if (key instanceof ScalarEvent scalar) {
            return scalar.getValue();
        }
        throw failure(key, "a key must be a plain or quoted text");
    }

    private static void requireTag(Event event, String tag, String expected) {
        if (!tag.equals("!") && !tag.equals(expected)) {
            throw failure(event, "the tag " + tag + " has no equal in JSON");
        }
    }

    /// @return a failure where the event begins
    static InputInvalid failure(Event event, String message) {
        var mark = event.getStartMark();
        return new InputInvalid(
                message,
                mark.map(at -> at.getLine() + 1).orElse(0),
                mark.map(at -> at.getColumn() + 1).orElse(0));
    }
}
