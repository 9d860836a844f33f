package dev.prodigy.runtime.journal;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// Where a value lies that was too large for its line: one line of a segment file (spec 05 §5.2).
///
/// In the journal it is `{"$segment":file,"offset":…,"length":…,"crc":"…"}` in the value's place.
///
/// @param file the segment's name in the run's folder, such as `results-1.jsonl`
/// @param offset the line's first byte
/// @param length its bytes, without its end
/// @param crc its checksum
public record SegmentRef(String file, long offset, int length, int crc) {
    static final String MARK = "$segment";

    private static final byte[] QUOTED_MARK = ("\"" + MARK + "\"").getBytes(StandardCharsets.US_ASCII);
    private static final int[] STEPS = steps();

    /// @return the reference as it stands in a line
    public Value.Fields toValue() {
        return new FieldsWriter()
                .put(MARK, file)
                .put("offset", offset)
                .put("length", length)
                .put("crc", HexFormat.of().toHexDigits(crc))
                .done();
    }

    /// @return the reference that a field of an event is, or empty when it is a plain value
    public static Optional<SegmentRef> of(Value value) {
        if (value instanceof Value.Fields fields
                && fields.get(MARK) instanceof Value.Text(String file)
                && fields.get("offset") instanceof Value.Num(BigDecimal offset)
                && fields.get("length") instanceof Value.Num(BigDecimal length)
                && fields.get("crc") instanceof Value.Text(String crc)) {
            try {
                return Optional.of(new SegmentRef(
                        file, offset.longValueExact(), length.intValueExact(), HexFormat.fromHexDigits(crc)));
            } catch (IllegalArgumentException | ArithmeticException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /// Looks at about every tenth byte (Horspool): most of a journal has no reference.
    ///
    /// @return whether there may be a reference in a line; without one there is none
    static boolean isMentioned(byte[] line, int from, int to) {
        int length = QUOTED_MARK.length;
        for (int end = from + length; end <= to; end += STEPS[line[end - 1] & 0xff]) {
            if (Arrays.equals(line, end - length, end, QUOTED_MARK, 0, length)) {
                return true;
            }
        }
        return false;
    }

    /// @return for each byte how far the mark can be moved on when that stands where it would end
    private static int[] steps() {
        var steps = new int[256];
        Arrays.fill(steps, QUOTED_MARK.length);
        for (int i = 0; i < QUOTED_MARK.length - 1; i++) {
            steps[QUOTED_MARK[i] & 0xff] = QUOTED_MARK.length - 1 - i;
        }
        return steps;
    }

    /// Such an object in an event would read as a reference; so it goes to a segment itself, however small.
    ///
    /// @return whether a field of an event is, or looks like, a reference
    public static boolean isMistakable(Value value) {
        return value instanceof Value.Fields fields && fields.get(MARK) != null;
    }
}
