package dev.prodigy.lang.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.ShellRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The 42 examples of spec 01 §9.5: the script as printed there, and what it does under bash and, where the syntax
/// is POSIX's, under dash.
class WorkedExamplesTest {
    private static final String EVIL = "x'; touch C; '$(touch C)";
    private static final String FILES = "a.rs b c.md lib/d.rs";

    @TempDir
    Path root;

    /// @param shells which shells print `output`
    record Example(int number, String written, String run, String output, List<String> shells) {
        @Override
        public String toString() {
            return number + ": " + written;
        }
    }

    private static final List<String> POSIX = List.of("bash", "dash");
    private static final List<String> BASH = List.of("bash");

    private static Example posix(int number, String written, String run, String output) {
        return new Example(number, written, run, output, POSIX);
    }

    private static Example bash(int number, String written, String run, String output) {
        return new Example(number, written, run, output, BASH);
    }

    static Values values() {
        return new Values()
                .data("item.name", "a b")
                .data("item.evil", EVIL)
                .data("item.n", "7")
                .data("item.tags", "[\"p q\",\"r\"]")
                .words("item.tags:words", "p q", "r")
                .data("item.none", "")
                .data("item.path", "src/a b.txt")
                .data("item.tpl", "${env.HOME} $HOME")
                .text("DIR", "my dir")
                .text("FLAGS", "-l -a")
                .data("step.files_changed", FILES)
                .words("step.files_changed:*.rs:words", "a.rs", "lib/d.rs")
                .put("item.cmd:raw", new Fill.Raw("echo hi; ls"))
                .put("item.missing", new Fill.Failed("UNDEFINED_VARIABLE", "item has no field 'missing'"))
                .text("item.missing:-no note", "no note")
                .text("item.empty:-none", "none")
                .data("item.missing:-${item.name}", "a b")
                .data("item.name:q", ShellQuote.quote("a b"))
                .data("map.results", "[" + "1,".repeat(2_500_000) + "1]")
                .data("tests.success", "true")
                .data("API_KEY", "s3cret");
    }

    static Stream<Example> examples() {
        return Stream.of(
                posix(1, "ls ${item.name}", "ls \"${V1}\"", "a b\n"),
                posix(2, "ls pre${item.name}.txt", "ls pre\"${V1}\".txt", "prea b.txt\n"),
                posix(3, "echo \"hi ${item.name}!\"", "echo \"hi ${V1}!\"", "hi a b!\n"),
                posix(4, "echo 'hi ${item.evil}'", "echo 'hi '\"${V1}\"''", "hi " + EVIL + "\n"),
                posix(5, "X=${item.evil}; echo \"$X\"", "X=\"${V1}\"; echo \"$X\"", EVIL + "\n"),
                posix(6, "echo \"$(basename ${item.path})\"", "echo \"$(basename \"${V1}\")\"", "a b.txt\n"),
                posix(7, "n=`wc -c < ${item.path}`; echo $n", "n=`wc -c < \"${V1}\"`; echo $n", "5\n"),
                posix(
                        8,
                        "cat <<EOF\nto ${item.evil} $((1+1))\nEOF",
                        "cat <<EOF\nto ${V1} $((1+1))\nEOF",
                        "to " + EVIL + " 2\n"),
                posix(9, "cat <<'EOF'\n${item.evil} $x\nEOF", "cat <<EOF\n${V1} \\$x\nEOF", EVIL + " $x\n"),
                bash(10, "printf %s $'a\\t${item.name}'", "printf %s $'a\\t'\"${V1}\"$''", "a\ta b"),
                posix(11, "# don't ${item.evil}\necho ${item.name}", "# don't ${item.evil}\necho \"${V1}\"", "a b\n"),
                posix(12, "awk '{print $1}' ${item.path}", "awk '{print $1}' \"${V1}\"", "1234\n"),
                bash(
                        13,
                        "f=a.tar.gz; echo ${f%%.*} ${f:0:1} ${#f}",
                        "f=a.tar.gz; echo ${f%%.*} ${f:0:1} ${#f}",
                        "a a 8\n"),
                bash(
                        14,
                        "arr=(1 2); echo ${arr[@]} ${local:-0} $? $#",
                        "arr=(1 2); echo ${arr[@]} ${local:-0} $? $#",
                        "1 2 0 0 0\n"),
                posix(15, "printf '[%s]' ${DIR}", "printf '[%s]' my dir", "[my][dir]"),
                posix(16, "printf '<%s>' ${FLAGS} \"${DIR}\"", "printf '<%s>' -l -a \"my dir\"", "<-l><-a><my dir>"),
                posix(17, "printf '[%s]' $DIR \"$DIR\"", "printf '[%s]' $DIR \"$DIR\"", "[my][dir][my dir]"),
                posix(18, "echo '$DIR ${DIR}'", "echo '$DIR my dir'", "$DIR my dir\n"),
                posix(19, "echo \"${DIR%r}\"", "echo \"${DIR%r}\"", "my di\n"),
                posix(
                        20,
                        "for t in ${item.tags:words}; do echo \"$t\"; done",
                        "for t in \"${V1}\" \"${V2}\"; do echo \"$t\"; done",
                        "p q\nr\n"),
                posix(
                        21,
                        "printf '[%s]' --only=${item.tags:words}",
                        "printf '[%s]' --only=\"${V1}\" \"${V2}\"",
                        "[--only=p q][r]"),
                posix(22, "printf '[%s]' ${item.tags}", "printf '[%s]' \"${V1}\"", "[[\"p q\",\"r\"]]"),
                posix(23, "echo ${step.files_changed:*.rs:words}", "echo \"${V1}\" \"${V2}\"", "a.rs lib/d.rs\n"),
                posix(24, "printf '[%s]' ${step.files_changed}", "printf '[%s]' \"${V1}\"", "[" + FILES + "]"),
                posix(25, "${item.cmd:raw}", "echo hi; ls", "hi\na b\nprea b.txt\nsrc\n"),
                posix(26, "printf '[%s]' ${item.none}", "printf '[%s]' \"${V1}\"", "[]"),
                posix(28, "printf '[%s]' ${item.missing:-no note}", "printf '[%s]' no note", "[no][note]"),
                posix(29, "echo \"${item.empty:-none}\"", "echo \"none\"", "none\n"),
                posix(30, "printf '[%s]' ${item.missing:-${item.name}}", "printf '[%s]' \"${V1}\"", "[a b]"),
                posix(31, "echo $(( ${item.n} * 2 ))", "echo $(( 7 * 2 ))", "14\n"),
                posix(33, "[ ${item.n} -gt 3 ] && echo big", "[ \"${V1}\" -gt 3 ] && echo big", "big\n"),
                posix(
                        34,
                        "echo '$${item.name}' \"\\${item.name}\"",
                        "echo '${item.name}' \"\\${item.name}\"",
                        "${item.name} ${item.name}\n"),
                posix(35, "echo ${item.tpl}", "echo \"${V1}\"", "${env.HOME} $HOME\n"),
                posix(
                        36,
                        "echo '${project.version} 2' | sed 's/${project.version}/1/'",
                        "echo '${project.version} 2' | sed 's/${project.version}/1/'",
                        "1 2\n"),
                posix(37, "x=${DEST:-${item.evil}}; echo \"$x\"", "x=${DEST:-\"${V1}\"}; echo \"$x\"", EVIL + "\n"),
                posix(
                        38,
                        "case ${item.name} in 'a b') echo yes;; esac",
                        "case \"${V1}\" in 'a b') echo yes;; esac",
                        "yes\n"),
                posix(39, "bash -c 'printf \"[%s]\" ${item.name:q}'", "bash -c 'printf \"[%s]\" '\"${V1}\"''", "[a b]"),
                posix(40, "echo '${map.results}' | wc -c", "echo ''\"${V1}\"'' | wc -c", "5000004\n"),
                posix(41, "if ${tests.success}; then echo yes; fi", "if \"${V1}\"; then echo yes; fi", "yes\n"),
                posix(42, "echo \"X: ${API_KEY}\"", "echo \"X: ${V1}\"", "X: s3cret\n"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isRewrittenAsPrinted(Example example) {
        ShellText text = ShellText.of(ShellRequest.bash(example.written, values()));
        assertThat(text).isInstanceOf(ShellText.Ready.class);
        assertThat(((ShellText.Ready) text).text().replace("PRODIGY_V", "V")).isEqualTo(example.run);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void doesWhatIsPrinted(Example example) throws IOException {
        for (String program : example.shells) {
            Path work = workingDirectory(program);
            RealShell shell = new RealShell(program, work);
            Dialect dialect = Dialect.of(program).orElseThrow();
            var names = Map.of("DIR", "my dir", "FLAGS", "-l -a");
            var request =
                    ShellRequest.bash(example.written, values()).naming(names).in(dialect);
            assertThat(shell.run(ShellText.of(request)).output().replaceAll("(?m)^ +", ""))
                    .as(program)
                    .isEqualTo(example.output);
            assertThat(shell.codeRan()).isFalse();
        }
    }

    private Path workingDirectory(String program) throws IOException {
        Path work = Files.createDirectory(root.resolve(program));
        Files.writeString(work.resolve("a b"), "");
        Files.writeString(work.resolve("prea b.txt"), "");
        Files.createDirectory(work.resolve("src"));
        Files.writeString(work.resolve("src/a b.txt"), "1234\n");
        return work;
    }

    @Test
    void example27FailsBecauseTheFieldIsMissing() {
        assertThat(ShellText.of(ShellRequest.bash("echo ${item.missing}", values())))
                .isEqualTo(new ShellText.Refused("UNDEFINED_VARIABLE", "item has no field 'missing'", 5));
    }

    @Test
    void example32FailsBecauseTheValueIsNoInteger() {
        assertThat(ShellText.of(ShellRequest.bash("echo $(( ${item.evil} + 1 ))", values())))
                .isInstanceOfSatisfying(
                        ShellText.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("NOT_AN_INTEGER"));
    }
}
