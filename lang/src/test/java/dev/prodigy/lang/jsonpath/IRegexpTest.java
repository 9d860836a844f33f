package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IRegexpTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            .         ; a         ; true
            .         ; 😀        ; true
            # where a dot is no wildcard
            [.]       ; a         ; false
            [.]       ; .         ; true
            [^.]      ; .         ; false
            []ab.]    ; .         ; true
            []ab.]    ; c         ; false
            [^].]     ; .         ; false
            [[:digit:].] ; .      ; true
            [[:digit:].] ; a      ; false
            [a\\].]   ; .         ; true
            [a\\].]   ; b         ; false
            \\.       ; a         ; false
            \\\\.     ; \\x       ; true
            # categories, groups, repetitions
            \\p{Lu}+  ; ÄÖ        ; true
            \\P{Lu}   ; Ä         ; false
            (ab|c)*   ; abcab     ; true
            a{2,3}    ; aaa       ; true
            a{2,3}    ; aaaa      ; false
            a{2}      ; aaa       ; false
            a{2,}     ; aaaaa     ; true
            # more than I-Regexp: what RE2 makes of it
            \\d+      ; 42        ; true
            ^a$       ; a         ; true
            (?i)a     ; A         ; true
            """)
    void aPatternMatches(String pattern, String text, boolean matching) {
        assertThat(IRegexp.compile(pattern).orElseThrow().matcher(text).matches())
                .isEqualTo(matching);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                ")",
                "a)",
                "[",
                "[a",
                "[]",
                "*",
                "a**",
                "a{2}{3}",
                "a{3,2}",
                "\\",
                "\\k",
                "\\p{Nope}",
                "(?=a)",
                "\\Qa\\E"
            })
    void anInvalidPatternIsNone(String pattern) {
        assertThat(IRegexp.compile(pattern)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a{1000}){1000}",
                "((((a{10}){10}){10}){10}){10}",
                "(((a{1,99}b{9,99}){0,99})c){99,}",
                "((((((((((((((a{2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2}){2})"
            })
    void aPatternThatCompilesToAHugeProgramIsNone(String pattern) {
        assertThat(IRegexp.compile(pattern)).isEmpty();
    }

    @Test
    void aPatternIsLimitedInLengthAndNesting() {
        assertThat(IRegexp.compile("a".repeat(4096))).isPresent();
        assertThat(IRegexp.compile("a".repeat(4097))).isEmpty();
        assertThat(IRegexp.compile("(".repeat(99) + "a" + ")".repeat(99))).isPresent();
        assertThat(IRegexp.compile("(".repeat(101) + "a" + ")".repeat(101))).isEmpty();
    }

    @Test
    void theDotIsAnyCharacterButTwo() {
        var dot = IRegexp.compile("a.b").orElseThrow();
        assertThat(List.of("a\u2028b", "a\u2029b", "a\u0085b", "a\tb", "a\0b", "a😀b"))
                .allMatch(dot::matches);
        assertThat(List.of("a\nb", "a\rb")).noneMatch(dot::matches);
    }

    @Test
    @Timeout(60)
    void matchingTakesLinearTime() {
        var pattern = IRegexp.compile("(x+x+)+y").orElseThrow();
        assertThat(pattern.matcher("x".repeat(100_000)).matches()).isFalse();
    }
}
