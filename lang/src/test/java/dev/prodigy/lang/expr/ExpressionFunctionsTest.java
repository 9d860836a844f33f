package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.expr.function.Functions;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionFunctionsTest {

    private static final Scope SCOPE = TestScopes.of("""
            {"s": " Ab c ", "n": 7, "text": "7.5", "list": [3, 1, 2], "words": ["b", "a", "b"], "none": [], "nil": null,
             "object": {"k": 1, "j": [1, 2]}, "nested": [[1], 2, [3, [4]]], "path": "src/main/App.java",
             "users": [{"name": "x", "age": 30, "d": {"team": "red"}}, {"name": "y", "age": "40", "d": {"team": "blue"}},
                       {"name": "z", "d": {"team": "red"}}, {"name": "w", "age": 20}],
             "results": [{"status": "failed", "n": 1}, {"status": "ok", "n": 2}, {"status": "failed", "n": 3}],
             "wanted": "failed", "limit": 3}""");

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            contains('abc', 'b')                   => true
            contains(list, 2)                      => true
            starts_with('abc', 'ab')               => true
            ends_with('abc', 'bc')                 => true
            matches(path, '\\.java$')               => true
            matches(path, nil)                     => false
            in(2, list)                            => true
            length('a😀b')                          => 3
            length(list)                           => 3
            length(object)                         => 2
            length(nil)                            => null
            length(n)                              => null
            lower('AbC')                           => "abc"
            upper('AbC')                           => "ABC"
            upper(nil)                             => null
            upper(list)                            => null
            upper(true)                            => "TRUE"
            trim(s)                                => "Ab c"
            basename(path)                         => "App.java"
            basename('/')                          => "/"
            basename('a/b/')                       => "b"
            dirname(path)                          => "src/main"
            dirname('a')                           => "."
            dirname('/a')                          => "/"
            replace('a.b.c', '.', '-')             => "a-b-c"
            replace('aaa', 'aa', 'b')              => "ba"
            replace('abc', '', 'x')                => "abc"
            replace('abc', nil, 'x')               => null
            split('a,b,,c', ',')                   => ["a","b","","c"]
            split('', ',')                         => [""]
            split('a😀', '')                        => ["a","😀"]
            split(nil, ',')                        => null
            join(list, '-')                        => "3-1-2"
            join(none, '-')                        => ""
            join('abc', '-')                       => null
            concat('a', 1, true, nil, list)        => "a1true[3,1,2]"
            concat()                               => ""
            is_null(nil)                           => true
            is_null(missing)                       => true
            is_null(0)                             => false
            is_not_null(missing)                   => false
            is_not_null('')                        => true
            is_number(n)                           => true
            is_number(text)                        => false
            is_string(text)                        => true
            is_bool(false)                         => true
            is_bool('false')                       => false
            is_array(none)                         => true
            is_object(object)                      => true
            is_object(list)                        => false
            exists(object.k)                       => true
            exists(object.z)                       => false
            number(text)                           => 7.5
            number(' 10 ')                         => 10
            number('x')                            => null
            number(true)                           => null
            string(7.50)                           => "7.5"
            string(nil)                            => ""
            string(list)                           => "[3,1,2]"
            json('{"a": [1]}')                     => {"a":[1]}
            json('nope')                           => null
            json(object)                           => {"k":1,"j":[1,2]}
            json('{"a": [1]}').a[0]                => 1
            abs(-3)                                => 3
            floor(2.7)                             => 2
            floor(-2.1)                            => -3
            ceil(2.1)                              => 3
            round(2.5)                             => 3
            round(-2.5)                            => -3
            round('2.4')                           => 2
            round('x')                             => null
            if(n > 5, 'big', 'small')              => "big"
            if(nil, 'big', 'small')                => "small"
            default(nil, 'd')                      => "d"
            default(missing, 'd')                  => "d"
            default('', 'd')                       => "d"
            default(0, 'd')                        => 0
            default(false, 'd')                    => false
            count(list)                            => 3
            count(object)                          => 2
            count(none)                            => 0
            count(nil)                             => null
            count('abc')                           => null
            first(list)                            => 3
            last(list)                             => 2
            first(none)                            => null
            last('abc')                            => null
            first(users).d.team                    => "red"
            users[-1].name                         => "w"
            flatten(nested)                        => [1,2,3,[4]]
            flatten(n)                             => null
            keys(object)                           => ["k","j"]
            values(object)                         => [1,[1,2]]
            keys(list)                             => null
            sum(list)                              => 6
            sum(none)                              => 0
            sum(words)                             => 0
            sum(nil)                               => null
            sum(users, 'age')                      => 90
            avg(users, 'age')                      => 30
            avg(none)                              => null
            min(list)                              => 1
            max(users, 'age')                      => 40
            min(words)                             => null
            median(list)                           => 2
            median([1, 2, 3, 4])                   => 2.5
            median(none)                           => null
            variance([2, 4, 4, 4, 5, 5, 7, 9])     => 4
            stddev([2, 4, 4, 4, 5, 5, 7, 9])       => 2
            stddev(none)                           => null
            collect(users, 'd.team')               => ["red","blue","red"]
            collect(list)                          => [3,1,2]
            collect(users, 'not a path')           => null
            users[*].d.team                        => ["red","blue","red"]
            unique(words)                          => ["b","a"]
            unique([1, 1.0, '1'])                  => [1,"1"]
            collect(unique(users, 'd.team'), 'name') => ["x","y","w"]
            sort(list)                             => [1,2,3]
            sort(['b', 2, null, true, 'a'])        => [true,2,"a","b",null]
            collect(sort(users, 'age'), 'name')    => ["w","x","y","z"]
            keys(group_by(users, 'd.team'))        => ["red","blue",""]
            count(group_by(users, 'd.team').red)   => 2
            group_by(words)                        => {"b":["b","b"],"a":["a"]}
            collect(where(results, "status == 'failed'"), 'n') => [1,3]
            count(where(results, 'status == "${wanted}"'))  => 2
            collect(where(results, '_index > 0 && item.n < 3'), 'n') => [2]
            where(list, 'item >= 2')               => [3,2]
            where(results, 'status == \\'ok\\'')[0].n => 2
            where(nil, 'true')                     => null
            where(results, "n >= ${limit}")[0].n   => 3
            """)
    void everyFunctionOfTheSpec(String expression, String expected) {
        var value = CompiledExpression.parse(expression, BareNames.VARIABLES).evaluate(SCOPE, Sources.none());
        assertThat(value).isEqualTo(Json.parse(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            matches('^v')                  => "v1"     => true
            matches('^v')                  => "x"      => false
            in(['a','b'])                  => "a"      => true
            value >= 1                     => 0        => false
            length() > 2                   => "abc"    => true
            starts_with('a') && value != 'ab' => "abc" => true
            value.x == 1                   => {"x": 1} => true
            count(where('x > 1')) == 1     => [{"x": 1}, {"x": 2}] => true
            value in where(wants, 'true')  => "p"      => true
            default('y') == 'y'            => ""       => true
            """)
    void validationTakesTheValueAsTheMissingFirstArgument(String expression, String value, boolean expected) {
        var scope = TestScopes.of("{\"wants\": [\"p\"]}");
        assertThat(CompiledExpression.parse(expression, BareNames.VALIDATION)
                        .isTrue(scope, Sources.none(), Json.parse(value), 0))
                .isEqualTo(expected);
    }

    @Test
    void everyFunctionOfTheTableExists() {
        assertThat(Functions.names())
                .containsExactlyInAnyOrder(
                        ("length lower upper trim basename dirname replace split join concat is_null is_not_null is_number "
                                        + "is_string is_bool is_array is_object number string json abs floor ceil round count "
                                        + "first last flatten keys values sum avg min max median stddev variance collect unique "
                                        + "sort group_by")
                                .split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', nullValues = "-", textBlock = """
            lenght(x)          => 0  => there is no function `lenght` => length
            foo(x)             => 0  => there is no function `foo`    => -
            1 + upper()        => 4  => `upper` takes 1 argument, not 0 => -
            upper(a, b)        => 0  => `upper` takes 1 argument, not 2 => -
            if(a, b)           => 0  => `if` takes 3 arguments, not 2 => -
            sum()              => 0  => `sum` takes 1 to 2 arguments, not 0 => -
            where(a)           => 0  => `where` takes 2 arguments, not 1 => -
            where(a, b)        => 9  => `where` takes its condition as a text: where(list, "status == 'x'") => -
            where(a, 'x ==')   => 14 => a value was expected, not the end => -
            exists(1)          => 7  => `exists` takes a path => -
            a == '${upper()}'  => 8  => `upper` takes 1 argument, not 0 => -
            """)
    void aWrongCallIsFoundWhenCompiled(String expression, int offset, String message, String suggestion) {
        assertThatThrownBy(() -> CompiledExpression.parse(expression, BareNames.VARIABLES))
                .isInstanceOfSatisfying(ExpressionSyntax.class, e -> {
                    assertThat(e).hasMessage(message);
                    assertThat(e.offset()).isEqualTo(offset);
                    assertThat(e.suggestion()).isEqualTo(suggestion);
                });
    }

    @Test
    void textThatWouldGrowBeyondReasonIsNull() {
        String thousand = "'" + "a".repeat(1000) + "'";
        String doubling = "s";
        for (int i = 0; i < 20; i++) {
            doubling = "replace(" + doubling + ", 'a', " + thousand + ")";
        }
        var scope = TestScopes.of("{\"s\": \"a\"}");
        assertThat(CompiledExpression.parse(doubling, BareNames.VARIABLES).evaluate(scope, Sources.none()))
                .isEqualTo(Value.Null.NULL);
    }
}
