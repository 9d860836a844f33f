package dev.prodigy.runtime.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MarkerTest {
    static Stream<Arguments> environments() {
        return Stream.of(
                Arguments.of("", List.of()),
                Arguments.of("A=b\0", List.of()),
                Arguments.of("PRODIGY_MARKER=a\0", List.of("a")),
                Arguments.of("A=b\0PRODIGY_MARKER=a b c\0C=d\0", List.of("a", "b", "c")),
                Arguments.of("A=b\0PRODIGY_MARKER\0a b\0C\0d\0", List.of("a", "b")),
                Arguments.of("PRODIGY_MARKER_OLD=a\0PRODIGY_MARKER", List.of()),
                Arguments.of("XPRODIGY_MARKER=a\0", List.of()),
                Arguments.of("A=PRODIGY_MARKER=a\0", List.of()),
                Arguments.of("PRODIGY_MARKER=cut", List.of("cut")),
                Arguments.of("PRODIGY_MARKER=a\0PRODIGY_MARKER=b\0", List.of("a", "b")),
                Arguments.of("PRODIGY_MARKER=ä\0", List.of("ä")));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void marksAreTheWordsOfTheVariable(String environment, List<String> marks) {
        var latin = new String(environment.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertThat(Marker.in(latin)).isEqualTo(marks);
    }

    @Test
    void aMarkIsAppendedAfterABlank() {
        assertThat(Marker.appended(Map.of(), "m")).isEqualTo("PRODIGY_MARKER=m");
        assertThat(Marker.appended(Map.of("PRODIGY_MARKER", "a b"), "m")).isEqualTo("PRODIGY_MARKER=a b m");
    }
}
