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

    /// Most of a journal has no reference, nor the sign that one begins with.
    ///
    /// @return whether there may be a reference in a line; without one there is none
    static boolean isMentioned(byte[] line, int from, int to) {
        int length = QUOTED_MARK.length;
        for (int at = from; (at = ByteSearch.find(line, at, to, '$')) < to; at++) {
            int start = at - 1;
            boolean fits = start >= from && start + length <= to;
            if (fits && Arrays.equals(line, start, start + length, QUOTED_MARK, 0, length)) {
                return true;
            }
        }
        return false;
    }

    /// Such an object in an event would read as a reference; so it goes to a segment itself, however small.
    ///
    /// @return whether a field of an event is, or looks like, a reference
    public static boolean isMistakable(Value value) {
        return value instanceof Value.Fields fields && fields.get(MARK) != null;
    }
}
