package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPathFilterTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            # existence, of whatever value
            $[?@.a]               ; [{"a":null},{"b":1},{"a":false},7] ; [{"a":null},{"a":false}]
            $[?!@.a]              ; [{"a":null},{"b":1}]            ; [{"b":1}]
            $[?@]                 ; [null,0]                        ; [null,0]
            $[?@.*]               ; [[],[1],{},{"a":1},5]           ; [[1],{"a":1}]
            $[?@..x]              ; [{"a":[{"x":1}]},{"a":[]}]      ; [{"a":[{"x":1}]}]
            $[?$[0]]              ; [5,6]                           ; [5,6]
            # objects are filtered by their members, in document order
            $[?@>1]               ; {"c":3,"a":1,"b":2}             ; [3,2]
            $[?@>1]               ; "text"                          ; []
            # logic: && binds more tightly than ||
            $[?@==1||@==2&&@==3]  ; [1,2,3]                         ; [1]
            $[?(@==1||@==2)&&@<2] ; [1,2,3]                         ; [1]
            $[?!(@==1)]           ; [1,2]                           ; [2]
            $[?@>0&&@>1&&@>2]     ; [1,2,3]                         ; [3]
            $[?@==1||@==2||@==3]  ; [1,2,3,4]                       ; [1,2,3]
            # filters inside filters, and what follows them
            $[?@[?@>1]]           ; [[1],[1,2],{"a":3}]             ; [[1,2],{"a":3}]
            $[?@.k==1].v          ; [{"k":1,"v":2},{"k":2,"v":3}]   ; [2]
            $.r[?@.v==$.w].v      ; {"w":2,"r":[{"v":1},{"v":2}]}   ; [2]
            $[?@==1,?@==2,0]      ; [1,2]                           ; [1,2,1]
            $..[?@.a>1]           ; {"x":[{"a":2},{"a":1}]}         ; [{"a":2}]
            # blanks wherever the grammar has them
            $[ ? ! ( @ .a  >=  1 ) && ! @.b ] ; [{"a":0},{"a":2}]   ; [{"a":0}]
            """)
    void aFilterKeeps(String path, String document, String nodes) {
        assertThat(evaluate(path, document)).isEqualTo(nodes);
    }

    /// Columns: left, right, and the relations that hold. `absent` is a query without a node.
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            1                ; 1.0              ; == <= >=
            1e2              ; 100              ; == <= >=
            -0               ; 0                ; == <= >=
            1                ; 2                ; != < <=
            12345678901234567890.1 ; 12345678901234567890.2 ; != < <=
            "a"              ; "a"              ; == <= >=
            "a"              ; "b"              ; != < <=
            ""               ; "a"              ; != < <=
            "a"              ; "ab"             ; != < <=
            "Z"              ; "a"              ; != < <=
            # by code point, not by UTF-16 unit
            "！"             ; "😀"             ; != < <=
            "😀"             ; "😁"             ; != < <=
            # the same kind without an order
            true             ; true             ; == <= >=
            false            ; true             ; !=
            null             ; null             ; == <= >=
            [1,{"a":2}]      ; [1.0,{"a":2}]    ; == <= >=
            [1,2]            ; [2,1]            ; !=
            [1]              ; [1,2]            ; !=
            {"a":1,"b":2}    ; {"b":2,"a":1}    ; == <= >=
            {"a":1}          ; {"a":2}          ; !=
            {"a":1}          ; {"b":1}          ; !=
            {"a":null}       ; {"b":null}       ; !=
            # different kinds
            1                ; "1"              ; !=
            0                ; false            ; !=
            null             ; false            ; !=
            []               ; {}               ; !=
            # a missing value equals only a missing one
            absent           ; absent           ; == <= >=
            absent           ; null             ; !=
            absent           ; 0                ; !=
            """)
    void twoValuesCompare(String left, String right, String holding) {
        assertThat(relations(left, right)).isEqualTo(holding);
        String mirrored = holding.contains("<") && !holding.contains(">") ? "!= > >=" : holding;
        assertThat(relations(right, left)).isEqualTo(mirrored);
    }

    private static String relations(String left, String right) {
        String document = "[{" + member("l", left) + member("r", right) + "\"_\":0}]";
        var holding = new StringBuilder();
        for (var relation : new String[] {"==", "!=", "<", "<=", ">", ">="}) {
            if (!evaluate("$[?@.l" + relation + "@.r]", document).equals("[]")) {
                holding.append(' ').append(relation);
            }
        }
        return holding.substring(1);
    }

    private static String member(String name, String value) {
        return value.equals("absent") ? "" : "\"" + name + "\":" + value + ",";
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            $[?@=='it\\'s']       ; ["it's","its"]        ; ["it's"]
            $[?@=="say \\"x\\""]  ; ["say \\"x\\""]       ; ["say \\"x\\""]
            $[?@==-1.50e+1]       ; [-15,15]              ; [-15]
            $[?@==0.10]           ; [0.1,0.2]             ; [0.1]
            $[?@==1E-2]           ; [0.01,1]              ; [0.01]
            $[?@==true]           ; [true,"true"]         ; [true]
            $[?@==false]          ; [false,null]          ; [false]
            $[?@==null]           ; [null,false]          ; [null]
            $[?1==1]              ; [7]                   ; [7]
            $[?'b'>'a']           ; [7]                   ; [7]
            """)
    void literalsAreWrittenAsInJson(String path, String document, String nodes) {
        assertThat(evaluate(path, document)).isEqualTo(nodes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            # length: characters, elements, members; else nothing
            $[?length(@)==2]            ; ["ab","a😀","a",[1,2],{"a":1,"b":2},2,null,true] ; ["ab","a😀",[1,2],{"a":1,"b":2}]
            $[?length(@.a)>0]           ; [{"a":"x"},{"b":"x"},{"a":5}]    ; [{"a":"x"}]
            $[?length(@.a)==length(@.b)] ; [{"a":1},{"a":"x","b":"y"},{"a":"x"}] ; [{"a":1},{"a":"x","b":"y"}]
            $[?length('abc')==3]        ; [1]                              ; [1]
            # count: nodes, of any query
            $[?count(@.*)==2]           ; [[1,2],[1],{"a":1,"b":2},5]      ; [[1,2],{"a":1,"b":2}]
            $[?count(@..*)>2]           ; [[1,[2]],[1]]                    ; [[1,[2]]]
            $[?count(@.a)==0]           ; [{"a":1},{"b":1}]                ; [{"b":1}]
            $[?count(@['a','a'])==2]    ; [{"a":1}]                        ; [{"a":1}]
            # value: of the only node
            $[?value(@..k)==1]          ; [{"x":{"k":1}},{"k":1,"x":{"k":1}},{}] ; [{"x":{"k":1}}]
            $[?value(@.*)==@.absent]    ; [[1],[1,2],[]]                   ; [[1,2],[]]
            $[?length(value(@.*))==2]   ; [["ab"],["ab","cd"]]             ; [["ab"]]
            # match: the whole text; search: a part of it
            $[?match(@,'a.c')]          ; ["abc","xabc","abcx",5]          ; ["abc"]
            $[?match(@,'a|ab')]         ; ["ab"]                           ; ["ab"]
            $[?search(@,'a.c')]         ; ["abc","xabcx","ac"]             ; ["abc","xabcx"]
            $[?!match(@,'a')]           ; ["a","b",1]                      ; ["b",1]
            $[?match(@.a,$[0].p)]       ; [{"p":"x+"},{"a":"xx"},{"a":"y"}] ; [{"a":"xx"}]
            $[?match(@.a,'x')]          ; [{"b":"x"}]                      ; []
            $[?match(@,5)]              ; ["5",5]                          ; []
            # an invalid pattern matches nothing
            $[?search(@,'(')]           ; ["("]                            ; []
            $[?search(@,@)]             ; ["(","[a","a"]                   ; ["a"]
            """)
    void aFunctionYields(String path, String document, String nodes) {
        assertThat(evaluate(path, document)).isEqualTo(nodes);
    }

    private static String evaluate(String path, String document) {
        var nodes = JsonPath.parse(path, JsonPath.Mode.STRICT).evaluate(Json.parse(document));
        return Json.write(new Value.Items(nodes));
    }
}
