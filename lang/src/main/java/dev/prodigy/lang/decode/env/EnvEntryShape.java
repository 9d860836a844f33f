package dev.prodigy.lang.decode.env;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Expressions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The value of an `env` entry (spec 01 §13): a text in its source spelling, null to remove the variable, or
/// a map with one of `value`, `command`, `condition`.
public final class EnvEntryShape implements Shape<EnvEntry> {
    /// An `env` map.
    public static final Shape<SequencedMap<String, EnvEntry>> ENV = new Maps<>(
            "a map of environment variables",
            EnvEntryShape::checkName,
            Schemas.pattern("^[^=\\u0000]+$"),
            new EnvEntryShape());

    /// A name of spec 01 §8.1. One with a dash is for placeholders alone.
    private static final Pattern READABLE = Pattern.compile("[\\p{L}_][\\p{L}\\p{Nd}_-]*");
    /// What steps get from the program (spec 03 §13, 05 §4).
    private static final Set<String> OF_PROGRAM = Stream.of(
                    "AUTOMATION",
                    "RUN_ID",
                    "WORKFLOW",
                    "PHASE",
                    "STEP",
                    "ATTEMPT",
                    "MAX_ATTEMPTS",
                    "WORKTREE",
                    "REPO",
                    "BRANCH",
                    "LOG_DIR",
                    "MARKER",
                    "IDEMPOTENCY_KEY",
                    "ITEM_ID",
                    "ITEM_INDEX",
                    "ITEM_KEY",
                    "ITEM_ATTEMPT",
                    "ITEM_FILE",
                    "ITEM_JSON",
                    "AGENT_ID",
                    "SLOT",
                    "ARG")
            .map(name -> "PRODIGY_" + name)
            .collect(Collectors.toUnmodifiableSet());
    private static final boolean CACHED = true;
    private static final Key<Text> VALUE = Key.of("value", Texts.TEXT, "The variable's text.");
    private static final Key<Text> COMMAND = Key.of("command", Texts.TEXT, "Shell text whose output is the value.");
    private static final Key<Boolean> CACHE = Key.of(
                    "cache", Booleans.BOOLEAN, "Once per run and resume; false: at each step.")
            .byDefault(CACHED)
            .inherited();
    private static final Key<Expression> CONDITION =
            Key.of("condition", Expressions.VARIABLES, "Decides between the two texts.");
    private static final int SHORTEST_SECRET = 4;
    private static final Key<Text> WHEN_TRUE = Key.of("when_true", Texts.TEXT, "The text when it is true.");
    private static final Key<Text> WHEN_FALSE = Key.of("when_false", Texts.TEXT, "The text when it is false.");
    private static final Key<Boolean> SECRET =
            Key.of("secret", Booleans.BOOLEAN, "Whether the value is masked everywhere.");
    private static final Keyed<EnvEntry> MAP = Keyed.<EnvEntry>of(
                    "a text, nothing, or a map with value, command or condition",
                    Unknown.WARNING,
                    KeySet.of(VALUE, COMMAND, CACHE, CONDITION, WHEN_TRUE, WHEN_FALSE, SECRET),
                    EnvEntryShape::map)
            .ruling(
                    Keyed.onlyOneOf(VALUE, COMMAND, CONDITION),
                    Schemas.of(
                            "dependentRequired",
                            Schemas.of(CONDITION.name(), Value.ofTexts(List.of(WHEN_TRUE.name(), WHEN_FALSE.name())))));

    private EnvEntryShape() {}

    private static void checkName(Node.Entry entry, Place place) {
        var name = entry.key();
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            place.error(ProblemCode.INVALID_VALUE, entry.keySpan(), "\"" + name + "\" cannot be a variable's name");
        } else if (name.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c))) {
            place.warning(
                    ProblemCode.INVALID_VALUE,
                    entry.keySpan(),
                    "no shell can use a variable with a blank in its name",
                    "Use letters, digits and _.");
        } else if (!READABLE.matcher(name).matches()) {
            place.warning(
                    ProblemCode.INVALID_VALUE,
                    entry.keySpan(),
                    "no shell, program or placeholder gets a variable of this name",
                    "Use letters, digits and _, and no digit first.");
        } else if (OF_PROGRAM.contains(name)) {
            place.warning(
                    ProblemCode.RESERVED_NAME,
                    entry.keySpan(),
                    "the name \"" + name + "\" is reserved: the program sets it last",
                    "Use another name.");
        }
    }

    @Override
    public @Nullable EnvEntry read(Node node, Place place) {
        return switch (node) {
            case Node.Mapping map -> MAP.read(map, place);
            case Node.Scalar scalar when scalar.isNull() -> new EnvEntry.Unset();
            case Node.Scalar scalar -> {
                var text = Texts.TEXT.read(scalar, place);
                yield text == null ? null : new EnvEntry.Phrase(text, false);
            }
            case Node.Sequence list -> {
                place.mismatch(list, expects());
                yield null;
            }
        };
    }

    private static @Nullable EnvEntry map(Entries entries) {
        if (entries.conflict("exclude each other", VALUE, COMMAND, CONDITION)) {
            return null;
        }
        boolean secret = entries.get(SECRET, false);
        if (entries.has(COMMAND)) {
            var command = entries.get(COMMAND);
            return command == null ? null : new EnvEntry.Printed(command, entries.get(CACHE, CACHED), secret);
        }
        if (entries.has(CONDITION)) {
            var condition = entries.get(CONDITION);
            var whenTrue = entries.required(WHEN_TRUE);
            var whenFalse = entries.required(WHEN_FALSE);
            return condition == null || whenTrue == null || whenFalse == null
                    ? null
                    : new EnvEntry.Chosen(condition, whenTrue, whenFalse, secret);
        }
        var value = entries.required(VALUE);
        return value == null ? null : new EnvEntry.Phrase(value, secret);
    }

    @Override
    public String expects() {
        return MAP.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return definitions.reference(
                "env_value",
                () -> Schemas.anyOf(Texts.TEXT.schema(definitions), Schemas.type("null"), MAP.schema(definitions)));
    }

    /// The normal form is written to files, where no secret may be.
    private static Value masked(Value normal) {
        boolean hides = normal instanceof Value.Fields fields
                && Value.of(true).equals(fields.get(SECRET.name()))
                && fields.get(VALUE.name()) instanceof Value.Text(var text)
                && text.length() >= SHORTEST_SECRET
                && !text.contains("$");
        return hides
                ? new FieldsWriter()
                        .putAll((Value.Fields) normal)
                        .put(VALUE.name(), Unstored.MASK)
                        .done()
                : normal;
    }

    /// Only of a command it matters when it is evaluated.
    private static Value.Fields cached(Value.Fields normal) {
        boolean isSaid = normal.get(COMMAND.name()) == null || normal.get(CACHE.name()) != null;
        return isSaid
                ? normal
                : new FieldsWriter().putAll(normal).put(CACHE.name(), CACHED).done();
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return switch (node) {
            case Node.Mapping map -> masked(cached(Keyed.normal(map, MAP.keys(), decoding)));
            case Node.Scalar scalar when scalar.isNull() -> Value.Null.NULL;
            case Node.Scalar scalar -> Value.of(scalar.text());
            case Node.Sequence _ -> Value.Null.NULL;
        };
    }
}
