package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalarPositionsTest {
    /// The character `X` of the content is looked up; ⏎ is a line end.
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    a: ok X                         ; 1:7
                    a: 'it''s X'                    ; 1:11
                    a: "tab\\t\\u0041\\x42 X"       ; 1:21
                    a: "smile \\U0001F600 é😀X"      ; 1:24
                    a: |⏎  one⏎   two X⏎            ; 3:8
                    a: >- # note X⏎  one⏎  two X    ; 3:7
                    a: plain⏎  goes on X            ; 2:11
                    a: "x⏎   y \\⏎   z X"           ; 3:6
                    a:⏎    - X                      ; 2:7
                    a: &n !pattern X                ; 1:16
                    a: &n |⏎  one X                 ; 2:7
                    """)
    void aCharacterIsFoundInTheFile(String text, String place) {
        var document = Yaml.read("f.yml", text.replace("⏎", "\n"));
        var scalar = scalar(Objects.requireNonNull(document.root()));
        var span = ScalarPositions.of(document.source(), scalar, scalar.text().indexOf('X'));
        assertThat(span.line() + ":" + span.column()).isEqualTo(place);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    a: ok           | 1:6
                    a: 'it''s'      | 1:10
                    a: ''           | 1:5
                    """)
    void theEndLiesBehindTheLastCharacter(String text, String place) {
        var document = Yaml.read("f.yml", text);
        var scalar = scalar(Objects.requireNonNull(document.root()));
        var span = ScalarPositions.of(document.source(), scalar, scalar.text().length());
        assertThat(span.line() + ":" + span.column()).isEqualTo(place);
    }

    private static Node.Scalar scalar(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar;
            case Node.Sequence list -> scalar(list.items().getFirst());
            case Node.Mapping map -> scalar(map.entries().getFirst().value());
        };
    }
}
