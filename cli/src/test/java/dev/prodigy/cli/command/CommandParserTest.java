package dev.prodigy.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandParserTest {
    private static final Option<String> BASE = Option.value(text -> text, "REV", "", "--base");
    private static final Option<String> NUMBER =
            Option.value(CommandParserTest::number, "N", "", "-n", "--number", "--count");
    private static final Option<String> PARAM = Option.values(text -> text, "K=V", "", "-a", "--param");

    private static String number(String text) {
        if (text.equals("x")) {
            throw new ValueReader.UnreadableValue("a number");
        }
        return text;
    }

    private static CommandParser parser(Option<?>... options) {
        return new CommandParser("run", Signature.of("", List.of(Argument.any("FILE")), List.of(options)));
    }

    private static Arguments parse(String line) {
        return parser(BASE, NUMBER, PARAM).parse(line.isEmpty() ? List.of() : Arrays.asList(line.split(" ", -1)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            a b                        | a,b    | -   | -  | -
            a --base x b               | a,b    | x   | -  | -
            --base x a                 | a      | x   | -  | -
            --base=x a                 | a      | x   | -  | -
            --base= a                  | a      | ''  | -  | -
            --base a=b=c               | ''     | a=b=c | - | -
            -n 3 a                     | a      | -   | 3  | -
            -n3 a                      | a      | -   | 3  | -
            -n=3 a                     | a      | -   | 3  | -
            -vyn3 a                    | a      | -   | 3  | -
            -n -3 -4                   | -4     | -   | -3 | -
            -a b=1 a --param=c=2       | a      | -   | -  | b=1,c=2
            --base --unknown           | ''     | --unknown | - | -
            -n 1 -- --base -n          | --base,-n | - | 1 | -
            """)
    void optionsAreToldFromArguments(String line, String words, String base, String number, String params) {
        var arguments = parse(line);
        assertThat(String.join(",", arguments.words())).isEqualTo(words);
        assertThat(arguments.value(BASE)).isEqualTo(base);
        assertThat(arguments.value(NUMBER)).isEqualTo(number);
        assertThat(arguments.values(PARAM))
                .isEqualTo(
                        params == null
                                ? List.of()
                                : Stream.of(params.split(",", -1)).toList());
    }

    @Test
    void aLoneDashAndAnEmptyWordAreArguments() {
        assertThat(parser().parse(List.of("-", "", "x y")).words()).containsExactly("-", "", "x y");
    }

    @Test
    void flagsAreCounted() {
        assertThat(parse("-vv a --verbose").count(Globals.VERBOSE)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --base                     | --base needs a value
            --base --number 3          | --base needs a value
            --base -n3                 | --base needs a value
            --base --                  | --base needs a value
            -n                         | --number needs a value
            -n 1 --number=2            | --number is given twice
            --count=x                  | --count must be a number, not `x`
            --number 1 --count 2       | --number and --count mean the same, and both are given
            --yes=false                | --yes takes no value
            --bsae=x                   | `--bsae` is no option of run; did you mean --base?
            -z                         | `-z` is no option of run
            -vz                        | `-z` is no option of run
            """)
    void whatDoesNotFitIsTold(String line, String message) {
        var failure = assertThrows(CommandFailure.class, () -> parse(line));
        assertThat(failure).hasMessageContaining(message);
    }

    @Test
    void noOptionIsDeclaredTwice() {
        var parser = parser(NUMBER, Option.flag("", "-n"));
        assertThatThrownBy(() -> parser.parse(List.of())).hasMessageContaining("-n is declared twice");
    }
}
