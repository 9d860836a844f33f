package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.value.Value;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamingPathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "$",
                "$[*]",
                "$.*",
                "$.a",
                "$.a.b",
                "$['a']['b c']",
                "$.a.b[*]",
                "$.a[*].b",
                "$[*].a.b",
                "$.a.*.b.c"
            })
    void namesWithOneWildcardStream(String path) {
        assertThat(StreamingPath.of(parse(path))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"$[0]", "$.a[-1]", "$..a", "$[*][*]", "$.a[*].b[*]", "$['a','b']", "$[*,*]", "$[1:2]", "$[?@.a]"
            })
    void otherPathsDoNot(String path) {
        assertThat(StreamingPath.of(parse(path))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            # the whole document
            $          ; [1,[2],{"a":3}]                        ; [1,[2],{"a":3}]
            $          ; {"a":[1,2]}                            ; [{"a":[1,2]}]
            $          ; "x"                                    ; ["x"]
            $          ; null                                   ; [null]
            $          ; []                                     ; []
            # every child
            $[*]       ; [1,[2,3],{"a":4}]                      ; [1,[2,3],{"a":4}]
            $[*]       ; {"b":1,"a":[2]}                        ; [1,[2]]
            $[*]       ; 5                                      ; []
            # a singular path: the elements of an array, any other value whole
            $.a.b      ; {"x":[9],"a":{"x":{},"b":[1,[2]]},"y":0} ; [1,[2]]
            $.a.b      ; {"a":{"b":{"c":[1]}}}                  ; [{"c":[1]}]
            $.a.b      ; {"a":{"b":"x"}}                        ; ["x"]
            $.a.b      ; {"a":{"b":null}}                       ; [null]
            $.a.b      ; {"a":{"b":[]}}                         ; []
            # missing, or of another kind on the way
            $.a.b      ; {"a":{"c":1}}                          ; []
            $.a.b      ; {"a":[{"b":1}]}                        ; []
            $.a.b      ; {"a":5}                                ; []
            $.a.b      ; [{"a":{"b":1}}]                        ; []
            $.a.b[*]   ; {"a":{"b":7}}                          ; []
            $.a.b[*]   ; {"a":{"b":[[1],2]}}                    ; [[1],2]
            $.a.b[*]   ; {"a":{"b":{"x":1,"y":[2]}}}            ; [1,[2]]
            # a name of every child: whole, even an array
            $.a[*].b   ; {"a":[{"b":1},{"c":2},{"b":[3,4]},5,[{"b":6}],{"x":{"b":7},"b":null}]} ; [1,[3,4],null]
            $.a[*].b   ; {"a":{"p":{"b":1},"q":2,"r":{"b":{"b":3}}}} ; [1,{"b":3}]
            $[*].b.c   ; [{"b":{"c":1}},{"b":[{"c":2}]},{"b":{}}] ; [1]
            # of a repeated name the last value counts
            $.a        ; {"a":1,"a":2}                          ; [2]
            $.a        ; {"a":1,"b":0,"a":[2,3]}                ; [2,3]
            $.a        ; {"a":[],"a":[2]}                       ; [2]
            $.a.b      ; {"a":{"b":1},"a":{"c":2}}              ; []
            $.a.b      ; {"a":{"b":1},"a":3}                    ; []
            $.a[*]     ; {"a":5,"a":[6]}                        ; [6]
            $.a[*].b   ; {"a":[{"b":1,"b":2},{"b":3,"b":[4]}]}  ; [2,[4]]
            $[*].b.c   ; [{"b":{"c":1},"b":{}}]                 ; []
            """)
    void theItemsAreThoseOfTheWholeDocument(String path, String document, String items) {
        assertThat(stream(path, document)).isEqualTo(items);
        assertThat(Json.write(new Value.Items(parse(path).items(Json.parse(document)))))
                .isEqualTo(items);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            $.a        ; {"a":[1],"a":[2]}              ; 1
            $.a[*]     ; {"a":[1],"b":0,"a":7}          ; 1
            $.a.b      ; {"a":{"b":[1]},"a":{}}         ; 1
            $[*]       ; {"x":1,"y":2,"x":3}            ; 2
            $.a[*].b   ; {"a":{"x":{},"x":{"b":1}}}     ; 0
            """)
    void aRepetitionThatComesTooLateIsAFailure(String path, String document, int handedOut) {
        var items = open(path, bytes(document));
        for (int i = 0; i < handedOut; i++) {
            assertThat(items.next()).isNotNull();
        }
        assertThatThrownBy(items::next).isInstanceOf(JsonSyntax.class).hasMessageContaining("is repeated");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            # path, document, items before the failure, its column
            $          ; ~~                  ; 0 ; 1
            $          ; ~ ~                 ; 0 ; 1
            $[*]       ; [1,2                ; 2 ; 5
            $[*]       ; [1,x]               ; 1 ; 4
            $.a        ; {"b":[x],"a":1}     ; 0 ; 7
            $.a        ; {"a":1              ; 0 ; 7
            $.a        ; {"a":1} 2           ; 0 ; 9
            $[*]       ; [1][2]              ; 1 ; 4
            """)
    void brokenTextFailsWhereItIsBroken(String path, String document, int handedOut, int column) {
        var items = open(path, bytes(document));
        for (int i = 0; i < handedOut; i++) {
            assertThat(items.next()).isNotNull();
        }
        assertThatThrownBy(items::next).isInstanceOfSatisfying(JsonSyntax.class, e -> {
            assertThat(e.line()).isEqualTo(1);
            assertThat(e.column()).isEqualTo(column);
        });
    }

    @Test
    void afterTheLastItemThereIsNoMore() {
        var items = open("$[*]", bytes("[1]"));
        assertThat(items.next()).isEqualTo(Value.of(1));
        assertThat(items.next()).isNull();
        assertThat(items.next()).isNull();
    }

    @Test
    void aLargeDocumentIsReadNoFurtherThanAsked() {
        var endless = new Repeated("{\"skip\":[\"" + "x".repeat(50_000) + "\"],\"a\":[", "{\"b\":1},");
        var items = open("$.a[*].b", endless);
        for (int i = 0; i < 100_000; i++) {
            assertThat(items.next()).isEqualTo(Value.of(1));
        }
        assertThat(endless.delivered).isLessThan(50_000 + 100_000 * 8 + 10_000);
    }

    /// A head, and then the same bytes for ever.
    private static final class Repeated extends InputStream {
        private final byte[] head;
        private final byte[] body;
        private int delivered;

        Repeated(String head, String body) {
            this.head = head.getBytes(StandardCharsets.UTF_8);
            this.body = body.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int read() {
            int at = delivered++;
            return at < head.length ? head[at] : body[(at - head.length) % body.length];
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            for (int i = 0; i < length; i++) {
                buffer[offset + i] = (byte) read();
            }
            return length;
        }
    }

    private static String stream(String path, String document) {
        var items = open(path, bytes(document));
        var read = new ArrayList<Value>();
        for (var item = items.next(); item != null; item = items.next()) {
            read.add(item);
        }
        return Json.write(new Value.Items(read));
    }

    private static StreamedItems open(String path, InputStream bytes) {
        return StreamingPath.of(parse(path)).orElseThrow().open(Json.parser(bytes));
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonPath parse(String path) {
        return JsonPath.parse(path, JsonPath.Mode.LENIENT);
    }
}
