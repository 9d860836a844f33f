package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathSyntaxTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            ~~                 ;  1 ; the path ends
            a.b                ;  1 ; '$' was expected, not 'a'
            ~ $~               ;  1 ; not U+0020
            ~$.a ~             ;  4 ; not U+0020
            $a                 ;  2 ; '.' or '[' or the end was expected
            $.                 ;  3 ; a name or '*' was expected
            $..                ;  4 ; a name or '*' was expected
            $.1                ;  3 ; a name or '*' was expected
            $. a               ;  3 ; a name or '*' was expected
            $.a-b              ;  4 ; '.' or '[' or the end was expected
            $.😀-              ;  4 ; '.' or '[' or the end was expected
            $[                 ;  3 ; a quoted name, an index
            $[]                ;  3 ; a quoted name, an index
            $[a]               ;  3 ; a quoted name, an index
            $[0                ;  4 ; ',' or the closing ']' was expected
            $[0 1]             ;  5 ; ',' or the closing ']' was expected
            $[0,]              ;  5 ; a quoted name, an index
            $[01]              ;  3 ; no leading zeros
            $[-0]              ;  3 ; write 0
            $[-]               ;  4 ; digits were expected
            $[1.0]             ;  4 ; ',' or the closing ']' was expected
            $[9007199254740992] ; 3 ; an index lies between
            $[::-9007199254740992] ; 5 ; an index lies between
            $[99999999999999999999] ; 3 ; an index lies between
            $[1:2:3:4]         ;  8 ; ',' or the closing ']' was expected
            $['a]              ;  3 ; not closed
            $['a\\             ;  5 ; not closed
            $['\\x']           ;  4 ; unknown escape
            $["\\'"]           ;  4 ; unknown escape
            $['\\u12g4']       ;  4 ; four hexadecimal digits
            $['\\uD800']       ;  4 ; half of a surrogate pair
            $['\\uDC00']       ;  4 ; half of a surrogate pair
            $['\\uD800\\u0041'] ; 4 ; half of a surrogate pair
            $[?]               ;  4 ; '@', '$', a literal or a function was expected
            $[?a]              ;  4 ; '@', '$', a literal or a function was expected
            $[?True==@]        ;  4 ; '@', '$', a literal or a function was expected
            $[?@.a=1]          ;  7 ; write '=='
            $[?@.a===1]        ;  9 ; '@', '$', a literal or a function was expected
            $[?@.a=~'x']       ;  7 ; write '=='
            $[?@.a<>1]         ;  8 ; '@', '$', a literal or a function was expected
            $[?@.a!1]          ;  7 ; a comparison is one of
            $[?@.a&@.b]        ;  7 ; ',' or the closing ']'
            $[?@.a==1 && ]     ; 14 ; '@', '$', a literal or a function was expected
            $[?(@.a]           ;  8 ; the closing ')'
            $[?(@.a)==1]       ;  9 ; ',' or the closing ']'
            $[?!@.a==1]        ;  8 ; ',' or the closing ']'
            $[?!!@.a]          ;  5 ; '@', '$', a literal or a function was expected
            $[?@.a==01]        ;  9 ; no leading zeros
            $[?@.a==1.]        ; 11 ; digits after the decimal point
            $[?@.a==1e]        ; 11 ; digits of an exponent
            $[?@.a==1e99999]   ; 10 ; exponent is beyond
            $[?@.a==1e-999999999999] ; 10 ; exponent is beyond
            # types: a value is compared, a truth stands alone, a compared query is singular
            $[?1]              ;  4 ; compare it
            $[?@.a&&'x']       ;  9 ; compare it
            $[?length(@.a)]    ;  4 ; compare it
            $[?count(@.*)]     ;  4 ; compare it
            $[?value(@.a)]     ;  4 ; compare it
            $[?match(@,'a')==true] ; 4 ; stand alone
            $[?1==search(@,'a')] ; 7 ; stand alone
            $[?@.*==1]         ;  4 ; may have several nodes
            $[?1==@..a]        ;  7 ; may have several nodes
            $[?@[0,1]==1]      ;  4 ; may have several nodes
            $[?$[0:1]==1]      ;  4 ; may have several nodes
            $[?length(@.*)>1]  ; 11 ; may have several nodes
            $[?count(1)>1]     ; 10 ; takes a query
            $[?count('a')>1]   ; 10 ; takes a query
            $[?count(length(@))>1] ; 10 ; takes a query
            $[?value(true)==1] ; 10 ; takes a query
            $[?length(match(@,'a'))>1] ; 11 ; stand alone
            # numbers of arguments
            $[?length()>1]     ; 11 ; a literal or a function was expected
            $[?length(@,@)>1]  ; 12 ; the end of the arguments of length(): ')'
            $[?match(@)]       ; 11 ; a second argument after ','
            $[?match(@,'a','b')] ; 15 ; the end of the arguments of match(): ')'
            $[?size(@)>1]      ;  4 ; unknown function size
            $[?count (@.*)>1]  ;  4 ; '@', '$', a literal or a function was expected
            """)
    void anInvalidPathIsRefusedWithItsPosition(String path, int position, String message) {
        var refusal = refusal(path);
        assertThat(refusal).hasMessageContaining(message);
        assertThat(refusal.position()).isEqualTo(position);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$['\t']",
                "$[\"\u001f\"]",
                "$['\ud800']",
                "$['\udc00\ud800']",
                "$.\ud800",
                "$.\udc00",
                "\0",
                "$\0"
            })
    void charactersThatNoTextHasAreRefused(String path) {
        assertThat(refusal(path).position()).isBetween(1, 4);
    }

    @Test
    void nestingIsLimited() {
        assertThatCode(() -> JsonPath.parse("$[?" + "(".repeat(99) + "@" + ")".repeat(99) + "]", JsonPath.Mode.STRICT))
                .doesNotThrowAnyException();
        for (var opening : new String[] {"(", "!(", "@[?", "length(", "@.a && ("}) {
            assertThat(refusal("$[?" + opening.repeat(100_000))).hasMessageContaining("at most 100 levels");
        }
    }

    @Test
    void theNumberOfSegmentsIsLimited() {
        assertThatCode(() -> JsonPath.parse("$" + ".a".repeat(200), JsonPath.Mode.STRICT))
                .doesNotThrowAnyException();
        assertThat(refusal("$" + ".a".repeat(100_000))).hasMessageContaining("at most 200 segments");
        assertThat(refusal("$[" + "?@.a,".repeat(201))).hasMessageContaining("at most 200 segments");
    }

    @Test
    void aNumberIsNotOfAnyLength() {
        assertThat(refusal("$[?@==" + "1".repeat(1001) + "]")).hasMessageContaining("longer than 1000 characters");
    }

    private static JsonPathSyntax refusal(String path) {
        return catchThrowableOfType(JsonPathSyntax.class, () -> JsonPath.parse(path, JsonPath.Mode.STRICT));
    }
}
