package dev.prodigy.runtime.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    /// Much of it lies in a file then, whatever sizes it comes in.
    @ParameterizedTest
    @CsvSource({"300000, 100", "300000, 299990", "300000, 900000", "2000000, 1999999", "2000000, 6000001"})
    void theLastBytesOfALongStreamAreKeptOutsideOfMemory(int limit, int length, @TempDir Path folder)
            throws IOException {
        var printed = new byte[length];
        new Random(limit + length).nextBytes(printed);
        for (int size : List.of(1, 7, 4096, 65_536, 700_000)) {
            var last = new LastBytes(limit, false, ByteFilter.none(), folder);
            for (int at = 0; at < length; at += Math.max(size, length / 1000)) {
                last.write(Arrays.copyOfRange(printed, at, Math.min(length, at + Math.max(size, length / 1000))));
            }
            assertThat(last.kept().truncated()).isEqualTo(length > limit);
            assertThat(last.kept().bytes()).isEqualTo(Arrays.copyOfRange(printed, Math.max(0, length - limit), length));
            last.close();
        }
        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    /// What lies before the end is there for the filter to see.
    @ParameterizedTest
    @CsvSource({"10, 25", "2000, 2001", "2000, 90000", "300000, 300005", "300000, 900000"})
    void whatIsBeforeThemSaysWhereTheyBegin(int limit, int length, @TempDir Path folder) {
        var printed = new byte[length];
        new Random(limit + length).nextBytes(printed);
        var window = new Window();
        var last = new LastBytes(limit, false, window, folder);
        for (int at = 0; at < length; at += 777) {
            last.write(Arrays.copyOfRange(printed, at, Math.min(length, at + 777)));
        }
        assertThat(last.kept().bytes()).isEqualTo(Arrays.copyOfRange(printed, length - limit + 1, length));
        assertThat(window.at).isEqualTo(Math.min(Window.SIZE, length - limit));
        assertThat(window.seen).isEqualTo(Arrays.copyOfRange(printed, length - limit - window.at, length));
        last.close();
    }

    /// Lets a stream be cut behind the first byte that is to be kept.
    private static final class Window implements ByteFilter {
        static final int SIZE = 50;
        private byte[] seen = {};
        private int at;

        @Override
        public byte[] pass(byte[] chunk) {
            return chunk;
        }

        @Override
        public byte[] rest() {
            return new byte[0];
        }

        @Override
        public int looksBack() {
            return SIZE;
        }

        @Override
        public int cut(byte[] bytes, int from) {
            seen = bytes;
            at = from;
            return from + 1;
        }
    }

    @Test
    void ofWhatMustBeWholeOnlyTheEndIsKeptWhenItIsNot(@TempDir Path folder) {
        var whole = new LastBytes(1_000_000, true, ByteFilter.none(), folder);
        whole.write(new byte[1_000_000]);
        assertThat(whole.kept().bytes()).hasSize(1_000_000);
        assertThat(whole.kept().truncated()).isFalse();
        whole.write(new byte[] {1});
        assertThat(whole.kept().bytes()).hasSize(64 * 1024).endsWith((byte) 1);
        assertThat(whole.kept().truncated()).isTrue();
        whole.close();
    }
}
