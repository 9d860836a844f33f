package dev.prodigy.lang.expr.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegexTest {

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            b+              => abbc     => true
            ^b              => abc      => false
            (?i)ABC         => xabcx    => true
            ABC             => xabcx    => false
            \\.rs$           => a.rs     => true
            [a{]{2}         => x{a      => true
            \\{x\\}           => {x}      => true
            \\x{263A}        => ☺        => true
            a{,3}           => a{,3}    => true
            \\Qa(b\\E         => xa(b     => true
            """)
    void foundAnywhere(String regex, String text, boolean found) {
        assertThat(Regex.parse(regex).isFoundIn(text)).isEqualTo(found);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "a**",
                "(?=a)",
                "(?<!a)b",
                "(a)\\1",
                "[",
                "[z-a]",
                "a{1001}",
                "\\",
                "((a{1000}){1000}){1000}",
                "((((a{30}){30}){30}){30}){30}",
                "((a?){100}){100}"
            })
    void whatCannotBeMatchedInLinearTimeAndSpaceIsRefused(String regex) {
        assertThatThrownBy(() -> Regex.parse(regex)).isInstanceOf(InvalidPattern.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "()", "a?", "(a|", "(?:a?){1000}", "[", "a*", "\\("})
    void thousandsOfAnythingAreRefusedOrMatchedButNeverOverflow(String piece) throws InterruptedException {
        var outcomes = new ArrayList<Throwable>();
        var small = new Thread(
                null,
                () -> {
                    for (int n : new int[] {100, 450, 900, 20_000}) {
                        try {
                            Regex.parse(piece.repeat(n)).isFoundIn("b".repeat(1000));
                        } catch (Throwable e) {
                            outcomes.add(e);
                        }
                    }
                },
                "small stack",
                512 << 10);
        small.start();
        small.join();
        assertThat(outcomes).hasOnlyElementsOfType(InvalidPattern.class);
    }

    @Test
    void aLongListOfWordsIsFine() {
        String words = IntStream.range(0, 2_000).mapToObj(i -> "w" + i).collect(Collectors.joining("|"));
        assertThat(Regex.parse(words).isFoundIn("x w1999 x")).isTrue();
    }

    @Test
    void theTextMayBeLongWhateverThePattern() {
        assertThat(Regex.parse("(a+)+$").isFoundIn("a".repeat(200_000) + "b")).isFalse();
    }
}
