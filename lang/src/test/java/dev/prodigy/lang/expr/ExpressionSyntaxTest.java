package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionSyntaxTest {

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            ~~                  => 0  => a value was expected, not the end
            a ==                => 4  => a value was expected, not the end
            a == == b           => 5  => a value was expected, not `=`
            == b                => 0  => a value was expected, not `=`
            a b                 => 2  => an operator was expected, not `b`
            (a                  => 2  => `)` was expected, not the end
            a)                  => 1  => an operator was expected, not `)`
            [1, 2               => 5  => `]` was expected, not the end
            [1,]                => 3  => a value was expected, not `]`
            'abc                => 0  => a text without its closing '
            a == "x             => 5  => a text without its closing "
            'a\\'                => 0  => a text without its closing '
            a < b < c           => 6  => comparisons do not chain: join them with `&&`
            a == b in c         => 7  => comparisons do not chain: join them with `&&`
            a & b               => 2  => an operator was expected, not `&`
            a | b               => 2  => an operator was expected, not `|`
            a && || b           => 5  => a value was expected, not `|`
            and b               => 0  => a value was expected before `and`
            a OR or b           => 5  => a value was expected before `or`
            5a                  => 0  => this is no number, and a name cannot begin with a digit
            1.                  => 1  => an operator was expected, not `.`
            $NAME > 1           => 0  => write a variable as `NAME` or `${NAME}`
            $.name              => 0  => write a variable as `NAME` or `${NAME}`
            ${a                 => 0  => `${` without its `}`
            ${a} > ${}          => 9  => a value was expected, not the end
            1 + ${a == }        => 10 => a value was expected, not the end
            ${x%.*}             => 4  => a value was expected, not `.`
            ${V:0:3}            => 3  => an operator or `}` was expected, not `:`
            a.b(c)              => 3  => an operator was expected, not `(`
            f.                  => 1  => an operator was expected, not `.`
            a[b]                => 1  => an operator was expected, not `[`
            😀                   => 0  => a value was expected, not `😀`
            upper(a,)           => 8  => a value was expected, not `)`
            """)
    void theFailureNamesItsPlace(String expression, int offset, String message) {
        assertThatThrownBy(() -> CompiledExpression.parse(expression, BareNames.VARIABLES))
                .isInstanceOfSatisfying(ExpressionSyntax.class, e -> {
                    if (!message.isEmpty()) {
                        assertThat(e).hasMessage(message);
                    }
                    assertThat(e.offset()).isEqualTo(offset);
                    assertThat(e.code()).isEqualTo(ProblemCode.INVALID_EXPRESSION);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a matches '('",
                "matches(a, '(?=x)')",
                "a matches '(a)\\1'",
                "a matches '((a{1000}){1000}){1000}'"
            })
    void aBadRegexIsFoundWhenCompiled(String expression) {
        assertThatThrownBy(() -> CompiledExpression.parse(expression, BareNames.VARIABLES))
                .isInstanceOfSatisfying(ExpressionSyntax.class, e -> {
                    assertThat(e.code()).isEqualTo(ProblemCode.INVALID_PATTERN);
                    assertThat(e.offset()).isEqualTo(expression.indexOf('\''));
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  a  ",
                "a\n&&\tb",
                "android and orion",
                "not.x == 1",
                "item.and",
                "inner in [1]",
                "contains == 1",
                "contains contains 'x'",
                "upper (a)",
                "((a))",
                "!!a",
                "not not a",
                "- - 1",
                "a --1",
                "[[], [[]]]",
                "a-b.c-d[0][\"e f\"]",
                "a === b",
                "a !== b",
                "a = b",
                "a in (b)",
                "not (a)",
                "NOT(a)",
                "x-1",
                "null",
                "1e3"
            })
    void whatTheGrammarAllows(String expression) {
        assertThat(CompiledExpression.parse(expression, BareNames.VARIABLES)).hasToString(expression);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "!", "-", "not ", "[", "upper(", "${", "'${", "'${a:-", "if(1, "})
    void whatIsNestedTooDeepIsAnError(String opening) {
        assertThatThrownBy(() -> CompiledExpression.parse(opening.repeat(100_000) + "1", BareNames.VARIABLES))
                .isInstanceOf(ExpressionSyntax.class);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            (             => )
            !             => ~~
            not           => ~~
            [             => ]
            '${${         => }}'
            '${a:-        => }'
            "${upper('${  => }')}"
            """)
    void properlyClosedNestingIsAnErrorBeyondTheLimitAndFineBelow(String opening, String closing) {
        assertThatThrownBy(() -> CompiledExpression.parse(nested(opening, closing, 20_000), BareNames.VARIABLES))
                .isInstanceOfSatisfying(
                        ExpressionSyntax.class, e -> assertThat(e).hasMessageContaining("nested too deep"));
        assertThat(CompiledExpression.parse(nested(opening, closing, 15), BareNames.VARIABLES)
                        .evaluate(Scope.EMPTY, Sources.none()))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {" || ", " && ", " + ", " * ", " - "})
    void longChainsAreNotDeep(String operator) {
        String chain = ("1" + operator).repeat(100_000) + "1";
        assertThat(CompiledExpression.parse(chain, BareNames.VARIABLES).evaluate(Scope.EMPTY, Sources.none()))
                .isNotNull();
    }

    @Test
    void theValueOfALongSumIsExact() {
        String chain = "1 + ".repeat(99_999) + "1";
        assertThat(CompiledExpression.parse(chain, BareNames.VARIABLES).evaluate(Scope.EMPTY, Sources.none()))
                .isEqualTo(Value.of(100_000));
    }

    private static String nested(String opening, String closing, int depth) {
        return (opening + " ").repeat(depth) + "1" + closing.repeat(depth);
    }
}
