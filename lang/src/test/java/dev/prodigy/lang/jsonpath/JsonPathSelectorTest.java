package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPathSelectorTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            # names
            $                     | {"a":1}                         | [{"a":1}]
            $.a                   | {"b":2,"a":1}                   | [1]
            $.a                   | {"b":2}                         | []
            $.a                   | [{"a":1}]                       | []
            $.a                   | "a"                             | []
            $.a                   | {"a":null}                      | [null]
            $.a.b                 | {"a":{"b":1}}                   | [1]
            $['a']["b"]           | {"a":{"b":1}}                   | [1]
            $['']                 | {"":1}                          | [1]
            $['a.b']              | {"a.b":1,"a":{"b":2}}           | [1]
            $.größe_2             | {"größe_2":1}                   | [1]
            $.😀                  | {"😀":1}                        | [1]
            $['\\u0061\\uD83D\\uDE00'] | {"a😀":1}                  | [1]
            $['\\'"\\\\\\/']      | {"'\\"\\\\/":1}                 | [1]
            $["\\b\\f\\n\\r\\t"]  | {"\\b\\f\\n\\r\\t":1}           | [1]
            # indexes
            $[0]                  | [1,2,3]                         | [1]
            $[-1]                 | [1,2,3]                         | [3]
            $[3]                  | [1,2,3]                         | []
            $[-4]                 | [1,2,3]                         | []
            $[0]                  | {"0":1}                         | []
            $[9007199254740991]   | [1]                             | []
            # wildcards, in document order
            $[*]                  | [3,[1],2]                       | [3,[1],2]
            $.*                   | {"b":1,"a":[2],"10":3,"9":4}    | [1,[2],3,4]
            $.*                   | 5                               | []
            $.*.*                 | {"b":[1,2],"a":{"z":3,"y":4}}   | [1,2,3,4]
            # several selectors: in their order, twice is twice
            $['b','a','b']        | {"a":1,"b":2}                   | [2,1,2]
            $[1,0:2,*]            | [7,8]                           | [8,7,8,7,8]
            # slices
            $[1:3]                | [0,1,2,3,4]                     | [1,2]
            $[:2]                 | [0,1,2,3,4]                     | [0,1]
            $[3:]                 | [0,1,2,3,4]                     | [3,4]
            $[:]                  | [0,1]                           | [0,1]
            $[::2]                | [0,1,2,3,4]                     | [0,2,4]
            $[-2:]                | [0,1,2,3,4]                     | [3,4]
            $[:-3]                | [0,1,2,3,4]                     | [0,1]
            $[::-1]               | [0,1,2]                         | [2,1,0]
            $[3:0:-2]             | [0,1,2,3,4]                     | [3,1]
            $[-1:-4:-1]           | [0,1,2,3,4]                     | [4,3,2]
            $[5:2]                | [0,1,2,3,4]                     | []
            $[::0]                | [0,1,2]                         | []
            $[-99:99:99]          | [0,1,2]                         | [0]
            $[99:-99:-99]         | [0,1,2]                         | [2]
            $[::9007199254740991] | [0,1,2]                         | [0]
            $[:]                  | {"a":1}                         | []
            # descendants: a value's children before their own children
            $..a                  | {"a":{"a":1,"b":{"a":2}}}       | [{"a":1,"b":{"a":2}},1,2]
            $..*                  | [[1,[2]],3]                     | [[1,[2]],3,1,[2],2]
            $..[0]                | [[1],{"x":[2]}]                 | [[1],1,2]
            $..['b','a']          | {"a":1,"b":{"a":2}}             | [{"a":2},1,2]
            $.x..y                | {"y":1,"x":[{"y":2},{"y":3}]}   | [2,3]
            $..a..b               | {"a":{"a":{"b":1}}}             | [1,1]
            # blanks
            $ .a [ 'b' , 0 ] | {"a":{"b":1}}                   | [1]
            $[ 0 : 2 : 1 ]        | [5,6,7]                         | [5,6]
            """)
    void aSelectorPicks(String path, String document, String nodes) {
        assertThat(evaluate(path, document)).isEqualTo(nodes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            $               | true
            $.a.b           | true
            $['a'][0][-1]   | true
            $[*]            | false
            $.a[*]          | false
            $..a            | false
            $['a','b']      | false
            $[0:1]          | false
            $[?@.a]         | false
            $[?@.a].b       | false
            """)
    void namesAndIndexesAloneAreSingular(String path, boolean singular) {
        assertThat(JsonPath.parse(path, JsonPath.Mode.STRICT).isSingular()).isEqualTo(singular);
    }

    private static String evaluate(String path, String document) {
        var nodes = JsonPath.parse(path, JsonPath.Mode.STRICT).evaluate(Json.parse(document));
        return Json.write(new Value.Items(nodes));
    }
}
