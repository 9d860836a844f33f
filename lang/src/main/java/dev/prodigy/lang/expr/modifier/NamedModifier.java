package dev.prodigy.lang.expr.modifier;

import dev.prodigy.lang.expr.value.FileName;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.value.Value;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The modifiers that have a name (spec 01 §8.3). Those that change a text change each element of a list.
enum NamedModifier implements Modifier {
    JSON,
    LINES,
    CSV,
    WORDS,
    RAW,
    Q,
    LENGTH,
    UPPER,
    LOWER,
    TRIM,
    BASENAME,
    DIRNAME;

    private static final Map<String, NamedModifier> BY_WORD = Map.ofEntries(
            Map.entry("json", JSON),
            Map.entry("lines", LINES),
            Map.entry("newline", LINES),
            Map.entry("csv", CSV),
            Map.entry("comma", CSV),
            Map.entry("words", WORDS),
            Map.entry("raw", RAW),
            Map.entry("q", Q),
            Map.entry("length", LENGTH),
            Map.entry("upper", UPPER),
            Map.entry("lower", LOWER),
            Map.entry("trim", TRIM),
            Map.entry("basename", BASENAME),
            Map.entry("dirname", DIRNAME));

    static @Nullable NamedModifier of(String word) {
        return BY_WORD.get(word);
    }

    /// @return the words of all modifiers
    static Set<String> words() {
        return BY_WORD.keySet();
    }

    /// @return how it makes a value be put into shell text
    ShellShape inShell() {
        return switch (this) {
            case WORDS -> ShellShape.WORDS;
            case RAW -> ShellShape.RAW;
            case Q -> ShellShape.QUOTED;
            case JSON, LINES, CSV, LENGTH, UPPER, LOWER, TRIM, BASENAME, DIRNAME -> ShellShape.PLAIN;
        };
    }

    @Override
    public Shaped apply(Shaped value) {
        return switch (this) {
            case JSON -> value.withText(ValueText.json(value.value()));
            case LINES -> joined(value, "\n");
            case CSV -> csv(value);
            case WORDS -> words(value);
            case RAW -> value.as(ShellShape.RAW);
            case Q -> quoted(value);
            case LENGTH -> value.with(Value.of(length(value)));
            case UPPER -> value.mapTexts(text -> text.toUpperCase(Locale.ROOT));
            case LOWER -> value.mapTexts(text -> text.toLowerCase(Locale.ROOT));
            case TRIM -> value.mapTexts(String::strip);
            case BASENAME -> value.mapTexts(FileName::base);
            case DIRNAME -> value.mapTexts(FileName::directory);
        };
    }

    private static Shaped joined(Shaped value, String separator) {
        return value.value() instanceof Value.Items(var values)
                ? value.withText(ValueText.joined(values, separator))
                : value.withText(value.text());
    }

    private static Shaped csv(Shaped value) {
        return value.value() instanceof Value.Items(var values)
                ? value.withText(values.stream()
                        .map(ValueText::of)
                        .map(NamedModifier::csvField)
                        .collect(Collectors.joining(",")))
                : value.withText(value.text());
    }

    private static String csvField(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private static Shaped words(Shaped value) {
        var words = value.value() instanceof Value.Text(String text)
                ? Value.ofTexts(Arrays.stream(text.split("\\s+"))
                        .filter(word -> !word.isEmpty())
                        .toList())
                : new Value.Items(value.elements());
        return new Shaped(words, ListStyle.WORDS, ShellShape.WORDS);
    }

    /// Words stay words, each quoted; another value is quoted whole.
    private static Shaped quoted(Shaped value) {
        return value.shape() == ShellShape.WORDS
                ? value.mapTexts(NamedModifier::shellQuoted)
                : value.withText(shellQuoted(value.text())).as(ShellShape.QUOTED);
    }

    private static String shellQuoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static int length(Shaped value) {
        return switch (value.value()) {
            case Value.Items(var values) -> values.size();
            case Value.Fields(var members) -> members.size();
            case Value.Null _, Value.Bool _, Value.Num _, Value.Text _ -> {
                String text = value.text();
                yield text.codePointCount(0, text.length());
            }
        };
    }
}
