package dev.prodigy.engine.signature;

import com.google.re2j.Pattern;
import dev.prodigy.engine.classify.Ansi;
import dev.prodigy.model.value.Value;
import java.util.List;

/// An error message without what differs from item to item (spec 02 §9.3).
final class NormalisedMessage {
    private static final int LOOKED_AT = 4096;
    private static final int LONGEST = 300;
    /// Our own words before what a program said: not the item's, whatever its values are.
    private static final String FRAME = "exit status ";

    private NormalisedMessage() {}

    /// Takes time in proportion to the length of the message and the number of the item's values.
    static String of(String message, Value item) {
        var text = Ansi.strip(message.substring(0, Math.min(message.length(), LOOKED_AT)));
        int frame = text.startsWith(FRAME) ? FRAME.length() : 0;
        text = text.substring(0, frame) + ItemValues.of(item, LOOKED_AT).mark(text.substring(frame));
        for (var each : Replacements.IN_ORDER) {
            text = each.pattern().matcher(text).replaceAll(each.mark());
        }
        return cut(
                Replacements.BLANKS.matcher(Quotes.mark(text)).replaceAll(" ").strip());
    }

    private static String cut(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
    }

    private record Replacement(Pattern pattern, String mark) {}

    /// Compiled with the first error.
    private static final class Replacements {
        private static final Pattern BLANKS = Pattern.compile("\\s+");
        private static final String SEGMENT = "(?:[\\pL\\pN_.@%+=~$-]|<(?:item|uuid|time)>)";
        private static final List<Replacement> IN_ORDER = List.of(
                new Replacement(
                        Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://(?:[^\\s\"'<>()]|<item>)*"
                                + "(?:[^\\s\"'<>().,;:!?]|<item>)"),
                        "<url>"),
                new Replacement(
                        Pattern.compile("(?i)\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b"),
                        "<uuid>"),
                new Replacement(
                        Pattern.compile("\\b\\d{4}[-/]\\d\\d[-/]\\d\\d"
                                + "(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?\\b"
                                + "|\\b[A-Z][a-z]{2} {1,2}\\d{1,2} \\d\\d:\\d\\d:\\d\\d\\b"
                                + "|\\b\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?\\b"),
                        "<time>"),
                new Replacement(
                        Pattern.compile(SEGMENT + "+(?:/" + SEGMENT + "*)+|(?:/" + SEGMENT + "+)+/?"), "<path>"),
                new Replacement(Pattern.compile("(?i)\\b(?:0x[0-9a-f]+|[0-9a-f]{7,})\\b"), "<hex>"),
                new Replacement(Pattern.compile("\\d+(?:[.,]\\d+)*"), "<n>"));
    }
}
