package dev.prodigy.runtime.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LastBytesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | abc          | ''     | true",
                "5 | ''           | ''     | false",
                "5 | abc          | abc    | false",
                "5 | abc,de       | abcde  | false",
                "5 | abc,def      | bcdef  | true",
                "5 | abcdefgh     | defgh  | true",
                "5 | abcdefgh,i   | efghi  | true",
                "5 | ab,cdefghijk | ghijk  | true",
                "5 | abcde,f,g,h,i,j,k | ghijk | true",
            })
    void theLastBytesAreKept(int limit, String chunks, String kept, boolean truncated) {
        var last = new LastBytes(limit);
        for (var chunk : chunks.split(",", -1)) {
            last.write(chunk.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(last.kept().text()).isEqualTo(kept);
        assertThat(last.kept().truncated()).isEqualTo(truncated);
    }

    @Test
    void chunksOfAnySizeAddUp() {
        var random = new Random(7);
        var last = new LastBytes(10_000);
        var all = new java.io.ByteArrayOutputStream();
        for (int i = 0; i < 400; i++) {
            var chunk = new byte[random.nextInt(i < 300 ? 300 : 15_000)];
            random.nextBytes(chunk);
            last.write(chunk);
            all.writeBytes(chunk);
            var expected = all.toByteArray();
            assertThat(last.kept().bytes())
                    .isEqualTo(java.util.Arrays.copyOfRange(
                            expected, Math.max(0, expected.length - 10_000), expected.length));
        }
    }

    @ParameterizedTest
    @CsvSource({"aä, 2, ä", "aä, 1, ''", "a€, 2, ''", "a😀b, 4, b", "a😀b, 5, 😀b"})
    void aCutOffCharacterIsLeftOut(String text, int limit, String kept) {
        var last = new LastBytes(limit);
        last.write(text.getBytes(StandardCharsets.UTF_8));
        assertThat(last.kept().text()).isEqualTo(kept);
    }

    @Test
    void invalidUtf8IsReplacedInText() {
        var last = new LastBytes(10);
        last.write(new byte[] {'a', (byte) 0xff, 'b'});
        assertThat(last.kept().text()).isEqualTo("a\ufffdb");
        assertThat(last.kept().bytes()).containsExactly('a', 0xff, 'b');
    }
}
