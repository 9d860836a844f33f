package dev.prodigy.lang.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.ShellRequest;
import dev.prodigy.lang.shell.request.ValueLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How values and plain names reach the shell, whatever their size (spec 01 §9.3, §9.4).
class PassingTest {
    private static final String LARGE = "it's \"$(touch C)\"\n".repeat(20_000);

    @TempDir
    Path root;

    private RealShell shell(String program) throws IOException {
        return new RealShell(program, Files.createDirectories(root.resolve("work")));
    }

    private static ShellText.Ready ready(ShellRequest request) {
        ShellText text = ShellText.of(request);
        assertThat(text).isInstanceOf(ShellText.Ready.class);
        return (ShellText.Ready) text;
    }

    @Test
    void plainNamesAreExportedWhenTheyAreIdentifiers() {
        var names = Map.of("DIR", "my dir", "empty", "", "_x1", "v", "a-b", "no", "1a", "no", "a.b", "no", "", "no");
        assertThat(ready(ShellRequest.bash("x", new Values()).naming(names)).exported())
                .isEqualTo(Map.of("DIR", "my dir", "empty", "", "_x1", "v"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash"})
    void aPlainNameThatIsTooLargeIsAVariableThatIsNotExported(String program) throws IOException {
        ShellRequest request = ShellRequest.bash(
                        "printf %s \"$big\"; env | grep -c ^big; printf %s $small", new Values())
                .naming(Map.of("big", LARGE, "small", "s"));
        ShellText.Ready ready = ready(request.in(Dialect.of(program).orElseThrow()));
        assertThat(ready.exported()).containsOnlyKeys("small");
        assertThat(ready.spilled()).containsOnlyKeys("big");
        assertThat(shell(program).run(ready).output()).isEqualTo(LARGE + "0\ns");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash"})
    void aLargeVariableIsNotExportedEvenWhenItsNameWasInherited(String program) throws IOException {
        ShellText.Ready ready = ready(
                ShellRequest.bash("ls -d . ${v}", new Values().data("v", ".")).naming(Map.of("HOME", LARGE)));
        assertThat(shell(program).run(ready).output()).isEqualTo(".\n.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash"})
    void trailingLineEndsSurviveAFile(String program) throws IOException {
        for (String value : List.of(
                "x".repeat(200_000) + "\n\n\n", "\n".repeat(200_000), ".".repeat(200_000), "é".repeat(70_000))) {
            ShellText.Ready ready = ready(ShellRequest.bash("printf '%s' ${v}", new Values().data("v", value)));
            assertThat(ready.needsFiles()).isTrue();
            assertThat(shell(program).run(ready).output().equals(value)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash"})
    void aValueOfSixtyFourMebibytesArrives(String program) throws IOException {
        String value = "it's 16 bytes \"\n".repeat(4 << 20);
        ShellText.Ready ready = ready(ShellRequest.bash("printf %s '${v}' | cksum", new Values().data("v", value)));
        ShellText.Ready direct =
                ready(ShellRequest.bash("yes \"it's 16 bytes \\\"\" | head -c 67108864 | cksum", new Values()));
        assertThat(shell(program).run(ready).output())
                .isEqualTo(shell(program).run(direct).output());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash"})
    void manySmallValuesShareTheirRoom(String program) throws IOException {
        List<String> values = new ArrayList<>();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            values.add("it's number " + i + " of many\n");
            expected.append('[').append(values.getLast()).append(']');
        }
        ShellText.Ready ready =
                ready(ShellRequest.bash("printf '[%s]' ${v}", new Values().put("v", new Fill.Words(values))));
        assertThat(bytes(ready.exported())).isLessThanOrEqualTo(ValueLimits.STANDARD.environment());
        assertThat(ready.spilled()).isNotEmpty();
        assertThat(ready.needsScriptFile()).isTrue();
        assertThat(shell(program).run(ready).output()).isEqualTo(expected.toString());
    }

    private static long bytes(Map<String, String> variables) {
        return variables.entrySet().stream()
                .mapToLong(entry -> entry.getKey().length() + entry.getValue().length() + 10)
                .sum();
    }

    @Test
    void theShortestPlainNamesAreExportedFirst() {
        Map<String, String> names = new TreeMap<>();
        names.put("a", "x".repeat(60));
        names.put("b", "x".repeat(50));
        names.put("c", "x".repeat(10));
        ShellRequest request =
                ShellRequest.bash("echo ${v}", new Values().data("v", "x")).naming(names);
        ShellText.Ready ready = ready(request.within(new ValueLimits(1000, 100, 1000)));
        assertThat(ready.exported()).containsOnlyKeys("c", "b");
        assertThat(ready.spilled()).containsOnlyKeys("a", "PRODIGY_V1");
    }

    @ParameterizedTest
    @CsvSource({
        "'echo ${v}', 'a\0b'",
        "'echo \"${v}\"', '\0'",
        "'cat <<E\n${v}\nE', 'a\0'",
        "'echo ${t}', x",
        "'echo \0 ${v}', x"
    })
    void aNulCharacterFails(String text, String value) {
        Values values = new Values().data("v", value).text("t", "a\0");
        assertThat(ShellText.of(ShellRequest.bash(text, values)))
                .isInstanceOfSatisfying(
                        ShellText.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("VALUE_HAS_NUL"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"${v}", "${t}", "${v:raw}", "${v:words}"})
    void thePlaceholderIsNamedWhoseValueHasANulCharacter(String placeholder) {
        Values values = new Values()
                .data("v", "a\0")
                .text("t", "a\0")
                .put("v:raw", new Fill.Raw("a\0"))
                .words("v:words", "a", "b\0");
        assertThat(ShellText.of(ShellRequest.bash("echo x " + placeholder, values)))
                .isEqualTo(new ShellText.Refused(
                        "VALUE_HAS_NUL",
                        "the value of `" + placeholder + "` has a NUL character, which cannot be passed to a shell",
                        7));
    }

    @Test
    void aPlainNameWithANulCharacterFailsOnlyATextThatMentionsIt() {
        var names = Map.of("binary", "a\0b");
        assertThat(ShellText.of(ShellRequest.bash("echo $binary", new Values()).naming(names)))
                .isEqualTo(new ShellText.Refused(
                        "VALUE_HAS_NUL",
                        "the value of `binary` has a NUL character, which cannot be passed to a shell",
                        6));
        assertThat(ready(ShellRequest.bash("echo", new Values()).naming(names)).exported())
                .isEmpty();
    }

    @Test
    void aValueBeyondTheLimitFails() {
        ShellRequest request = ShellRequest.bash("echo ${v}", new Values().data("v", "é".repeat(6)));
        assertThat(ShellText.of(request.within(new ValueLimits(10, 10, 11))))
                .isEqualTo(new ShellText.Refused(
                        "VALUE_TOO_LARGE", "a value of 12 bytes is too large for a shell, the most is 11", 5));
        assertThat(ShellText.of(request.within(new ValueLimits(10, 10, 12)))).isInstanceOf(ShellText.Ready.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'echo ${v} PRODIGY_V1', PRODIGY_V_1",
        "'echo ${v} $PRODIGY_V', PRODIGY_V_1",
        "'echo ${v} PRODIGY_V__3', PRODIGY_V___1",
        "'echo ${v} ${t}', PRODIGY_V_1",
        "'# PRODIGY_V1\necho ${v}', PRODIGY_V_1",
        "'echo ${v}\ncat <<PRODIGY_V\nPRODIGY_V', PRODIGY_V_1",
        "'echo ${v} XPRODIGY', PRODIGY_V1",
    })
    void namesNeverCollideWithTheText(String text, String name) {
        Values values = new Values().data("v", "PRODIGY_V1").text("t", "PRODIGY_V1");
        assertThat(ready(ShellRequest.bash(text, values)).exported()).containsOnlyKeys(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash"})
    void lineNumbersStayThoseOfTheText(String program) throws IOException {
        for (String value : List.of("small", LARGE)) {
            String text =
                    "#!/bin/sh\n: '${v}'\n: ${v} \\\n  ${v}\ncat <<'E' >/dev/null\n${v}\nE\nnosuchcommand\nx=$(\nalsonot)";
            RealShell.Result result =
                    shell(program).run(ShellText.of(ShellRequest.bash(text, new Values().data("v", value))));
            assertThat(result.errors())
                    .containsPattern("(line )?8: nosuchcommand")
                    .containsPattern("(line )?10: alsonot");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash -euo pipefail", "bash -x", "dash -eu", "sh -f"})
    void largeValuesArriveWhateverTheShellsOptions(String program) throws IOException {
        ShellText.Ready ready = ready(ShellRequest.bash(
                "printf %s ${v}${w}", new Values().data("v", LARGE).data("w", "")));
        assertThat(shell(program).run(ready)).satisfies(result -> {
            assertThat(result.output()).isEqualTo(LARGE);
            assertThat(result.status()).isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash"})
    void aScriptWhoseFilesAreGoneDoesNotRun(String program) throws IOException {
        ShellText.Ready ready = ready(ShellRequest.bash("touch C; echo ${v}", new Values().data("v", LARGE)));
        ShellText.Ready broken = new ShellText.Ready(ready.script("/nonexistent"), ready.exported(), new TreeMap<>());
        RealShell shell = shell(program);
        assertThat(shell.run(broken).status()).isNotZero();
        assertThat(shell.codeRan()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"100000, false", "110000, true"})
    void aLongScriptNeedsAFile(int length, boolean file) {
        assertThat(ready(ShellRequest.bash("#".repeat(length - 5_000), new Values()))
                        .needsScriptFile())
                .isEqualTo(file);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {"it's, |'it'\\''s'|", "a b, 'a b'", "||, ''", "$x\"`, |'$x\"`'|", "-n, '-n'"})
    void quotedTextIsOneWordForAShell(String text, String quoted) {
        assertThat(ShellQuote.quote(text)).isEqualTo(quoted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash"})
    void quotedTextComesBackUnchanged(String program) throws IOException {
        for (String text : List.of("", "'", "''\\''", "a\nb\n", "$(touch C)", "\\", "!", "é")) {
            ShellText direct = ShellText.of(ShellRequest.bash("printf '%s.' " + ShellQuote.quote(text), new Values()));
            assertThat(shell(program).run(direct).output()).isEqualTo(text + ".");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bash, BASH",
        "/bin/sh, SH",
        "/usr/local/bin/zsh, ZSH",
        "dash, DASH",
        "ksh, KSH",
        "ksh93, KSH",
        "mksh, MKSH",
        "fish,",
        "'',"
    })
    void theDialectIsKnownByTheProgram(String program, Dialect dialect) {
        assertThat(Dialect.of(program).orElse(null)).isEqualTo(dialect);
    }
}
