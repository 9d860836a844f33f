package dev.prodigy.lang.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8ReaderTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a", "ä€😀\n\r\n\0", "\uFEFE", "a\uFEFFb"})
    void validBytesAreTheirCharacters(String text) throws IOException {
        assertThat(read(text.getBytes(StandardCharsets.UTF_8), 1000)).isEqualTo(text);
        assertThat(read(text.getBytes(StandardCharsets.UTF_8), 1)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "\uFEFFa"})
    void oneByteOrderMarkIsDropped(String text) throws IOException {
        assertThat(read(("\uFEFF" + text).getBytes(StandardCharsets.UTF_8), 1000))
                .isEqualTo(text);
        assertThat(read(("\uFEFF" + text).getBytes(StandardCharsets.UTF_8), 1)).isEqualTo(text);
    }

    @Test
    void textLongerThanTheBuffersComesWhole() throws IOException {
        String text = "a😀ä\n€".repeat(50_000);
        assertThat(read(text.getBytes(StandardCharsets.UTF_8), 777)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # bytes, and what is invalid of them
            FF             | 1 | 1 | FF
            EF BB BF FF    | 1 | 1 | FF
            61 80          | 1 | 2 | 80
            61 0A 62 C3    | 2 | 2 | C3
            C3 A4 FE       | 1 | 2 | FE
            F0 9F 98 80 FF | 1 | 2 | FF
            0D 0A 0A FF    | 3 | 1 | FF
            # overlong, surrogate, beyond the last character, cut short
            C0 80          | 1 | 1 | C0
            E0 80 80       | 1 | 1 | E0
            ED A0 80       | 1 | 1 | ED
            F4 90 80 80    | 1 | 1 | F4
            E2 82          | 1 | 1 | E2 82
            E2 82 41       | 1 | 1 | E2 82
            """)
    void invalidBytesAreNamedWithTheirPlace(String bytes, int line, int column, String invalid) {
        var input = HexFormat.ofDelimiter(" ").parseHex(bytes);
        for (int step : new int[] {1, 1000}) {
            assertThatThrownBy(() -> read(input, step))
                    .hasMessageStartingWith("invalid UTF-8: " + invalid)
                    .isInstanceOfSatisfying(InputInvalid.class, e -> {
                        assertThat(e.line()).isEqualTo(line);
                        assertThat(e.column()).isEqualTo(column);
                    });
        }
    }

    @Test
    void thePlaceIsRightFarInTheText() {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes("ä line of text\n".repeat(5000).getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes("ä😀".getBytes(StandardCharsets.UTF_8));
        bytes.write(0xFF);
        assertThatThrownBy(() -> read(bytes.toByteArray(), 1000)).isInstanceOfSatisfying(InputInvalid.class, e -> {
            assertThat(e.line()).isEqualTo(5001);
            assertThat(e.column()).isEqualTo(3);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "jsonl", "csv", "tsv", "yaml", "lines", "-"})
    void everyFormatIsStrict(String format) {
        byte[] bytes = "[1,\n\"x\"]\n".getBytes(StandardCharsets.UTF_8);
        bytes[5] = (byte) 0xE4;
        assertThatThrownBy(() -> Read.drain(Read.open(format, "-", bytes, ItemLimits.OF_A_RUN)))
                .isInstanceOf(InputInvalid.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "jsonl", "yaml", "lines", "-"})
    void aByteOrderMarkIsNoPartOfAnItem(String format) {
        String json = Read.items(format, "-", "\uFEFF[1]");
        assertThat(json).doesNotContain("\uFEFF").contains("1");
        assertThat(Read.items("csv", "-", "\uFEFFid\n1")).isEqualTo("[{\"id\":\"1\"}]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "jsonl", "-"})
    void otherEncodingsAreNotGuessed(String format) {
        byte[] bytes = "[1]".getBytes(StandardCharsets.UTF_16LE);
        assertThatThrownBy(() -> Read.drain(Read.open(format, "-", bytes, ItemLimits.OF_A_RUN)))
                .isInstanceOf(InputInvalid.class);
    }

    private static String read(byte[] bytes, int step) throws IOException {
        InputStream slow = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, step));
            }
        };
        var text = new StringWriter();
        new Utf8Reader(slow).transferTo(text);
        return text.toString();
    }
}
