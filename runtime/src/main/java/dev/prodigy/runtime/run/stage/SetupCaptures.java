package dev.prodigy.runtime.run.stage;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.step.result.CaptureReader;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.engine.step.result.Variables;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.lang.expr.value.LineEnds;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonpath.JsonPath;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.SetupCapture;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `setup.capture_outputs`: makes variables of what setup's steps printed, stage by stage (spec 03 §2).
final class SetupCaptures {
    private static final int SHOWN = 200;

    private SetupCaptures() {}

    /// @return null, or the failure of a capture without default
    /// @param redactor masks what a message quotes, before it is cut
    /// @param warnings hears of what was too long
    static @Nullable ErrorRecord take(
            List<SetupCapture> captures, ListResult setup, Variables into, Redactor redactor, Warnings warnings) {
        for (var capture : captures) {
            var taken = of(capture, setup, warnings);
            if (taken.value() != null) {
                into.capture(capture.name(), taken.value(), capture.format());
            } else if (capture.defaultValue() != null) {
                into.capture(capture.name(), capture.defaultValue(), capture.format());
            } else {
                var message = "capture_outputs `" + capture.name() + "`: " + taken.trouble(redactor);
                return evident(ErrorRecord.of(KnownCode.CAPTURE_FAILED.row(), message), capture, setup);
            }
        }
        return null;
    }

    /// Makes them of what a setup of an earlier process came to, which is over: where they were changed since then they
    /// hold as they are now, and one that cannot be made any more has no value.
    static void restore(List<SetupCapture> captures, ListResult setup, Variables into, Redactor redactor) {
        for (var capture : captures) {
            var trouble = take(List.of(capture), setup, into, redactor, (_, _) -> {});
            if (trouble != null) {
                into.lacks(capture.name(), trouble.message());
            }
        }
    }

    private static ErrorRecord evident(ErrorRecord error, SetupCapture capture, ListResult setup) {
        return setup.ended().stream()
                .filter(each -> each.step().path().equals(capture.step()))
                .findFirst()
                .map(each -> each.result().product().trace().of(error))
                .orElse(error);
    }

    /// The value, or the stage that failed and the text it failed on.
    ///
    /// @param text null where there was none to fail on
    private record Taken(
            @Nullable Value value, String stage, @Nullable String text) {
        static Taken good(Value value) {
            return new Taken(value, "", null);
        }

        static Taken failed(String stage, @Nullable String text) {
            return new Taken(null, stage, text);
        }

        String trouble(Redactor redactor) {
            var said = redactor.redact(stage);
            if (text == null) {
                return said;
            }
            var shown = text.isEmpty() ? "the text is empty" : redactor.redact(text);
            return said + ": " + (shown.length() <= SHOWN ? shown : shown.substring(0, SHOWN));
        }
    }

    /// @param source of an earlier process, with masks in it
    /// @return whether the capture depends on what is masked
    private static boolean isOfMask(SetupCapture capture, String source) {
        var taken = of(capture, cut(source, capture.maxSize())).value();
        var other = of(capture, cut(source.replace(Unstored.MASK, "-0-"), capture.maxSize()))
                .value();
        return taken == null || !taken.equals(other);
    }

    private static Taken of(SetupCapture capture, ListResult setup, Warnings warnings) {
        for (var each : setup.ended()) {
            if (each.step().path().equals(capture.step()) && each.result().outcome() != Outcome.SKIPPED) {
                var given = source(capture, each.result().product());
                var source = Unstored.plain(given);
                var step = Unstored.step(given);
                if (step != null && isOfMask(capture, source)) {
                    return Taken.good(new UnstoredRead(step).handedOn());
                }
                var text = cut(source, capture.maxSize());
                if (text.length() < source.length()) {
                    warnings.warn(
                            "CAPTURE_TRUNCATED",
                            "capture_outputs `" + capture.name() + "`: only the first " + capture.maxSize() + " of "
                                    + source.getBytes(StandardCharsets.UTF_8).length
                                    + " bytes were taken; raise its max_size for more");
                }
                return of(capture, text);
            }
        }
        return Taken.failed("its step was skipped", null);
    }

    private static Taken of(SetupCapture capture, String taken) {
        var text = LineEnds.stripped(taken);
        if (capture.pattern() != null) {
            var found = Regex.parse(capture.pattern()).firstGroup(text);
            if (found == null) {
                return Taken.failed("pattern does not match", text);
            }
            text = found;
        }
        if (capture.jsonPath() != null) {
            return walked(capture, text);
        }
        return formatted(capture, multiline(capture.multiline(), text));
    }

    private static Taken walked(SetupCapture capture, String text) {
        var document = Json.tryParse(text);
        if (document == null) {
            return Taken.failed("json_path: the text is not JSON: " + Json.fault(text), text);
        }
        var nodes = JsonPath.parse(String.valueOf(capture.jsonPath()), JsonPath.Mode.LENIENT)
                .evaluate(document);
        if (nodes.isEmpty()) {
            return Taken.failed("json_path selects nothing", text);
        }
        var value = nodes.size() == 1 ? nodes.getFirst() : new Value.Items(nodes);
        return formatted(capture, value);
    }

    /// What no format is written for stays what it is. A list of lines is one already, whatever its elements are.
    private static Taken formatted(SetupCapture capture, Value value) {
        var format = capture.format();
        if (format == null) {
            return Taken.good(value);
        }
        if (format == CaptureFormat.LINES && value instanceof Value.Items(var elements)) {
            return Taken.good(Value.ofTexts(elements.stream().map(ValueText::of).toList()));
        }
        var text = ValueText.of(value);
        var read = CaptureReader.read(format, text, true);
        return read.trouble() == null || format == CaptureFormat.STRING
                ? new Taken(read.value(), "", null)
                : Taken.failed("format: " + read.trouble(), text);
    }

    private static Value multiline(SetupCapture.Multiline multiline, String text) {
        var lines = text.lines().toList();
        return switch (multiline) {
            case PRESERVE -> Value.of(text);
            case JOIN -> Value.of(String.join(" ", lines));
            case FIRST_LINE -> Value.of(lines.isEmpty() ? "" : lines.getFirst());
            case LAST_LINE -> Value.of(lines.isEmpty() ? "" : lines.getLast());
            case ARRAY -> Value.ofTexts(lines);
        };
    }

    private static String source(SetupCapture capture, Product product) {
        return switch (capture.source()) {
            case STDOUT -> product.stdout();
            case STDERR -> product.stderr();
            case BOTH -> "stdout:\n" + product.stdout() + "\nstderr:\n" + product.stderr();
            case COMBINED -> product.combined();
        };
    }

    private static String cut(String text, long maxBytes) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= maxBytes) {
            return text;
        }
        int end = (int) maxBytes;
        while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
