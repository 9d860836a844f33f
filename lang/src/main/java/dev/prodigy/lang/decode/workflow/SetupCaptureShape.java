package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Patterns;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Sizes;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.SetupCapture;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// `capture_outputs`: name → the index of a step, or a map (spec 03 §2).
final class SetupCaptureShape implements Shape<SequencedMap<String, SetupCaptureShape.Written>> {
    /// A capture whose step has not been looked up.
    ///
    /// @param step index or id, as written
    /// @param settings everything else
    record Written(String name, String step, Span stepSpan, SetupCapture settings) {
        /// @return the capture of the step with this path
        SetupCapture of(String path) {
            return new SetupCapture(
                    name,
                    path,
                    settings.source(),
                    settings.maxSize(),
                    settings.pattern(),
                    settings.jsonPath(),
                    settings.multiline(),
                    settings.format(),
                    settings.defaultValue());
        }
    }

    static final Shape<SequencedMap<String, Written>> CAPTURES = new SetupCaptureShape();

    private static final long MAX_SIZE_BYTES = 1024 * 1024;
    private static final Shape<String> STEP = new Given<>(Texts.STRING, "0");
    private static final Key<String> COMMAND_INDEX = Key.of(
                    "command_index", STEP, "Index of a step of setup, from 0, or its id.")
            .or("index");
    private static final Key<SetupCapture.Source> SOURCE = Key.of(
                    "source", Words.of("source", SetupCapture.Source.class), "Which output.")
            .byDefault("stdout");
    private static final Key<Long> MAX_SIZE =
            Key.of("max_size", Sizes.SIZE, "Bytes after which the text is cut.").byDefault(MAX_SIZE_BYTES);
    private static final Key<String> PATTERN =
            Key.of("pattern", Given.text(Patterns.REGEX, "."), "Group 1, else the match, is taken.");
    private static final Key<String> JSON_PATH =
            Key.of("json_path", JsonPaths.JSON_PATH, "Applied to the text as JSON.");
    private static final Key<SetupCapture.Multiline> MULTILINE = Key.of(
                    "multiline", Words.of("multiline", SetupCapture.Multiline.class), "What becomes of several lines.")
            .byDefault("preserve");
    private static final Key<CaptureFormat> FORMAT = Key.of(
            "format",
            Words.of("format", CaptureFormat.class).or("text", CaptureFormat.STRING),
            "How the text becomes a value.");
    private static final Key<Value> DEFAULT =
            Key.of("default", Given.text(DataShapes.VALUE, null), "Taken when a stage fails.");
    private static final KeySet KEYS =
            KeySet.of(COMMAND_INDEX, SOURCE, MAX_SIZE, PATTERN, JSON_PATH, MULTILINE, FORMAT, DEFAULT);

    private SetupCaptureShape() {}

    @Override
    public @Nullable SequencedMap<String, Written> read(Node node, Place place) {
        place.refuseTag(node);
        if (!(node instanceof Node.Mapping map)) {
            place.mismatch(node, expects());
            return null;
        }
        var captures = new LinkedHashMap<String, Written>();
        for (var entry : map.entries()) {
            var at = place.key(entry.key());
            ReservedNames.checkKey(entry, at);
            var capture = capture(entry, at);
            if (capture != null) {
                captures.put(entry.key(), capture);
            }
        }
        return Collections.unmodifiableSequencedMap(captures);
    }

    private static @Nullable Written capture(Node.Entry entry, Place place) {
        if (!(entry.value() instanceof Node.Mapping map)) {
            var step = STEP.read(entry.value(), place);
            var empty = new Node.Mapping(List.of(), null, entry.value().span());
            return step == null
                    ? null
                    : new Written(
                            entry.key(),
                            step,
                            entry.value().span(),
                            settings(entry.key(), Entries.of(empty, KEYS, Unknown.WARNING, place)));
        }
        place.refuseTag(map);
        var entries = Entries.of(map, KEYS, Unknown.WARNING, place);
        var span = entries.span(COMMAND_INDEX);
        var step = entries.required(COMMAND_INDEX);
        var settings = settings(entry.key(), entries);
        return step == null ? null : new Written(entry.key(), step, span, settings);
    }

    private static SetupCapture settings(String name, Entries entries) {
        return new SetupCapture(
                name,
                "",
                entries.get(SOURCE, SetupCapture.Source.STDOUT),
                entries.get(MAX_SIZE, MAX_SIZE_BYTES),
                entries.get(PATTERN),
                entries.get(JSON_PATH),
                entries.get(MULTILINE, SetupCapture.Multiline.PRESERVE),
                entries.get(FORMAT),
                entries.get(DEFAULT));
    }

    @Override
    public String expects() {
        return "a map of variables";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var captures = Schemas.mapOf(Schemas.anyOf(
                STEP.schema(definitions), Keyed.schema(KEYS, Unknown.WARNING, List.of(COMMAND_INDEX), definitions)));
        return Schemas.with(captures, "propertyNames", ReservedNames.FREE_KEY);
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var members = new LinkedHashMap<String, Value>();
        for (var entry : ((Node.Mapping) node).entries()) {
            var map = entry.value() instanceof Node.Mapping written
                    ? written
                    : new Node.Mapping(
                            List.of(new Node.Entry(COMMAND_INDEX.name(), entry.keySpan(), entry.value())),
                            null,
                            entry.value().span());
            members.put(entry.key(), Keyed.normal(map, KEYS, decoding));
        }
        return new Value.Fields(members);
    }
}
