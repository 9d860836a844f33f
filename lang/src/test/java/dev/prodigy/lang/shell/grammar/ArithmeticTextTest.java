package dev.prodigy.lang.shell.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.shell.RealShell;
import dev.prodigy.lang.shell.ShellText;
import dev.prodigy.lang.shell.Values;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.ShellRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Places where the shell evaluates what it finds (spec 01 §9.2, last row): integers by their digits, nothing else.
class ArithmeticTextTest {
    /// In `§` any value would be evaluated as an expression. Each prints something that depends on it being 7.
    static String[] places() {
        return new String[] {
            "echo $(( § * 2 ))",
            "echo \"$((1+§))\"",
            "echo $((1+(§)))",
            "echo $(( \"§\" + 1 ))",
            "cat <<E\n$((§+1))\nE",
            "echo $[§+1]",
            "((x = § + 1)); echo $x",
            "if ((§ > 3)); then echo big; fi",
            "for ((i = §; i < 9; i++)); do echo $i; done",
            "for ((i = 0; i < §; i++)) do echo $i; done",
            "x=abcdefghij; echo ${x:§}",
            "x=abcdefghij; echo \"${x:1:§}\"",
            "x=abcdefghij; echo ${x: §:2}",
            "a=(0 1 2 3 4 5 6 seven); echo ${a[§]} \"${a[§]}\" ${a[@]:§:1} ${#a[§]}",
            "a[§]=x; echo ${!a[@]}",
            "a[§+1]+=x; echo ${!a[@]}",
            "a=([§]=x y); echo ${!a[@]}",
            "declare a[§]=x; echo ${!a[@]}",
            "declare -a b=([§]=x); echo ${!b[@]}",
            "[[ § -gt 3 ]] && echo big",
            "[[ \"§\" -eq '§' && 3 -lt § ]] && echo big",
            "[[ ! ( 3 -ge ${none:-§} ) ]] && echo big",
            "[[ § \\\n -ne 3 ]] && echo big",
            "[[ 3 -le x§ || 7 -le § ]]; echo $?",
            "echo $(( ${none:-§} + 1 )) $(( $(echo 1) + § ))",
            "let x=§; echo $x",
            "let 'x = § + 1' \"y=§\"; echo $x $y",
            "declare -i n=§; echo $n",
            "declare -i n; n=§; n+=§; echo $n",
            "f() { local -i n; n=§; echo $n; }; f",
            "declare -i n; printf -v n %s §; echo $n",
            "declare -i n; printf -vn %s \"§\"; echo $n",
            "declare -i n; read n <<< §; echo $n",
            "declare -i n; read -r n <<E\n§\nE\necho $n",
            "f() { local -i n; read n <<< \"§\"; echo $n; }; f",
            "declare -i n; for n in 1 §; do echo $n; done",
            "declare -i n; mapfile -t n <<< §; echo ${n[0]}",
            "f() { n=§; echo $n; }; declare -i n; f",
            "declare -ia a; a=(§ 1); echo ${a[@]}",
            "declare -ai a=(1 § \"§\"); echo ${a[@]}",
            "typeset -a -i a; a+=(§); echo ${a[@]}",
            "f() { local -ia a; a=(1 [2]=§); echo ${a[@]}; }; f",
            "OPTIND=§; echo $OPTIND",
            "RANDOM=§; echo seeded",
            "exec 7>&1; echo x >&§",
            "exec 7>&1; echo x 1>& \"§\"",
            "exec {b[§]}>&1; echo ${!b[@]}",
            "exec 7<&0; cat <&§; echo ok",
            "unset a[§] 'a[§]' \"a[§]\"; echo ok",
            "read 'a[§]' <<< x; echo ${a[7]}",
            "printf -v a[§] x; echo ${a[7]}",
            "a=(1); [[ -v a[§] ]]; echo $?; [ -v 'a[§]' ]; echo $?; test -v \"a[§]\"; echo $?",
            "x=ab; echo ${x/a/$((§))}",
            "echo ${none:-$((§))} `echo $((§))` $(echo $((§)))",
        };
    }

    @TempDir
    Path work;

    @ParameterizedTest
    @MethodSource("places")
    void anIntegerIsPutThereByItsDigits(String place) throws IOException {
        Files.createDirectory(work.resolve("it"));
        RealShell shell = new RealShell("bash", work.resolve("it"));
        RealShell.Result plain = shell.run(rewrite(place.replace("§", "7"), "7"));
        RealShell.Result filled = shell.run(rewrite(place.replace("§", "${v}"), "7"));
        assertThat(filled).isEqualTo(plain);
        assertThat(filled.output()).isNotEmpty();
        assertThat(((ShellText.Ready) rewrite(place.replace("§", "${v}"), "7")).text())
                .isEqualTo(place.replace("§", "7"));
    }

    @ParameterizedTest
    @MethodSource("places")
    void anythingElseFails(String place) {
        for (String value :
                new String[] {"a[$(touch C)]", "x", "", " ", "7.5", "0x7", "7+1", "16#7", "--7", "'7'", "7\n8", "٧"}) {
            assertThat(rewrite(place.replace("§", "${v}"), value))
                    .as(value)
                    .isInstanceOfSatisfying(
                            ShellText.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo("NOT_AN_INTEGER"));
        }
    }

    /// Which variable a name means depends on who calls whom: it is an integer where it may be one.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "f() { local -i n; g; }; g() { n=§; }; f",
                "f() { local -i n; g; }; g() { n=§; local n; }; f",
                "f() { local -i n; g; }; g() (n=§); f",
                "f() { local -i n; g; }; g() if true; then n=§; fi; f",
                "f() { local -i n; g; }; g() { h() { local n; }; n=§; }; f",
                "f() { declare -gi n; }; f; n=§",
                "f() { local n; local -i n; n=§; }; f",
                "f() { local -i n; }; if true; then declare -i n; fi; n=§",
                "f() (local -i n; n=§); f",
                "function f { local -i n; for i in 1; do { n=§; }; done; }; f",
                "f() { local -i n; case x in x) n=§;; esac; }; f",
                "f() { local -i n; : $(n=§); }; f",
            })
    void aNameIsAnIntegerWhereItMayBeOne(String place) throws IOException {
        var text = place.replace("§", "${v}");
        assertThat(rewrite(text, "text")).isInstanceOf(ShellText.Refused.class);
        assertThat(rewrite(text, "a[$(touch C)]")).isInstanceOf(ShellText.Refused.class);
        Files.createDirectory(work.resolve("it"));
        var shell = new RealShell("bash", work.resolve("it"));
        assertThat(shell.run(rewrite(text, "7")).errors()).isEmpty();
    }

    /// A variable that a function declares for itself is another one.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "f() { local -i n; n=1; }; n=§",
                "f() { local -i n; n=1; }; read -r n <<< §; f",
                "f() { local -i n; n=1; }; g() { local n; n=§; }",
                "f() { local -i n; n=1; }; g()\n{\n  local n=§\n}",
                "function f { if true; then local -i n; fi; n=1; }; g() { local n; if true; then read -r n <<< §; fi; }",
                "declare -i n; f() { local n=§; }; f"
            })
    void textPassesWhereANameIsAnother(String place) throws IOException {
        var text = place.replace("§", "${v}");
        Files.createDirectory(work.resolve("it"));
        var shell = new RealShell("bash", work.resolve("it"));
        assertThat(shell.run(rewrite(text, "It's [text], (5$)")).errors()).isEmpty();
        assertThat(rewrite(text, "a[$(touch C)]")).isInstanceOf(ShellText.Refused.class);
    }

    /// Which of several variables a name means may depend on who calls whom: code is refused all the same.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "f() { local -i n; g; }; g() { (local n); n=§; }; f",
                "f() { local -i n; g; }; g() { if false; then local n; fi; n=§; }; f",
                "f() { local -i n; g; }; g() { false && local n; n=§; }; f",
                "f() { local -i n; g; }; g() { false &&\n\n local n; n=§; }; f"
            })
    void codeIsRefusedWhereANameMayBeAnInteger(String place) {
        assertThat(rewrite(place.replace("§", "${v}"), "a[$(touch C)]")).isInstanceOf(ShellText.Refused.class);
    }

    static String[] parts() {
        return new String[] {
            "declare -ia a; mapfile -t a <<< §; echo ${a[@]}",
            "declare -ia a; read -a a <<< §; echo ${a[@]}",
            "declare -a -i a; read -ra a <<< \"§\"; echo ${a[@]}",
            "declare -ia a; read -d '' -ra a <<E || :\n§\nE\necho ${a[@]}",
        };
    }

    @ParameterizedTest
    @MethodSource("parts")
    void integersMayBeTakenApart(String place) throws IOException {
        Files.createDirectory(work.resolve("it"));
        RealShell shell = new RealShell("bash", work.resolve("it"));
        String value = place.contains("mapfile") ? "7\n08\n-3" : " 7  08 -3\n";
        RealShell.Result filled = shell.run(rewrite(place.replace("§", "${v}"), value));
        assertThat(filled).isEqualTo(new RealShell.Result("7 8 -3\n", "", 0));
    }

    @ParameterizedTest
    @MethodSource("parts")
    void codeIsNoPartOfThem(String place) {
        for (String value : new String[] {"a[$(touch C)]", "7 b[$(>C)]", "b[$(>C)] 7", "x", "7 x", "", " ", "7,8"}) {
            assertThat(rewrite(place.replace("§", "${v}"), value))
                    .as(value)
                    .isInstanceOfSatisfying(
                            ShellText.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo("NOT_AN_INTEGER"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "7, 7",
        "007, 7",
        "08, 8",
        "+5, 5",
        "-3, -3",
        "-0, 0",
        "' 12\n', 12",
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
    })
    void digitsAreDecimal(String value, String digits) {
        assertThat(rewrite("echo $((${v}))", value))
                .isInstanceOfSatisfying(
                        ShellText.Ready.class, ready -> assertThat(ready.text()).isEqualTo("echo $((" + digits + "))"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "-9223372036854775809", "99999999999999999999999"})
    void whatTheShellsIntegersCannotHoldFails(String value) {
        assertThat(rewrite("echo $((${v}))", value)).isInstanceOf(ShellText.Refused.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo $((1-${v}))        | echo $((1- -7))
            x=abc; echo ${x:${v}}   | x=abc; echo ${x: -7}
            echo $((1+${v}))        | echo $((1+-7))
            """)
    void aNegativeIntegerDoesNotChangeTheOperatorBeforeIt(String written, String run) {
        assertThat(rewrite(written, "-7"))
                .isInstanceOfSatisfying(
                        ShellText.Ready.class, ready -> assertThat(ready.text()).isEqualTo(run));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PS4=§", "BASH_ENV=§ bash x.sh", "export PS4=§", "ENV=a§"})
    void whatAShellExpandsByItselfMayHoldNoExpansion(String place) {
        String text = place.replace("§", "${v}");
        assertThat(rewrite(text, "$(touch C)"))
                .isInstanceOfSatisfying(
                        ShellText.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("VALUE_IS_CODE"));
        assertThat(rewrite(text, "+ ")).isInstanceOf(ShellText.Ready.class);
    }

    /// What looks alike, but is not evaluated: any value passes.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[ § = x ]",
                "[ § -gt 3 ]",
                "echo tags[§]",
                "echo \"tags[§]\"",
                "[[ § == x ]]",
                "[[ § = *[§]* ]]",
                "[[ x '-gt' § ]]",
                "[[ § -nt § ]]",
                "((echo §); echo x)",
                "echo $((echo §); echo x)",
                "( (echo §))",
                "echo $( (echo §) )",
                "echo ${x:-§}",
                "echo $(( ${x%§} + 1 ))",
                "[[ ${x%§} -gt 1 ]]",
                "echo let §",
                "echo declare -i x=§",
                "printf -v n %s §",
                "read n <<< §",
                "declare -i n; printf '%s' §",
                "n=§; m=1",
                "a=(§); declare -a b=(§); declare -i n; echo ${a[@]}",
                "declare -n r=x; r=§",
                "f() { local -n out=$1; out=§; }; f x",
                "read -p § x",
                "printf %s §",
                "echo x >§",
                "echo x &>§",
                "[[ x ]] && echo -gt §",
                "shift §",
            })
    void otherPlacesTakeAnyValue(String place) {
        assertThat(rewrite(place.replace("§", "${v}"), "a[$(touch C)]")).isInstanceOf(ShellText.Ready.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            unset §
            read §
            read -r x §
            printf -v § x
            printf -v§ x
            wait -n -p §
            test -v §
            [ -v § ]
            [[ -v § ]]
            declare §=1
            declare x§=1
            local §
            typeset -n r=§
            declare -n r; r=§; echo $r
            declare -n r=; r=§
            typeset -n r; declare r=§
            f() { local -n r; r=§; }; f
            f() { r=§; }; declare -gn r; f
            command unset §
            builtin read §
            x=1 read §
            ! unset §
            time -p unset §
            """)
    void aNameWithASubscriptIsRefusedWhereItWouldBeEvaluated(String place) {
        String text = place.replace("§", "${v}");
        assertThat(rewrite(text, "a[$(touch C)]"))
                .isInstanceOfSatisfying(
                        ShellText.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("VALUE_IS_CODE"));
        assertThat(rewrite(text, "name")).isInstanceOf(ShellText.Ready.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            declare -a x=§
            declare -A x=§
            readonly -a x=§
            local -a y; local y=§
            x=(1); declare x=§
            f() { declare x=§; }; x[1]=1; x=(2)
            declare §
            declare "$n"=§
            mapfile x < f; typeset x=§
            """)
    void aListIsRefusedWhereItWouldBeParsed(String place) {
        String text = place.replace("§", "${v}");
        String hostile = place.endsWith(" §") ? "x=($(touch C))" : "($(touch C))";
        assertThat(rewrite(text, hostile))
                .isInstanceOfSatisfying(
                        ShellText.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("VALUE_IS_CODE"));
        assertThat(rewrite(text, place.endsWith(" §") ? "x=plain" : "plain")).isInstanceOf(ShellText.Ready.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"local x=§", "export x=§", "x=§", "x=(§)", "x=(1); x=§", "x=(1); export x=§", "readonly y=§"})
    void aValueInParenthesesPassesElsewhere(String place) {
        assertThat(rewrite(place.replace("§", "${v}"), "($(touch C))")).isInstanceOf(ShellText.Ready.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            KSH   | [ § -gt 3 ]
            MKSH  | test 3 -eq §
            KSH   | exit §
            ZSH   | shift §
            ZSH   | echo $a[§]
            ZSH   | echo "$a[§]"
            """)
    void otherShellsEvaluateInMorePlaces(Dialect dialect, String place) {
        ShellRequest request = ShellRequest.bash(place.replace("§", "${v}"), new Values().data("v", "a[$(touch C)]"));
        assertThat(ShellText.of(request.in(dialect))).isInstanceOf(ShellText.Refused.class);
        assertThat(ShellText.of(request)).isInstanceOf(ShellText.Ready.class);
    }

    @Test
    void wordsAreElementsOfAnArrayOfIntegers() {
        String text = "declare -ia n; n=(${w}); echo ${n[1]}";
        assertThat(ShellText.of(ShellRequest.bash(text, new Values().words("w", "3", "1"))))
                .isInstanceOfSatisfying(
                        ShellText.Ready.class, ready -> assertThat(ready.text()).contains("n=(3 1)"));
        assertThat(ShellText.of(ShellRequest.bash(text, new Values().words("w", "3", "a[$(touch C)]"))))
                .isInstanceOf(ShellText.Refused.class);
    }

    private static ShellText rewrite(String text, String value) {
        return ShellText.of(ShellRequest.bash(text, new Values().data("v", value)));
    }
}
