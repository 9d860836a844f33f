package dev.prodigy.lang.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.ShellRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Values that try to be code, in every place of spec 01 §9.2 where they are passed by reference: they arrive
/// byte for byte, and nothing runs.
class HostileValuesTest {
    private static final List<String> VALUES = List.of(
            "'",
            "\"",
            "''\"\"",
            "it's \"quoted\"",
            "$(touch C)",
            "`touch C`",
            "; touch C",
            "& touch C &",
            "| touch C",
            "\ntouch C\n",
            "a\n\n\n",
            "*",
            "[a-z]*?",
            "a[$(touch C)]",
            "x\nEOF\ntouch C\n",
            "\tEOF\ntouch C\nEOF",
            "EOF",
            "E\n)\ntouch C",
            "-n",
            "--help",
            "-e a\\c",
            "\\",
            "\\\\",
            "a\\",
            "\\n\\t\\0",
            "${HOME}",
            "$HOME $$ $1 ${V1}",
            "$((1+1))",
            "$'\\x41'",
            "!!",
            "#not a comment",
            "~",
            "{a,b}",
            "<(touch C)",
            "%s%d",
            "&",
            "a=b",
            "(touch C)",
            "esac;;)",
            "}",
            "\u0001\u007f\u0081",
            "é 日本 😀",
            "  leading and trailing  ",
            "\t\ttabs",
            "${item.name} $${x}",
            "");

    private static final String BIG = "'\"$(touch C)`\\\n*é".repeat(22_000);
    private static final String HUGE = "x'; touch C; '$(touch C)\nEOF\n".repeat(140_000);

    @TempDir
    Path root;

    /// A text with the value in it where `§` stands, and what it prints for each value.
    record Where(String name, String text, String prints, boolean posix, boolean anySize) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Where posix(String name, String text, String prints) {
        return new Where(name, text, prints, true, true);
    }

    private static Where bash(String name, String text, String prints) {
        return new Where(name, text, prints, false, true);
    }

    /// The shell itself takes too long for a long value here.
    private static Where small(Where where) {
        return new Where(where.name, where.text, where.prints, where.posix, false);
    }

    static Stream<Where> places() {
        return Stream.of(
                posix("unquoted", "printf '%s|' §", "§|"),
                posix("unquoted between letters", "printf '%s|' a§b", "a§b|"),
                posix("twice in a word", "printf '%s|' §=§", "§=§|"),
                posix("double quotes", "printf '%s|' \"a § b\"", "a § b|"),
                posix("single quotes", "printf '%s|' 'a § b'", "a § b|"),
                posix("beside quotes", "printf '%s|' 'a'§\"b\"", "a§b|"),
                bash("ansi quotes", "printf '%s|' $'a\\t§\\'b'", "a\t§'b|"),
                bash("translated quotes", "printf '%s|' $\"a §\"", "a §|"),
                posix("here-document", "cat <<EOF\n<§> $((1+1))\nEOF\nprintf after", "<§> 2\nafter"),
                posix(
                        "literal here-document",
                        "cat <<'EOF'\n<§> $x `a` \\\\ \\\n\"'\nEOF\nprintf after",
                        "<§> $x `a` \\\\ \\\n\"'\nafter"),
                posix("literal here-document, double quotes", "cat <<\"EOF\"\n§\nEOF\nprintf after", "§\nafter"),
                posix("literal here-document, backslash", "cat <<\\EOF\n§$\nEOF\nprintf after", "§$\nafter"),
                posix("literal here-document, odd delimiter", "cat <<'E O$F'\n§\nE O$F\nprintf after", "§\nafter"),
                posix("literal here-document, empty delimiter", "cat <<''\n§.\n\nprintf after", "§.\nafter"),
                posix("indented here-document", "cat <<-EOF\n\t<§>\n\tEOF\nprintf after", "<§>\nafter"),
                posix("indented literal here-document", "cat <<-'EOF'\n\t<§> $x\n\tEOF\nprintf after", "<§> $x\nafter"),
                posix("two here-documents", "cat <<A - 3<<'B' <<C\na\nA\n$x\nB\n§\nC\nprintf '%s|' §", "§\n§|"),
                posix("here-document in a substitution", "printf '%s|' \"$(cat <<EOF\n§.\nEOF\n)\"", "§.|"),
                posix(
                        "literal here-document in a substitution",
                        "printf '%s|' \"$(cat <<'EOF'\n$x §.\nEOF\n)\"",
                        "$x §.|"),
                posix(
                        "literal here-document in backquotes",
                        "printf '%s|' \"`cat <<'EOF'\n§$x\\`.\nEOF\n`\"",
                        "§$x`.|"),
                posix(
                        "substitution in a here-document",
                        "cat <<EOF\n$(printf %s § '.§.') `printf %s §.`\nEOF",
                        "§.§. §.\n"),
                bash("here-string", "cat <<< §", "§\n"),
                bash("here-string in quotes", "cat <<< \"a §\"", "a §\n"),
                posix("substitution", "printf '%s|' \"$(printf %s §.)\" $(printf x)", "§.|x|"),
                posix("substitution, quoted inside", "printf '%s|' \"$(printf %s \"§.\" '§.')\"", "§.§.|"),
                posix("backquotes", "printf '%s|' \"`printf %s §.`\"", "§.|"),
                posix("backquotes, quoted inside", "printf '%s|' \"`printf %s '§.'`\"", "§.|"),
                posix("backquotes, escaped quotes inside", "printf '%s|' \"`printf %s \\\"§.\\\"`\"", "§.|"),
                posix("backquotes in a here-document", "cat <<E\n`printf %s \"§.\" '§.'`\nE", "§.§.\n"),
                posix("nested backquotes", "x=`printf %s \\`printf x\\`§.`; printf '%s|' \"$x\"", "x§.|"),
                posix("value in nested backquotes", "x=`printf '%s|' \"\\`printf %s §.\\`\"`; printf %s \"$x\"", "§.|"),
                bash("process substitution", "cat <(printf '%s|' §)", "§|"),
                posix("subshell", "(printf '%s|' §)", "§|"),
                posix("nested subshells", "( (printf '%s|' §); printf x)", "§|x"),
                posix("double parenthesis that is no arithmetic", "((printf '%s|' §); printf x)", "§|x"),
                bash("substitution that looks like arithmetic", "printf '%s|' \"$((printf %s §.); printf x)\"", "§.x|"),
                posix("default of the shell's", "printf '%s|' ${none:-§}", "§|"),
                posix("default in double quotes", "printf '%s|' \"a${none:-<§>}\"", "a<§>|"),
                posix("default with inner quotes", "printf '%s|' \"${none:-\"§\"}\" ${none:-'§'}", "§|§|"),
                posix("default with an apostrophe", "printf '%s|' \"${none:-'§'}\"", "'§'|"),
                posix("nested defaults", "printf '%s|' \"${none:-${nil:-§}}\" ${none:-${nil:-\"§\"}}", "§|§|"),
                posix("alternative of the shell's", "x=1; printf '%s|' ${x:+§}", "§|"),
                posix("default in a here-document", "cat <<EOF\n${none:-§}\nEOF", "§\n"),
                posix("assigned default", "unset none; : ${none:=§}; printf '%s|' \"$none\"", "§|"),
                small(posix("pattern taken off", "x=abc§; printf '%s|' \"${x%§}\"", "abc|")),
                small(posix("pattern taken off, unquoted", "x=§abc; printf '%s|' ${x#§}", "abc|")),
                small(posix("pattern in a here-document", "x=abc§; cat <<EOF\n${x%§}\nEOF", "abc\n")),
                bash("replacement", "x=abc; printf '%s|' \"${x/b/§}\" \"${x//b/'<'§'>'}\"", "a§c|a<§>c|"),
                posix("assignment", "x=§; printf '%s|' \"$x\"", "§|"),
                posix("assignment in front of a command", "x=§ sh -c 'printf \"%s|\" \"$x\"'", "§|"),
                posix("exported assignment", "export x=§; printf '%s|' \"$x\"", "§|"),
                bash("local variable", "f() { local x=§; printf '%s|' \"$x\"; }; f", "§|"),
                bash("appended", "x=a; x+=§; printf '%s|' \"$x\"", "a§|"),
                bash("array elements", "a=(x § [5]=§ # § ' it'\n y); printf '%s|' \"${a[@]}\"", "x|§|§|y|"),
                small(posix("case", "case § in §) printf yes;; *) printf no;; esac", "yes")),
                small(posix(
                        "case in a substitution",
                        "printf '%s|' $(case § in (a|b) printf a;; §) printf yes;; esac)",
                        "yes|")),
                small(bash("conditional", "[[ § == § && ( ! § != § ) ]] && printf yes", "yes")),
                small(bash("regular expression", "[[ a§b =~ ^a§b$ ]] && printf yes", "yes")),
                small(posix("test", "[ x§ = x§ ] && printf yes", "yes")),
                posix("loop", "for x in a § b; do printf '%s|' \"$x\"; done", "a|§|b|"),
                posix("function", "f() { printf '%s|' \"$1\"; }\nf §", "§|"),
                posix("positional parameters", "set -- § b; printf '%s|' \"$@\"", "§|b|"),
                posix("after a comment", "# don't § \"\nprintf '%s|' § # isn't §\nprintf x", "§|x"),
                posix("after a continued line", "printf '%s|' \\\n  § \\\n  b", "§|b|"),
                posix("after a here-document that a continued line ends", "cat <<E\na\n\\\nE\nprintf '%s|' §", "a\n§|"),
                posix(
                        "after such a here-document in a substitution",
                        "printf '%s|' \"$(cat <<E\n§.\n\\\nE\n)\" §",
                        "§.|§|"),
                bash("after a delimiter that is continued", "cat <<EOF\na\nE\\\nOF\nprintf '%s|' §", "a\n§|"),
                posix("in a body with a continued line", "cat <<E\nx\\\nE\n§\nE\nprintf '%s|' §", "xE\n§\n§|"),
                posix("behind a parted substitution", "printf '%s|' \"$\\\n(printf %s \"it's\")\" §", "it's|§|"),
                posix("behind parted arithmetic", "printf '%s|' $\\\n((1+1)) $(\\\n(2)) §", "2|2|§|"),
                posix("behind a parted redirection", "cat <\\\n<E\n§\nE\nprintf '%s|' §", "§\n§|"),
                bash("behind parted quotes", "printf '%s|' $\\\n'it\\'s' §", "it's|§|"),
                posix("inside groups", "{ if true; then printf '%s|' §; fi; }", "§|"),
                posix("in a pipe", "printf '%s' § | cat; printf '|'", "§|"));
    }

    @ParameterizedTest
    @MethodSource("places")
    void arriveByteForByte(Where where) throws IOException {
        StringBuilder text = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        Values values = new Values();
        for (int i = 0; i < VALUES.size(); i++) {
            values.data("v" + i, VALUES.get(i));
            text.append(where.text.replace("§", "${v" + i + "}")).append('\n');
            expected.append(printed(where, VALUES.get(i)));
        }
        for (String program : where.posix ? List.of("bash", "dash") : List.of("bash")) {
            assertPrints(program, text.toString(), values, expected.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("places")
    void arriveWholeWhateverTheirSize(Where where) throws IOException {
        for (String value : sizes(where)) {
            for (String program : where.posix ? List.of("bash", "dash") : List.of("bash")) {
                if (!where.text.contains(" sh -c ") || value.length() < 1000) {
                    assertPrints(
                            program,
                            where.text.replace("§", "${v}"),
                            new Values().data("v", value),
                            printed(where, value));
                }
            }
        }
    }

    private static List<String> sizes(Where where) {
        boolean common = List.of("unquoted", "double quotes", "single quotes", "here-document", "literal here-document")
                .contains(where.name);
        return common ? List.of(BIG, HUGE) : List.of(where.anySize ? BIG : BIG.substring(0, 1000));
    }

    private static String printed(Where where, String value) {
        return where.prints.replace("§", value);
    }

    private void assertPrints(String program, String text, Values values, String expected) throws IOException {
        Path work = Files.createTempDirectory(root, program);
        RealShell shell = new RealShell(program, Files.createDirectory(work.resolve("work")));
        ShellText ready = ShellText.of(
                ShellRequest.bash(text, values).in(Dialect.of(program).orElseThrow()));
        RealShell.Result result = shell.run(ready);
        assertThat(result.output().equals(expected) ? "" : difference(result, expected))
                .as(program)
                .isEmpty();
        assertThat(shell.codeRan()).as(program).isFalse();
    }

    private static String difference(RealShell.Result result, String expected) {
        int at = 0;
        String output = result.output();
        while (at < output.length() && at < expected.length() && output.charAt(at) == expected.charAt(at)) {
            at++;
        }
        return "at " + at + " of " + expected.length() + ": <" + clip(output, at) + "> not <" + clip(expected, at)
                + ">, " + clip(result.errors(), 0);
    }

    private static String clip(String text, int at) {
        return text.substring(Math.min(text.length(), Math.max(0, at - 20)), Math.min(text.length(), at + 60));
    }
}
