package dev.prodigy.lang.expr.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            *.rs            => a.rs              => true
            *.rs            => lib/a.rs          => true
            *.rs            => a.rs.bak          => false
            *.rs            => .rs               => true
            *               => .hidden           => true
            a?c             => abc               => true
            a?c             => ac                => false
            a?c             => x/abc             => true
            src/*.rs        => src/a.rs          => true
            src/*.rs        => src/x/a.rs        => false
            src/*.rs        => lib/src/a.rs      => false
            src/**/*.rs     => src/a.rs          => true
            src/**/*.rs     => src/x/y/a.rs      => true
            src/**/*.rs     => srcx/a.rs         => false
            **/a.rs         => a.rs              => true
            **/a.rs         => x/y/a.rs          => true
            **/a.rs         => xa.rs             => false
            src/**          => src/x/y           => true
            src/**          => src               => false
            x/a**b          => x/a/y/b           => true
            [abc].txt       => b.txt             => true
            [abc].txt       => d.txt             => false
            [a-c].txt       => b.txt             => true
            [!a-c].txt      => d.txt             => true
            [!a-c].txt      => b.txt             => false
            x/[!a]b         => x//b              => false
            []].txt         => ].txt             => true
            \\[.txt         => [.txt             => true
            [^x]            => y                 => true
            a\\*b            => a*b               => true
            a\\*b            => axb               => false
            a.b             => axb               => false
            (a|b)+$         => (a|b)+$           => true
            *.rs,*.md       => x.md              => true
            *.rs, *.md      => x.md              => true
            a b.txt         => a b.txt           => true
            ~*~             => ~a
            b~               => true
            ü*              => übung             => true
            """)
    void matching(String glob, String path, boolean matches) {
        assertThat(Glob.parse(glob).matches(path)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a,", ",a", "[", "a[", "[.txt", "[z-a]", "**/[z-a]*"})
    void whatIsNoGlobIsRefused(String glob) {
        assertThatThrownBy(() -> Glob.parse(glob)).isInstanceOf(InvalidPattern.class);
    }

    @Test
    void aPatternOfWholePathsKnowsNoCommas() {
        var glob = Glob.ofWholePath("a,b/*.md");
        assertThat(glob.matches("a,b/x.md")).isTrue();
        assertThat(glob.matches("x/a,b/x.md")).isFalse();
        assertThat(Glob.ofWholePath("*.md").matches("sub/x.md")).isFalse();
        assertThatThrownBy(() -> Glob.ofWholePath("[ab"))
                .isInstanceOf(InvalidPattern.class)
                .hasMessageContaining("`[ab`");
    }

    @Test
    void manyStarsTakeNoMoreTimeThanFew() {
        var glob = Glob.parse("*a".repeat(50) + "b");
        assertThat(glob.matches("a".repeat(100_000))).isFalse();
    }
}
