package dev.prodigy.engine.step.result;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes a step's output the value of its capture (spec 01 §3, `capture_format`).
public final class CaptureReader {
    private static final int LARGEST = 16 * 1024 * 1024;
    private static final Set<String> YES = Set.of("true", "yes", "1", "on");
    private static final Set<String> NO = Set.of("false", "no", "0", "off");
    private static final Pattern DECIMAL =
            Pattern.compile("[-+]?(\\d{1,500}(\\.\\d{0,500})?|\\.\\d{1,500})([eE][-+]?\\d{1,3})?");
    private static final Pattern ANY_SIZE = Pattern.compile("[-+]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][-+]?\\d++)?");

    private CaptureReader() {}

    /// The value, or why there is none.
    public record Read(@Nullable Value value, @Nullable String trouble) {}

    /// @return the value of an explicit capture, or why there is none (spec 01 §6)
    public static Read read(Captures captures, Attempted attempted) {
        var text = selected(captures.streams(), attempted);
        if (Unstored.step(text) != null) {
            // what stood in it nobody knows any more: whoever asks for the value is told so
            return new Read(Value.of(text), null);
        }
        if (attempted.product().truncated() || text.length() > LARGEST) {
            return new Read(Value.Null.NULL, "OUTPUT_TOO_LARGE");
        }
        return read(
                captures.format(),
                text,
                attempted.isGood() && attempted.product().success());
    }

    /// @param success what a boolean capture is when the text says neither yes nor no
    /// @return the value; null, and the reason, where the text is none of the format
    public static Read read(CaptureFormat format, String text, boolean success) {
        return switch (format) {
            case STRING -> new Read(Value.of(withoutLineEnds(text)), null);
            case LINES -> new Read(lines(text), null);
            case JSON -> json(CodeFence.without(text));
            case NUMBER -> number(text.strip());
            case BOOLEAN -> {
                var word = text.strip().toLowerCase(Locale.ROOT);
                yield new Read(Value.of(YES.contains(word) || (!NO.contains(word) && success)), null);
            }
        };
    }

    private static Read number(String text) {
        if (DECIMAL.matcher(text).matches()) {
            return new Read(new Value.Num(new BigDecimal(text)), null);
        }
        var trouble = ANY_SIZE.matcher(text).matches()
                ? "the output is a number of more than 500 digits before or behind its point, or of more than 3 in its"
                        + " exponent; capture_format: string keeps it as it is"
                : "the output is not a number";
        return new Read(Value.Null.NULL, trouble);
    }

    private static Read json(String text) {
        try {
            return new Read(Json.parse(text), null);
        } catch (JsonSyntax e) {
            return new Read(Value.Null.NULL, "the output is not JSON: " + e.placed());
        }
    }

    /// @return the text without the line ends that it ends with, as `$( )` makes it
    public static String withoutLineEnds(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '\n') {
            end--;
        }
        return text.substring(0, end);
    }

    /// @return what the chosen streams gave
    public static String selected(Captures.Streams streams, Attempted attempted) {
        if (streams.areBoth()) {
            return attempted.both();
        }
        return streams.stderr()
                ? attempted.product().stderr()
                : streams.stdout() ? attempted.product().stdout() : "";
    }

    private static Value lines(String text) {
        if (text.isEmpty()) {
            return new Value.Items(List.of());
        }
        var body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return Value.ofTexts(body.lines().toList().isEmpty() ? List.of("") : split(body));
    }

    private static List<String> split(String body) {
        return List.of(body.split("\n", -1)).stream()
                .map(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line)
                .toList();
    }
}
