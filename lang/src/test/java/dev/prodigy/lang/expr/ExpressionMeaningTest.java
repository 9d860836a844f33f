package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionMeaningTest {

    private static final String THINGS = """
            {"t": true, "f": false, "nil": null, "zero": 0, "five": 5, "fiveText": "5", "fiveDot": 5.0, "ten": "10",
             "empty": "", "blank": " ", "FALSE": "False", "TRUE": "True", "zeroText": " 0\\n", "word": "word",
             "noList": [], "list": [1, "x", null, [2]], "noObject": {}, "object": {"k": 1, "7": 2}, "emoji": "😀", "last": "\\uffff",
             "padded": " 5 "}""";

    private static Value evaluate(String expression, String names) {
        return CompiledExpression.parse(expression, BareNames.VARIABLES).evaluate(TestScopes.of(names), Sources.none());
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            ${n} > 9                                              => {"n": "10"}                            => true
            ${a} && !${b}                                         => {"a": true, "b": "0"}                  => true
            status != 'done' && priority == 5                     => {"priority": 5}                        => true
            score >= 5                                            => {}                                     => false
            name == 'a && b' || tags[0] in ['x', 'y']             => {"name": "a && b"}                     => true
            path matches '\\.rs$' and not (size < 10)              => {"path": "src/m.rs", "size": 12}       => true
            '${env_name}-eu' == "prod-eu"                         => {"env_name": "prod"}                   => true
            !x == 'a'                                             => {"x": "b"}                             => false
            """)
    void theExamplesOfTheSpecHoldInEveryMode(String expression, String names, boolean expected) {
        var item = Json.parse(names);
        assertThat(evaluate(expression, names)).isEqualTo(Value.of(expected));
        assertThat(evaluate("${" + expression + "}", names)).isEqualTo(Value.of(expected));
        for (String written : new String[] {expression, "${" + expression + "}"}) {
            var filter = CompiledExpression.parse(written, BareNames.FIELDS);
            assertThat(filter.evaluate(Scope.EMPTY, Sources.none(), item, 0)).isEqualTo(Value.of(expected));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            missing                => false
            t                      => true
            f                      => false
            nil                    => false
            zero                   => false
            -0.00                  => false
            five                   => true
            empty                  => false
            blank                  => true
            FALSE                  => false
            TRUE                   => true
            zeroText               => false
            '0.0'                  => true
            word                   => true
            noList                 => false
            list                   => true
            noObject               => false
            object                 => true
            """)
    void truth(String expression, boolean expected) {
        assertThat(evaluate("!!" + expression, THINGS)).isEqualTo(Value.of(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            ${true}                            => true
            ${ false }                         => false
            ${true} && !${false}               => true
            ${null} == null                    => true
            five == fiveDot                    => true
            five === 5                         => true
            five = 5                           => true
            five == fiveText                   => true
            five == padded                     => true
            five == '5x'                       => false
            five == ''                         => false
            0 == ''                            => false
            '5' == '5.0'                       => false
            'a' == 'A'                         => false
            t == TRUE                          => true
            f == FALSE                         => true
            t == 'yes'                         => false
            t == 1                             => false
            nil == missing                     => true
            nil == null                        => true
            nil == ''                          => false
            nil == 0                           => false
            nil == f                           => false
            list == [1, 'x', null, [2.0]]      => true
            list == [1, 'x', null]             => false
            object == json('{"7": 2, "k": 1}') => true
            object == list                     => false
            missing != 'x'                     => true
            five != 5.00                       => false
            five !== 6                         => true
            nil != missing                     => false
            list == '[1]'                      => false
            """)
    void equality(String expression, boolean expected) {
        assertThat(evaluate(expression, THINGS)).isEqualTo(Value.of(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            five < 6               => true
            five <= 5              => true
            five > 5               => false
            five >= 5              => true
            ten > 9                => true
            ten > '9'              => true
            'b' > 'a'              => true
            'B' < 'a'              => true
            last < emoji           => true
            'a' < 'ab'             => true
            word > 5               => false
            word < 5               => false
            missing < 5            => false
            missing >= 5           => false
            nil <= nil             => false
            t > f                  => false
            list > list            => false
            """)
    void order(String expression, boolean expected) {
        assertThat(evaluate(expression, THINGS)).isEqualTo(Value.of(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            '1' in list               => true
            2 in list                 => false
            missing in list           => true
            2 NOT IN list             => true
            1 not in list             => false
            'or' in word              => true
            5 in '12345'              => true
            missing in word           => false
            list in word              => false
            'k' in object             => true
            7 in object               => true
            'x' in object             => false
            'x' in missing            => false
            'x' in five               => false
            list contains 1           => true
            word contains 'or'        => true
            object contains 'k'       => true
            missing contains 'k'      => false
            word starts_with 'wo'     => true
            word starts_with 'rd'     => false
            word ends_with 'rd'       => true
            missing ends_with ''      => false
            123 starts_with 1         => true
            word matches '^w.*d$'     => true
            word matches 'or'         => true
            word matches '^or'        => false
            word matches '(?i)WORD'   => true
            ten matches '^\\d+$'       => true
            five matches '5'          => true
            missing matches '.*'      => false
            list matches '.*'         => false
            word matches word         => true
            word matches '${word}'    => true
            word matches missing      => false
            word matches '${bad}('    => false
            """)
    void membershipAndText(String expression, boolean expected) {
        assertThat(evaluate(expression, THINGS)).isEqualTo(Value.of(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            7/2                 => 3.5
            7 % 4               => 3
            -7 % 4              => -3
            1 + 2 * 3           => 7
            (1 + 2) * 3         => 9
            10 - 3 - 2          => 5
            16 / 4 / 2          => 2
            five + fiveText     => 10
            '1' + '2'           => 3
            -five               => -5
            - -five             => 5
            !five               => false
            -'3'                => -3
            0.1 + 0.2           => 0.3
            5-3                 => 2
            five -3             => 2
            1e3 + 1             => 1001
            12345678901234567890123 + 1 => 12345678901234567890124
            1 / 0               => null
            1 % 0               => null
            word + 1            => null
            t + 1               => null
            missing + 1         => null
            list * 2            => null
            -word               => null
            1e9999 * 1e9999     => null
            1e9999 % 7          => 6
            1e9999 % 1e-9999    => 0
            floor(1e9999) == 1e9999 => true
            stddev([1e9999, -1e9999]) => null
            stddev([1e-9999, 0]) => null
            1 / 3               => 0.3333333333333333333333333333333333
            """)
    void arithmetic(String expression, String expected) {
        assertThat(evaluate(expression, THINGS)).isEqualTo(Json.parse(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            five && word            => true
            five && nil             => false
            nil || word             => true
            nil || zero             => false
            not nil                 => true
            NOT not five            => true
            t or f and f            => true
            not t or t              => true
            not five == 6           => true
            !five == 6              => false
            t AND f                 => false
            f Or t                  => true
            """)
    void logicGivesBooleans(String expression, boolean expected) {
        assertThat(evaluate(expression, THINGS)).isEqualTo(Value.of(expected));
    }

    @Test
    void theRestIsNotEvaluatedOnceTheAnswerIsKnown() {
        var commands = new RecordedSources();
        for (String expression : new String[] {
            "1 || '${cmd:ran}'", "0 && '${cmd:ran}'", "if(1, 2, '${cmd:ran}')", "default(1, '${cmd:ran}')"
        }) {
            CompiledExpression.parse(expression, BareNames.VARIABLES).evaluate(Scope.EMPTY, commands);
        }
        assertThat(commands.commands).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            'it\\'s'             => it's
            "say \\"hi\\""        => say "hi"
            'a\\\\b'              => a\\b
            '\\.rs$'             => \\.rs$
            "'"                 => '
            'a || b && c'       => a || b && c
            '${word}!'          => word!
            'pre ${word:upper}' => pre WORD
            '$${word}'          => ${word}
            '$word'             => $word
            '${missing}x'       => x
            '${missing:-y}x'    => yx
            "${default(missing, "z")}" => z
            '${list}'           => [1,"x",null,[2]]
            'x${2}'             => x${2}
            '${word%.*}'        => ${word%.*}
            """)
    void texts(String expression, String expected) {
        assertThat(evaluate(expression, THINGS)).isEqualTo(Value.of(expected));
    }

    @Test
    void escapesForLineEndAndTab() {
        assertThat(evaluate("'a\\n\\tb'", "{}")).isEqualTo(Value.of("a\n\tb"));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            ${word:upper} == 'WORD'        => true
            ${missing:-5} == 5             => true
            ${ list|length } == 4          => true
            ${word | upper} == 'WORD'      => true
            ${list:length:-1} > 3          => true
            ${upper(word)} == 'WORD'       => true
            ${split('a b', ' '):csv}       => a,b
            ${five + 1} == 6               => true
            ${five == 5 && word}           => true
            ${${five}} == 5                => true
            """)
    void aPlaceholderMayHaveModifiersOrBeAnExpression(String expression, String expected) {
        var value = evaluate(expression, THINGS);
        assertThat(value).isIn(Value.of(expected), Value.of(Boolean.parseBoolean(expected)));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            word.exists                  => true
            ${word.exists}               => true
            ${nil.exists}                => true
            ${missing.exists}            => false
            object.k.exists              => true
            object.x.exists              => false
            exists(object.k)             => true
            exists(object.x)             => false
            exists(${object.k})          => true
            exists(missing)              => false
            exists(nil)                  => true
            exists(first(list).x)        => false
            NOT exists(missing.deeper)   => true
            """)
    void existence(String expression, boolean expected) {
        assertThat(evaluate(expression, THINGS)).isEqualTo(Value.of(expected));
    }

    @Test
    void aMemberCalledExistsWins() {
        assertThat(evaluate("x.exists", "{\"x\": {\"exists\": 7}}")).isEqualTo(Value.of(7));
    }

    @Test
    void whatIsNotOwnedComesFromTheProcessEnvironment() {
        var scope = TestScopes.withEnvironment(TestScopes.of("{\"own\": 1}"), Map.of("HOME", "/home/me", "own", "2"));
        assertThat(valueOf("HOME", scope)).isEqualTo(Value.of("/home/me"));
        assertThat(valueOf("'${HOME}/x'", scope)).isEqualTo(Value.of("/home/me/x"));
        assertThat(valueOf("own", scope)).isEqualTo(Value.of(1));
        assertThat(valueOf("HOME.x", scope)).isEqualTo(Value.Null.NULL);
        assertThat(valueOf("exists(HOME) && !exists(NOPE)", scope)).isEqualTo(Value.of(true));
    }

    @Test
    void aNamespaceAloneIsAnObject() {
        var scope = TestScopes.ofTheWorkedExamples();
        assertThat(valueOf("keys(error)", scope)).isEqualTo(Json.parse("[\"code\",\"message\"]"));
        assertThat(valueOf("${error:json}", scope)).isEqualTo(Value.of("{\"code\":\"E1\",\"message\":\"boom\"}"));
        assertThat(valueOf("exists(error) && !exists(error.nope)", scope)).isEqualTo(Value.of(true));
    }

    private static Value valueOf(String expression, Scope scope) {
        return CompiledExpression.parse(expression, BareNames.VARIABLES).evaluate(scope, Sources.none());
    }
}
