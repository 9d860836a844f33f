package dev.prodigy.lang.expr.modifier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.lang.json.Json;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModifierTest {

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            json              => "a\\"b"                => PLAIN  => "a\\"b"
            json              => [1, 2.50, null]        => PLAIN  => [1,2.5,null]
            json              => null                   => PLAIN  => null
            lines             => ["a", 1, null, [2]]    => PLAIN  => a|1||[2]
            newline           => ["a", "b"]             => PLAIN  => a|b
            lines             => "a b"                  => PLAIN  => a b
            csv               => ["a", "b c", "d,e", "f\\"g", "h\\ni", ""] => PLAIN => a,b c,"d,e","f""g","h|i",
            comma             => [1, true]              => PLAIN  => 1,true
            csv               => "a,b"                  => PLAIN  => a,b
            csv               => []                     => PLAIN  => ~~
            words             => ["p q", "r"]           => WORDS  => p q r
            words             => " a  b\\n c "           => WORDS  => a b c
            words             => ""                     => WORDS  => ~~
            words             => null                   => WORDS  => ~~
            words             => 7                      => WORDS  => 7
            *.rs              => ["a.rs", "b.md", "lib/c.rs"] => PLAIN => ["a.rs","lib/c.rs"]
            src/**/*.rs       => ["a.rs", "src/b.rs", "src/x/y/c.rs"] => PLAIN => ["src/b.rs","src/x/y/c.rs"]
            *.rs,*.md         => ["a.rs", "b.md", "c.txt"] => PLAIN => ["a.rs","b.md"]
            *.rs              => "a.rs"                 => PLAIN  => ["a.rs"]
            *.rs              => null                   => PLAIN  => []
            raw               => "x; y"                 => RAW    => x; y
            q                 => "it's"                 => QUOTED => 'it'\\''s'
            q                 => ""                     => QUOTED => ''
            q                 => ["a", "b"]             => QUOTED => '["a","b"]'
            words:q           => ["a b", "c'"]          => WORDS  => 'a b' 'c'\\'''
            length            => "a😀b"                 => PLAIN  => 3
            length            => ["a", "b"]             => PLAIN  => 2
            length            => {"a": 1}               => PLAIN  => 1
            length            => null                   => PLAIN  => 0
            length            => 123                    => PLAIN  => 3
            upper             => "straße"               => PLAIN  => STRASSE
            lower             => "ABC"                  => PLAIN  => abc
            trim              => " a b\\n"               => PLAIN  => a b
            basename          => "src/a b.txt"          => PLAIN  => a b.txt
            dirname           => "src/a b.txt"          => PLAIN  => src
            basename          => ["src/a", "b/c"]       => PLAIN  => ["a","c"]
            words:upper       => ["a", "b"]             => WORDS  => A B
            words:length      => ["a", "b"]             => PLAIN  => 2
            words:json        => ["a", "b"]             => PLAIN  => ["a","b"]
            upper:lower:length => "abc"                 => PLAIN  => 3
            """)
    void everyModifierOfTheSpec(String modifiers, String value, ShellShape shape, String text) {
        var shaped = Shaped.of(Json.parse(value), ListStyle.JSON);
        for (String each : modifiers.split(":", -1)) {
            shaped = Modifier.parse(each).apply(shaped);
        }
        assertThat(shaped.text()).isEqualTo(text.replace('|', '\n'));
        assertThat(shaped.shape()).isEqualTo(shape);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?x", "-x", "=x*", "+x*", "0:3", "3*", " *", "unknown", "UPPER"})
    void anythingElseIsNoModifier(String text) {
        assertThat(Modifier.parse(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[z-a]", "[ab", "*,,*"})
    void aGlobThatIsNoneIsTold(String text) {
        assertThat(Modifier.parse(text)).isInstanceOf(BrokenGlob.class);
    }

    @ParameterizedTest
    @CsvSource({"LINES,a|b", "WORDS,a b", "JSON,'[\"a\",\"b\"]'"})
    void aListIsWrittenInItsStyleAlsoBehindAGlob(ListStyle style, String text) {
        var shaped = Modifier.parse("*").apply(Shaped.of(Json.parse("[\"a\",\"b\"]"), style));
        assertThat(shaped.text()).isEqualTo(text.replace('|', '\n'));
        assertThat(Arrays.stream(ShellShape.values())).contains(shaped.shape());
    }
}
