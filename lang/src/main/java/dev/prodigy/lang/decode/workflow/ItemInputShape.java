package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Settings;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemFormat;
import dev.prodigy.model.workflow.ItemInput;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `map.input`: a list, a text, or `{file}`, `{command}`, `{items}` (spec 03 §3).
final class ItemInputShape implements Shape<ItemInput> {
    static final Shape<ItemInput> INPUT = new ItemInputShape();

    private static final Shape<Text> NAMED = Texts.filled("a text", "the input is empty: no items can come from it");
    private static final Key<Text> FILE = Key.of("file", NAMED, "The file with the items.");
    private static final Key<Text> COMMAND = Key.of("command", NAMED, "Shell text that prints the items.");
    private static final Key<List<Value>> ITEMS =
            Key.of("items", Lists.of(DataShapes.VALUE), "The items themselves.").or("list");
    private static final Key<ItemFormat> FORMAT =
            Key.of("format", Words.of("format", ItemFormat.class), "What the document is made of.");
    private static final Key<Setting<Duration>> TIMEOUT = Key.of(
                    "timeout", Settings.ofRun(Durations.SECONDS), "Limit of the command.")
            .or("timeout_ms", Settings.ofRun(Durations.POSITIVE_MS))
            .byDefault(Durations.format(ItemInput.Command.DEFAULT_LIMIT))
            .inherited();
    private static final Keyed<ItemInput> MAP = Keyed.<ItemInput>of(
                    "a list, a file, a command, or {file}, {command}, {items}",
                    Unknown.WARNING,
                    KeySet.of(FILE, COMMAND, ITEMS, FORMAT, TIMEOUT),
                    ItemInputShape::map)
            .ruling(Keyed.onlyOneOf(FILE, COMMAND, ITEMS));

    private ItemInputShape() {}

    @Override
    public @Nullable ItemInput read(Node node, Place place) {
        return switch (node) {
            case Node.Mapping map -> MAP.read(map, place);
            case Node.Sequence list -> {
                var items = ITEMS.canonical().read(list, place);
                yield items == null ? null : new ItemInput.Listed(items);
            }
            case Node.Scalar scalar -> {
                var text = NAMED.read(scalar, place);
                yield text == null ? null : new ItemInput.FileOrCommand(text);
            }
        };
    }

    /// @param input the normal form of one that is written as a map
    /// @return the same with the limit of a command
    static Value.Fields explained(Value.Fields input) {
        var limit = TIMEOUT.byDefault();
        if (limit == null || input.get(COMMAND.name()) == null || input.get(TIMEOUT.name()) != null) {
            return input;
        }
        return new FieldsWriter().putAll(input).put(TIMEOUT.name(), limit).done();
    }

    private static @Nullable ItemInput map(Entries entries) {
        if (entries.conflict("exclude each other", FILE, COMMAND, ITEMS)) {
            return null;
        }
        if (entries.has(FILE)) {
            var file = entries.get(FILE);
            return file == null ? null : new ItemInput.File(file, entries.get(FORMAT));
        }
        if (entries.has(COMMAND)) {
            var command = entries.get(COMMAND);
            var format = entries.get(FORMAT);
            var timeout = entries.get(TIMEOUT);
            return command == null ? null : new ItemInput.Command(command, format, timeout);
        }
        if (!entries.has(ITEMS)) {
            var message = "an input needs \"file\", \"command\" or \"items\"";
            entries.place().error(ProblemCode.MISSING_FIELD, entries.node().span(), message);
            return null;
        }
        var items = entries.get(ITEMS);
        return items == null ? null : new ItemInput.Listed(items);
    }

    @Override
    public String expects() {
        return MAP.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(NAMED.schema(definitions), Schemas.type("array"), MAP.schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return switch (node) {
            case Node.Mapping map -> MAP.normal(map, decoding);
            case Node.Sequence list ->
                Schemas.of(ITEMS.name(), ITEMS.canonical().normal(list, decoding));
            case Node.Scalar text -> NAMED.normal(text, decoding);
        };
    }
}
