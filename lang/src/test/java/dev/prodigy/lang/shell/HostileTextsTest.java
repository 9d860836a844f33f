package dev.prodigy.lang.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.ShellRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Hostile texts: none takes time that grows with its square, and in no script does a value run.
class HostileTextsTest {
    private static final List<String> HOSTILE = List.of(
            "'; touch C; '",
            "\"; touch C; \"",
            "$(touch C)",
            "`touch C`",
            "; touch C",
            "\ntouch C\n",
            "a[$(touch C)]",
            "x\nEOF\ntouch C\n",
            "1;touch C",
            "(touch C)",
            "}; touch C; {",
            ")) ; touch C; ((",
            "&& touch C #",
            "<(touch C)",
            "$'\\'; touch C",
            "\\",
            "esac; touch C",
            "]]; touch C; [[",
            "a=($(touch C))",
            "-v a[$(touch C)]",
            "*");

    /// Scripts with a value in `§`, and scripts in `@`.
    private static final List<String> SHAPES = List.of(
            "echo §",
            "echo \"§\"",
            "echo '§'",
            "echo $'§'",
            "x=§",
            "x=§ true",
            "echo ${x:-§}",
            "echo \"${x:-§}\"",
            "echo ${x%§}",
            "echo \"${x/a/§}\"",
            "echo $((§))",
            "((§))",
            "x[§]=1",
            "echo ${x[§]}",
            "echo ${x:§}",
            "let y=§",
            "[[ § == § ]]",
            "[[ § -gt 1 ]]",
            "[ § -gt 1 ]",
            "a=(§ [0]=§)",
            "declare -i z=§",
            "declare a=§",
            "unset §",
            "read § <<< x",
            "printf -v § x",
            "test -v §",
            "cat <<< §",
            "for i in §; do @\ndone",
            "case § in §) @\n;; esac",
            "if @\nthen @\nelse @\nfi",
            "echo $(@\n)",
            "echo \"$(@\n)\"",
            "x=`echo §`",
            "(@\n)",
            "{ @\n}",
            "f() { @\n}; f",
            "cat <<EOF\n§ $(@\n) ${x:-§}\nEOF",
            "cat <<'EOF'\n§ `\nEOF",
            "cat <<-\"E F\"\n\t§\n\tE F",
            "printf -v§ x",
            "exec {b[§]}>x",
            "PS4=§; set -x",
            "wait -p §",
            "command -p let §",
            "while false; do @\ndone",
            "# § '",
            "echo a # §\"",
            "@ | @",
            "@ && @",
            "! @",
            "echo >&§",
            "echo \\§",
            "echo \"\\§\"",
            "cat <(@\n)",
            "[[ -v § ]]",
            "((@\n) ; @\n)",
            "echo \"`echo '§' \"§\"`\"",
            "echo '§'\"§\"§",
            "shift §",
            "n=§; : $((1))");

    @Test
    void aBackquoteLeftOpenInAHereDocumentEndsWithIt() {
        Values values = new Values().data("d", "'$(x)\"");
        String text = "cat <<EOF\n`\nEOF\necho ${d} `echo ${d}`";
        assertThat(ShellText.of(ShellRequest.bash(text, values)))
                .isInstanceOfSatisfying(
                        ShellText.Ready.class,
                        ready -> assertThat(ready.text()).startsWith("cat <<EOF\n`\nEOF\necho \"${"));
        assertThatCode(() -> ShellText.of(ShellRequest.bash("<<EOF\n`\nEOF\n${`", values)))
                .doesNotThrowAnyException();
    }

    static Stream<Named<IntFunction<String>>> hostileTexts() {
        return Stream.of(
                        "${",
                        "${x:-",
                        "$${",
                        "$((",
                        "((",
                        "$(",
                        "(",
                        "`",
                        "\\`",
                        "\"$(",
                        "'${d}",
                        "${d}",
                        "${t}",
                        "$[",
                        "a[",
                        "<<E\n",
                        "$(cat <<E\n",
                        "<<'E' ${d}\n",
                        "${x%${d}",
                        "case x in ",
                        "[[ ${d} -gt ",
                        "x=(",
                        "{ ",
                        "@(",
                        "${x:-${d}",
                        "declare -i x=${d} ",
                        "\"${x:-\"",
                        "echo ${w} ",
                        "$((${x:-",
                        "\\",
                        "E\n",
                        "<(",
                        "${ ")
                .map(unit -> Named.of(unit, n -> unit.repeat(n)));
    }

    @ParameterizedTest
    @MethodSource("hostileTexts")
    void theTimeIsLinear(IntFunction<String> text) {
        Values values = new Values().data("d", "7").text("t", "a ").words("w", "1", "2");
        String open = text.apply(100_000) + " ${d}";
        String closed = open + "})))`]]\"')".repeat(10_000) + "}".repeat(100_000);
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            assertThat(ShellText.of(ShellRequest.bash(open, values))).isNotNull();
            assertThat(ShellText.of(ShellRequest.bash(closed, values))).isNotNull();
        });
    }

    @Test
    void theTimeIsLinearInTheFillsToo() {
        List<Fill> parts = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            parts.add(i % 2 == 0 ? new Fill.Text("a \\") : new Fill.Data("v" + i));
        }
        Values values = new Values().put("p", new Fill.Parts(parts));
        assertTimeoutPreemptively(
                Duration.ofMinutes(1),
                () -> assertThat(ShellText.of(ShellRequest.bash("echo ${p} \"${p}\" ((${p})", values)))
                        .isNotNull());
    }

    /// Text that a placeholder brings in pays for being read once, however often it is read.
    @Test
    void theTimeIsLinearInAuthorsTextThatIsReadAgain() {
        Values values = new Values().text("t", "'\n(");
        assertTimeoutPreemptively(
                Duration.ofMinutes(1),
                () -> assertThat(ShellText.of(ShellRequest.bash("${t}(!".repeat(50_000), values)))
                        .isInstanceOf(ShellText.Refused.class));
    }

    @TempDir
    Path root;

    /// Shows that the scripts below are ones in which these values would run.
    @Test
    void theSameValuesDoRunWhenTheyAreInsertedAsTheyAre() throws IOException {
        Random random = new Random(1);
        int ran = 0;
        for (int i = 0; i < 100; i++) {
            RealShell shell = new RealShell(
                    "bash", Files.createDirectories(root.resolve("naive").resolve("" + i)));
            Values values = new Values();
            String text = script(random, values, 3);
            shell.run(ShellText.of(ShellRequest.bash(
                    text,
                    body -> values.fill(body) instanceof Fill.Data(var value)
                            ? new Fill.Raw(value)
                            : new Fill.Foreign())));
            ran += shell.codeRan() ? 1 : 0;
        }
        assertThat(ran).isGreaterThan(20);
    }

    @RepeatedTest(25)
    void noValueRunsInAnyScript(RepetitionInfo repetition) throws IOException {
        Random random = new Random(repetition.getCurrentRepetition());
        RealShell shell = new RealShell("bash", Files.createDirectory(root.resolve("work")));
        for (int i = 0; i < 12; i++) {
            Values values = new Values();
            String text = script(random, values, 3);
            for (int attempt = 0; attempt < 40; attempt++) {
                ShellText rewritten = ShellText.of(ShellRequest.bash(text, values));
                if (rewritten instanceof ShellText.Ready ready) {
                    shell.run(ready);
                    assertThat(shell.codeRan()).as(text).isFalse();
                    break;
                }
                // Arithmetic wants integers; give one to the place that failed, so that the rest is still tried.
                int offset = ((ShellText.Refused) rewritten).offset();
                values.data(text.substring(offset + 2, text.indexOf('}', offset)), "7");
            }
        }
    }

    private static String script(Random random, Values values, int depth) {
        StringBuilder script = new StringBuilder();
        String shape = SHAPES.get(random.nextInt(SHAPES.size()));
        for (int i = 0; i < shape.length(); i++) {
            switch (shape.charAt(i)) {
                case '§' -> {
                    String name = "v" + random.nextInt(1_000_000);
                    values.data(name, HOSTILE.get(random.nextInt(HOSTILE.size())));
                    script.append("${").append(name).append('}');
                }
                case '@' -> script.append(depth == 0 ? "true" : script(random, values, depth - 1));
                default -> script.append(shape.charAt(i));
            }
        }
        return script.toString();
    }
}
