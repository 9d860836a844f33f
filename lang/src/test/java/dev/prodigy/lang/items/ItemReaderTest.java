package dev.prodigy.lang.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.jsonpath.JsonPath;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// In the tables `⏎` is a line feed and `⇥` a tab.
class ItemReaderTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            # an array gives its elements, any other value is one item
            json   | [1,{"a":[2]}]             | [1,{"a":[2]}]
            json   | {"a":1}                   | [{"a":1}]
            json   | 42                        | [42]
            json   | null                      | [null]
            json   | []                        | []
            # one for each line that is not blank
            jsonl  | {"a":1}⏎⏎42⏎ [3] ⏎null    | [{"a":1},42,[3],null]
            jsonl  | ~ ⏎~                      | []
            # objects of strings, named by the first row
            csv    | id,name⏎1,a b⏎2,⏎         | [{"id":"1","name":"a b"},{"id":"2","name":""}]
            tsv    | id⇥name⏎1⇥a,b⏎            | [{"id":"1","name":"a,b"}]
            csv    | id,name                   | []
            csv    | ~~                        | []
            # a sequence gives its elements, several documents are one each
            yaml   | - 1⏎- a: [x]⏎             | [1,{"a":["x"]}]
            yaml   | a: 1⏎b: 2                 | [{"a":1,"b":2}]
            yaml   | text                      | ["text"]
            yaml   | a: 1⏎---⏎- 2⏎- 3⏎         | [{"a":1},[2,3]]
            yaml   | # nothing⏎                | []
            # a string for each line that is not blank
            lines  | a⏎ ⏎{"b":1}⏎ c ⏎          | ["a","{\\"b\\":1}"," c "]
            lines  | ~⏎⏎~                      | []
            """)
    void aFormatGivesItems(String format, String text, String items) {
        assertThat(Read.items(format, "-", text(text))).isEqualTo(items);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            # on the parsed document
            json   | $.things        | {"things":[1,2]}             | [1,2]
            json   | $.groups[*]     | {"groups":[[1,2]]}           | [[1,2]]
            json   | $[?@.s > 1].n   | [{"s":1,"n":"a"},{"s":2,"n":"b"}] | ["b"]
            json   | $..n            | {"a":{"n":1},"n":2}          | [2,1]
            json   | $.things[0]     | {"things":[[1,2],3]}         | [1,2]
            json   | $.none          | {"things":[1]}               | []
            # also what was told by its content
            -      | $.things        | {"things":[1,2]}             | [1,2]
            -      | $[?@.a = 2]     | {"a":1}⏎{"a":2}              | [{"a":2}]
            -      | $[1:]           | x⏎y⏎z                        | ["y","z"]
            # rows are an array of rows
            jsonl  | $               | {"a":1}⏎[2]                  | [{"a":1},[2]]
            jsonl  | $[*].a          | {"a":1}⏎{"b":2}⏎{"a":[3]}    | [1,[3]]
            jsonl  | $[*].a.b        | {"a":{"b":1}}⏎{"a":2}⏎3      | [1]
            jsonl  | $[-1]           | {"a":1}⏎[2,3]                | [2,3]
            jsonl  | $.a             | {"a":1}                      | []
            jsonl  | $[*][*]         | [1,2]⏎[3]                    | [1,2,3]
            csv    | $[*].id         | id,n⏎1,x⏎2,y                 | ["1","2"]
            csv    | $[?@.n=='y']    | id,n⏎1,x⏎2,y                 | [{"id":"2","n":"y"}]
            lines  | $[*]            | a⏎b                          | ["a","b"]
            # YAML: the document, or an array of several
            yaml   | $.a             | a: [1, 2]                    | [1,2]
            yaml   | $.a[*].b        | a: [{b: 1}, {c: 2}]          | [1]
            yaml   | $[*].a          | a: 1⏎---⏎a: 2                | [1,2]
            """)
    void aPathPicksTheItems(String format, String path, String text, String items) {
        assertThat(Read.items(format, path, text(text))).isEqualTo(items);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            json   | -      | ~~                    | 1 | 1 | no JSON document
            json   | -      | [1,                   | 1 | 4 | the text ends
            json   | -      | ~{"ä":⏎ x}~           | 2 | 2 | `x` is no JSON value
            json   | -      | {"ä😀":x}             | 1 | 8 | `x` is no JSON value
            json   | $..a   | {"ä":x}               | 1 | 6 | `x` is no JSON value
            json   | -      | [NaN]                 | 1 | 5 | `NaN` is no JSON value
            json   | -      | [1] [2]               | 1 | 5 | more than one JSON document
            json   | $..a   | [1] [2]               | 1 | 5 | more than one JSON document
            json   | $..a   | ~~                    | 1 | 1 | no JSON document
            json   | $.a    | {"a":[1],"a":[2]}     | 1 | 10 | the name "a" is repeated
            jsonl  | -      | {}⏎⏎{"a":}            | 3 | 6 | unexpected `}`
            jsonl  | -      | {}⏎{} {}              | 2 | 4 | more than one JSON document
            jsonl  | -      | {⏎}                   | 1 | 2 | the text ends inside an object
            yaml   | -      | a: [1,⏎2              | 2 | 2 | expected ',' or ']'
            yaml   | -      | a: 1⏎⇥b: 2            | 2 | 1 | found character '\\t(TAB)'
            yaml   | -      | a: "\0"               | 1 | 5 | U+0000 is not allowed
            """)
    void wrongSyntaxIsNamedWithItsPlace(String format, String path, String text, int line, int column, String message) {
        assertThatThrownBy(() -> Read.items(format, path, text(text)))
                .hasMessageContaining(message)
                .hasMessageNotContaining("JsonReadFeature")
                .isInstanceOfSatisfying(InputInvalid.class, e -> {
                    assertThat(e.line()).isEqualTo(line);
                    assertThat(e.column()).isEqualTo(column);
                });
    }

    @Test
    void aQueryThatAsksTooMuchIsInvalidInput() {
        Value deep = Value.Null.NULL;
        for (int i = 0; i < 2000; i++) {
            deep = new Value.Items(List.of(deep));
        }
        var document = deep;
        var path = JsonPath.parse("$[?@==@]", JsonPath.Mode.STRICT);
        var source = new LoadedItems(() -> document, path, ItemLimits.OF_A_RUN);
        assertThatThrownBy(source::next)
                .isInstanceOf(InputInvalid.class)
                .hasMessageStartingWith("the path $[?@==@]: values nested deeper");
    }

    @Test
    void theMessageIsForPeople() {
        assertThatThrownBy(() -> Read.items("json", "-", "[1")).hasMessage("the text ends inside a list");
    }

    @Test
    void aReadErrorIsNoInvalidInput() {
        var broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("device gone");
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                return read();
            }
        };
        for (var format : ItemFormat.values()) {
            assertThatThrownBy(() -> ItemReader.open(broken, format, null).next())
                    .as(format.name())
                    .isInstanceOf(UncheckedIOException.class);
        }
        assertThatThrownBy(() -> ItemReader.open(broken, null, null)).isInstanceOf(UncheckedIOException.class);
    }

    private static String text(String shown) {
        return shown.replace('⏎', '\n').replace('⇥', '\t');
    }
}
