package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SegmentRefTest {
    @Test
    void aReferenceIsFoundWhereverItStands() {
        for (int before = 0; before < 40; before++) {
            for (var filler : new String[] {"x", "\"", "$", "e", "\"$segmen", "\u00e4"}) {
                var text = filler.repeat(before) + "\"$segment\"" + filler;
                var bytes = text.getBytes(US_ASCII);
                int end = text.indexOf("\"$segment\"") + 10;
                assertThat(SegmentRef.isMentioned(bytes, 0, bytes.length)).isTrue();
                assertThat(SegmentRef.isMentioned(bytes, 0, end)).isTrue();
                assertThat(SegmentRef.isMentioned(bytes, 0, end - 1)).isFalse();
            }
        }
    }
}
