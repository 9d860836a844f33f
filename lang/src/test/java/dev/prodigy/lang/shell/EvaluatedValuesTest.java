package dev.prodigy.lang.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.shell.request.ShellRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values on their way to a variable declared as an integer: none of them is run, and text that lands in another
/// variable is just text (spec 01 §9).
class EvaluatedValuesTest {
    /// In each the shell gives what stands at `§`, or its first field, to an integer.
    static String[] ways() {
        return new String[] {
            "declare -i n; read -r n name <<< §; echo $n $name",
            "declare -i n m; read n m <<< §; echo $n $m",
            "declare -i n; IFS=, read -r n rest <<E\n§\nE\necho $n",
            "declare -i n; while read n; do echo $n; done <<< §",
            "declare -i n; while IFS=' ' read -r n name; do echo $n $name; done <<E\n§\nE",
            "declare -i n; { read n; echo $n; } <<< \"§\"",
            "declare -ia a; { mapfile -t a; } <<< §; echo ${a[@]}",
            "declare -i n; for i in 1 2; do while read n; do echo $n; done <<< §; done",
            "declare -i n; read 'n[0]' x <<< §; echo $n",
            "declare -i n; echo § | while read n name; do echo $n; done",
            "declare -i n; echo § |\n{ read n name; echo $n; }",
            "declare -i n; { true; cat <<< '§'; } | cat | { read n; echo $n; }",
            "declare -i n; for x in §; do echo $x; done | { read n; echo $n; }",
            "declare -i n; show() { printf '%s\\n' \"$1\"; }; show § | while read n; do echo $n; done",
            "declare -i n; while read n name; do echo $n; done < <(printf '%s\\n' §)",
            "declare -i n; read -r n name < <(echo § | cat); echo $n",
            "f() { local -i n; read n name; echo $n; }; echo § | f",
            "f() { local -i n; read n name; echo $n; }; f <<< §",
            "f() { local -i n; read n name; echo $n; }; f < <(echo §)",
            "f() { local -i n=$1; echo $n; }; f §",
            "f() { local -i n; n=${2}; echo $n; }; f x \"§\"",
            "declare -i n; exec 3<<< §; read -u 3 n; echo $n",
            "declare -i n; exec 3< <(echo §); read n <&3; echo $n",
            "declare -i n; while read -u 3 n; do read x; echo $n; done 3<<< § <<< y",
            "declare -i n; exec <<< §; read n; echo $n",
            "declare -i n; echo § > f; read n < f; echo $n",
            "declare -i n; echo § > f; while read n; do echo $n; done < f",
            "declare -i REPLY; read <<< §; echo $REPLY",
            "declare -ia MAPFILE; mapfile <<< §; echo $MAPFILE",
            "declare -i OPTARG; getopts a: o -a §; echo $OPTARG",
            "declare -i OPTARG; f() { getopts a: o; echo $OPTARG; }; f -a §",
            "declare -i OPTARG; set -- -a §; getopts a: o; echo $OPTARG",
            "x=§; declare -i n; n=$x; echo $n",
            "declare -i n; n=$(echo §); echo $n",
            "declare -i n=$(cat <<< '§'); echo $n",
            "declare -i n; x=§; for n in $x; do echo $n; done",
            "declare -i n; x=§; printf -v n %s $x; echo $n",
            "while read n; do echo $n; done < <(echo §); declare -i n; read n < <(echo §); echo $n",
        };
    }

    @TempDir
    Path root;

    private RealShell shell;

    @BeforeEach
    void directory() throws IOException {
        shell = new RealShell("bash", Files.createDirectory(root.resolve("work")));
    }

    /// Shows that these are ways: the shell takes what the workflow hands over under a name as it is.
    @ParameterizedTest
    @MethodSource("ways")
    void codeWouldRun(String way) {
        var written = way.replace("'§'", "§").replace("\"§\"", "§").replace("§", way.contains("\n§") ? "$v" : "\"$v\"");
        shell.run(ShellText.of(ShellRequest.bash(written, new Values()).naming(Map.of("v", "a[$(touch${IFS}C)]"))));
        assertThat(shell.codeRan()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void codeIsRefused(String way) {
        for (String value : new String[] {
            "a[$(touch C)]",
            "x[`touch C`]",
            "a[$\\(touch C)]",
            "a[\\044(touch C)]",
            "\\a\\[\\`touch C\\`]",
            "a\\u005b\\u0024(touch C)]",
            "PA\\TH=5",
            "a[\\u0024(touch C)]",
            "7 b[$(>C)]",
            "b[$(>C)] 7",
            "7,b[$(>C)]",
            "(a[$(>C)])",
            "[$(>C)]",
            "x=a[$(>C)]",
            "PATH=5",
            "7, PATH += 5",
            "++PATH",
            "PATH --",
            "_",
            "BASH_EXECUTION_STRING",
        }) {
            assertThat(rewrite(way, value))
                    .as(value)
                    .isInstanceOfSatisfying(
                            ShellText.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo("NOT_AN_INTEGER"));
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anIntegerArrives(String way) throws IOException {
        var filled = shell.run(rewrite(way, "7"));
        assertThat(filled)
                .isEqualTo(new RealShell("bash", Files.createDirectory(root.resolve("plain")))
                        .run(rewrite(way.replace("§", "7"), "")));
        assertThat(filled.output()).contains("7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5 apple",
                "5 It's \"done\" (really), isn't it?",
                "5 [WIP] fix tags, costs $5",
                "5 the first of C:\\temp",
                "5 use a[0], not $x, and \\n for lines",
                "5 run $(make), then read a[0]",
                "5 https://example.org/?id=5&sort=up#top",
                "5 C++ primer -- second",
                "5 über 日本 100% #1 a|b; c & d < e > f ~ * ? ! ^ {x}",
                "5 x == y",
            })
    void textBesideAnIntegerIsText(String value) {
        var way = "declare -i number; while read -r number title; do printf '%s|' $((number)) \"$title\"; done <<< §";
        assertThat(shell.run(rewrite(way, value)))
                .isEqualTo(new RealShell.Result("5|" + value.substring(2) + "|", "", 0));
    }

    /// What is given to no integer may be anything.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "declare -i n; read name other <<< §",
                "declare -i n; while read name; do n=1; done <<< §",
                "declare -i n; read n < f; cat <<< §",
                "declare -i n; while read n; do echo §; done < f",
                "declare -i n; echo 1 | while read n; do echo §; done",
                "declare -i n; echo § | cat; read n <<< 1",
                "declare -i n; n=$(grep -c § f)",
                "declare -i n=$(grep -c x <<< §)",
                "declare -i n; n=$(wc -c <<< §)",
                "declare -i n; n=$(printf '%s\\n' § | wc -l)",
                "declare -i n; n=$(cat <<< § | sort | wc -l)",
                "declare -i n; n+=1; echo §",
                "declare -i n; x=§; n=${#x}",
                "f() { local -i n=$1; echo \"$2\"; }; f 1 §",
                "declare -i n; for file in §; do n+=1; done",
            })
    void otherWaysTakeAnyValue(String place) {
        assertThat(shell.run(rewrite(place, "a[$(touch C)]")).errors()).doesNotContain("syntax");
        assertThat(shell.codeRan()).isFalse();
    }

    @Test
    void valuesThatMakeCodeTogetherAreRefused() {
        var values = new Values().data("a", "x[").data("b", "$(touch C)]");
        assertThat(ShellText.of(ShellRequest.bash("declare -i n; read n m <<< \"${a}${b}\"", values)))
                .isInstanceOf(ShellText.Refused.class);
        assertThat(ShellText.of(ShellRequest.bash("declare -i n; read n m <<< \"${a}\"; echo ${b}", values)))
                .isInstanceOf(ShellText.Ready.class);
        var parts = new Values().data("a", "PA").data("b", "TH=5");
        assertThat(ShellText.of(ShellRequest.bash("declare -i n; read n m <<< \"${a}${b}\"", parts)))
                .isInstanceOf(ShellText.Refused.class);
    }

    /// A name in an expression stands for what the variable holds, and that is evaluated in its turn.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            declare -i n; read n m <<< ${v}; echo ${w}            | PRODIGY_V2 | a[$(touch C)] | refused
            declare -i n; w=${w}; read n m <<< ${v}               | w          | a[$(touch C)] | refused
            declare -i n; w=${w}; read n m <<< ${v}               | w          | PATH=5        | refused
            declare -i n; w=${w}; read n m <<< ${v}               | 5 w        | 'a b'         | ready
            declare -i n; w=$(cat f); read n m <<< ${v}           | w          | 1             | refused
            declare -i n; read w < f; read n m <<< ${v}           | 1 w        | 1             | refused
            declare -i n; read n m <<< ${v}                       | 5 capture  | 1             | refused
            declare -i n; read n m <<< ${v}                       | 5 setting  | 1             | ready
            declare -i n; read n m <<< ${v}                       | 5 TITLE    | 1             | refused
            """)
    void aNameIsRefusedWhereItMayHoldCode(String script, String value, String other, String expected) {
        var plain = Map.of("setting", "fine");
        var environment = Map.of("LANG", "C");
        if (value.contains("capture")) {
            plain = Map.of("capture", "a[$(touch C)]");
        } else if (value.contains("TITLE")) {
            environment = Map.of("TITLE", "a[$(touch C)]");
        }
        var request = ShellRequest.bash(script, new Values().data("v", value).data("w", other));
        var text = ShellText.of(request.naming(plain).inheriting(environment));
        if (expected.equals("ready")) {
            shell.run(text);
            assertThat(shell.codeRan()).isFalse();
        } else {
            assertThat(text).isInstanceOf(ShellText.Refused.class);
        }
    }

    private static ShellText rewrite(String text, String value) {
        return ShellText.of(ShellRequest.bash(text.replace("§", "${v}"), new Values().data("v", value)));
    }
}
