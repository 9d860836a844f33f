package dev.prodigy.runtime.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineSplitterTest {
    private final ArrayList<String> lines = new ArrayList<>();
    private final LineSplitter splitter = new LineSplitter(new EventLines(8, line -> {
        lines.add(line);
        return line.startsWith("{");
    }));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a~b~            | a,b",
                "a~b             | a,b",
                "a/b~c/~d        | ab,c,d",
                "a^~b~           | a,b",
                "12345678~x~     | 12345678,x",
                "123456789~x~    | x",
                "1234/5678/9/0~x | x",
                "x~1234567890    | x",
            })
    void linesArriveWholeAndNeverLongerThanTheLimit(String chunks, String expected) {
        for (var chunk : chunks.split("/", -1)) {
            splitter.write(chunk.replace('~', '\n').replace('^', '\r').getBytes(StandardCharsets.UTF_8));
        }
        splitter.finish();
        assertThat(lines).isEqualTo(List.of(expected.split(",", -1)));
    }

    @Test
    void aChunkTellsWhetherItBroughtAnEvent() {
        assertThat(splitter.write(bytes("{}"))).isFalse();
        assertThat(splitter.write(bytes("\nnoise\n"))).isTrue();
        assertThat(splitter.write(bytes("noise\n"))).isFalse();
        assertThat(splitter.write(bytes("{\nnoise\n"))).isTrue();
    }

    @Test
    void emptyLinesAreLines() {
        splitter.write(bytes("\n\na"));
        assertThat(lines).containsExactly("", "");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
