package dev.prodigy.lang.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.ShellRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A value that cannot stand where its placeholder does: the message says which one it is, where, and what to
/// write instead (spec 00, errors; spec 01 §9.2).
class RefusedValuesTest {
    private static String message(String text, Values values) {
        return ((ShellText.Refused) ShellText.of(ShellRequest.bash(text, values))).message();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            echo; echo $((${item.n} + 1)) | x y      | is `x y`, not an integer | when
            echo; declare -i i=${item.n}  | a[$(id)] | is `a[$(id)]`, not an integer | when
            echo; declare -i i && read i x <<< ${item.n} | a[$(id)] | is `a[$(id)]`, not an integer | when
            echo; echo $((${item.n} + 1)) | ""       | is empty, not an integer | `:-`
            echo; echo $((${item.n} + 1)) | 12345678901234567890 | is `12345678901234567890`, out of the range of 64 bits | bc
            echo; echo $((${item.n} + 1)) | -9223372036854775809 | is `-9223372036854775809`, out of the range of 64 bits | bc
            echo; unset ${item.n}         | a[1]     | is `a[1]`, whose subscript | case
            echo; declare -i ${item.n}    | a=1      | is `a=1`, of which | case
            echo; declare -a i=${item.n}  | (1)      | is `(1)`, which the shell would parse | a command of its own
            echo; PS4=${item.n}           | $x       | is `$x`, which the shell would expand | without `$`
            echo; cat << ${item.n}        | E        | is `E`, and cannot be the delimiter | EOF
            """)
    void theMessageNamesThePlaceholderItsLineTheValueAndAWayOut(String text, String value, String trouble, String way) {
        assertThat(message(text.replace("; ", ";\n"), new Values().data("item.n", value)))
                .startsWith("`${item.n}` in line 2 of the script " + trouble)
                .contains("; ")
                .contains(way)
                .doesNotContain("\n");
    }

    @Test
    void aKeyOfATableIsToldTheWayByAVariable() {
        assertThat(message("declare -A U=([a]=1); echo ${U[${k}]}", new Values().data("k", "a")))
                .contains("`k=${…}`, then `${TABLE[$k]}`");
    }

    @Test
    void aLongValueIsNotShown() {
        assertThat(message("echo $((${n}))", new Values().data("n", "x".repeat(41))))
                .startsWith("`${n}` in line 1 of the script is a value of 41 characters, not an integer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$((${n}))", "$(( 1 + ${n} ))"})
    void aValueOfSeveralLinesDoesNotBreakTheMessage(String text) {
        assertThat(message("echo " + text, new Values().data("n", "a\nb")))
                .startsWith(
                        "`${n}` in line 1 of the script is a value of 3 characters with line breaks, not an integer")
                .doesNotContain("\n");
    }

    @Test
    void aLongNumberIsOutOfRange() {
        assertThat(message("echo $((${n}))", new Values().data("n", "9".repeat(70))))
                .startsWith("`${n}` in line 1 of the script is a value of 70 characters, out of the range of 64 bits");
    }

    @Test
    void aLongPlaceholderIsNotShown() {
        var body = "n:-" + "${m}".repeat(20);
        assertThat(message("echo $((${" + body + "}))", new Values().put(body, new Fill.Data("x"))))
                .startsWith("a placeholder in line 1 of the script is `x`, not an integer");
    }
}
