package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathLenientTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            # = for ==
            $[?@.a=1]              ; [{"a":1},{"a":2}]         ; [{"a":1}]
            $[?@.a = 'x']          ; [{"a":"x"}]               ; [{"a":"x"}]
            $[?@.a<=1]             ; [{"a":1},{"a":2}]         ; [{"a":1}]
            $[?@.a==1]             ; [{"a":1},{"a":2}]         ; [{"a":1}]
            # blanks
            $[?(@.a==1&&@.b!=2)]   ; [{"a":1},{"a":1,"b":2}]   ; [{"a":1}]
            $[? ( @.a == 1 && @.b != 2 ) ] ; [{"a":1},{"a":1,"b":2}] ; [{"a":1}]
            $[?count (@.*) = 1]    ; [[1],[]]                  ; [[1]]
            ~ $.a\t~               ; {"a":1}                   ; [1]
            """)
    void whatPeopleWriteIsUnderstood(String path, String document, String items) {
        assertThat(items(path, document)).isEqualTo(items);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            # each node is an item
            $.a[*]          ; {"a":[1,[2],{"b":3}]}       ; [1,[2],{"b":3}]
            $.groups[*]     ; {"groups":[[1,2],[3]]}      ; [[1,2],[3]]
            $.groups[*]     ; {"groups":[[1,2]]}          ; [[1,2]]
            $..a            ; {"a":[1,2]}                 ; [[1,2]]
            $[?@[0]==1]     ; [[1,2]]                     ; [[1,2]]
            $[0,0]          ; [[1]]                       ; [[1],[1]]
            # the array of a singular query gives its elements
            $               ; [1,2]                       ; [1,2]
            $.items         ; {"items":[1,[2]]}           ; [1,[2]]
            $.items         ; {"items":[]}                ; []
            $[1]            ; [0,[7,8]]                   ; [7,8]
            $.groups[0]     ; {"groups":[[1,2],[3]]}      ; [1,2]
            $.a['b'][-1]    ; {"a":{"b":[0,[5]]}}         ; [5]
            # any other value of it is one item
            $               ; {"a":1}                     ; [{"a":1}]
            $.items         ; {"items":{"x":[1]}}         ; [{"x":[1]}]
            $.items         ; {"items":null}              ; [null]
            # no node, no items
            $.items         ; {"things":[1]}              ; []
            $.items         ; [1]                         ; []
            $.items[*]      ; {"items":7}                 ; []
            # objects in document order
            $.*             ; {"b":1,"a":2}               ; [1,2]
            """)
    void nodesBecomeItems(String path, String document, String items) {
        assertThat(items(path, document)).isEqualTo(items);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$.a b", "$. a", "$[?@.a => 1]", "$[?@.a = ]", "$[?(@.a = 1]", "@.a", "items", ""})
    void theRestOfTheGrammarStands(String path) {
        assertThatThrownBy(() -> JsonPath.parse(path, JsonPath.Mode.LENIENT)).isInstanceOf(JsonPathSyntax.class);
    }

    private static String items(String path, String document) {
        var items = JsonPath.parse(path, JsonPath.Mode.LENIENT).items(Json.parse(document));
        return Json.write(new Value.Items(items));
    }
}
