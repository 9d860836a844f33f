package dev.prodigy.lang.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.ProblemCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellLintTest {
    private static PlaceholderNature nature(String body) {
        if (body.endsWith(":words")) {
            return PlaceholderNature.WORDS;
        }
        if (body.endsWith(":q")) {
            return PlaceholderNature.QUOTED;
        }
        if (body.endsWith(":raw")) {
            return PlaceholderNature.RAW;
        }
        return body.startsWith("item.") || body.equals("count")
                ? PlaceholderNature.DATA
                : body.equals("DIR") ? PlaceholderNature.TEXT : PlaceholderNature.FOREIGN;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eval ls ${item.name}",
                "eval \"ls ${item.name}\"",
                "if x; then eval 'ls ${item.name}'; fi",
                "(cd a && eval ${item.name})",
                "bash -c 'ls ${item.name}'",
                "sh -ec \"ls ${item.name}\"",
                "/bin/bash -x -c 'ls ${item.name}' _ a",
                "sudo -u root sh -c 'ls ${item.name}'",
                "env A=1 bash -c 'ls ${item.name}'",
                "find . -exec sh -c 'mv ${item.name} x' {} \\;",
                "xargs -n1 sh -c 'echo ${item.name}'",
                "timeout 5 python3 -c 'print(\"${item.name}\")'",
                "ssh host ls ${item.name}",
                "ssh -p 22 -q user@host \"ls ${item.name}\"",
                "ssh host <<EOF\nls ${item.name}\nEOF",
                "bash <<'EOF'\nls ${item.name}\nEOF",
                "bash -s <<< \"ls ${item.name}\"",
                "awk '/${item.name}/' file",
                "awk -F: -v a=1 \"/${item.name}/\" file",
                "sed s/a/${item.name}/ file",
                "sed -i -e \"s/a/${item.name}/\" file",
                "jq '.a == \"${item.name}\"' file",
                "jq --arg a b -r \".[${item.name}]\"",
                "python -c 'x = ${item.name}'",
                "perl -ne 'print if /${item.name}/' f",
                "node -e 'f(${item.name})'",
                "x=$(bash -c 'ls ${item.name}')",
                "echo `eval ${item.name}`",
                "trap 'rm ${item.name}' EXIT",
                "mapfile -C ${item.name} -c 1 y <<< x",
                "readarray -t -C \"f ${item.name}\" y <<< x",
                "compgen -W ${item.name}",
                "complete -C ${item.name} x",
                "psql -c 'select ${item.name}'",
            })
    void dataInAnotherProgramsCodeIsFound(String text) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(ProblemCode.SHELL_SPLICE);
                    assertThat(text.substring(finding.start(), finding.end())).isEqualTo("${item.name}");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls ${item.name}",
                "eval ls ${DIR}",
                "eval ls ${item.name:q}",
                "eval ls ${item.cmd:raw}",
                "bash -c 'ls \"$1\"' _ ${item.name}",
                "bash script.sh ${item.name}",
                "bash script.sh <<< ${item.name}",
                "bash -c 'cat' <<< ${item.name}",
                "ssh ${item.host} ls",
                "awk -v n=${item.name} '{print n}' file",
                "awk '{print $1}' ${item.path}",
                "sed -e s/a/b/ ${item.path}",
                "sed s/a/b/ < ${item.path}",
                "jq --arg n ${item.name} '.a == $n' ${item.path}",
                "python -m json.tool ${item.path}",
                "python3 script.py ${item.name}",
                "perl script.pl ${item.name}",
                "mapfile -t lines < ${item.path}",
                "compgen -f ${item.name}",
                "# eval ${item.name}",
                "echo eval ${item.name}",
                "cat <<EOF\neval ${item.name}\nEOF",
                "",
            })
    void dataAsAnArgumentIsFine(String text) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature)).isEmpty();
    }

    /// The shell evaluates what a variable holds: `a[$(…)]` in a captured value would run.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo $((count))",
                "echo $((count + 1))",
                "echo $(( 2 * $count ))",
                "((count > 3)) && ls",
                "let x=count+1",
                "let 'x = count'",
                "if [[ $count -gt 3 ]]; then ls; fi",
                "[[ 3 -lt count ]]",
                "declare -i x=$count",
                "declare -i 'x=count'",
                "echo ${a[$count]}",
                "a[count]=1",
                "echo $[count]",
                "echo ${x:count:2}",
                "for ((i=0; i<count; i++)); do :; done",
                "((count == 0)); ((count = 1))",
                "((count++, count = 1))",
                "((i = count))",
            })
    void aVariableWithDataInArithmeticIsFound(String text) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(ProblemCode.SHELL_SPLICE);
                    assertThat(text.substring(finding.start(), finding.end())).isIn("count", "$count");
                    assertThat(finding.hint()).contains("${count}");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo $((DIR + 1))",
                "echo $((${count} + 1))",
                "echo $((n + 1))",
                "for ((count=0; count<3; count++)); do echo $count $((count + 1)); done",
                "((count = 1)); echo $((count + 1))",
                "let count=1; let count+=1",
                "((i=0, count = i)); echo ${a[count]}",
                "[[ $count == 3 ]]",
                "[[ -n $count ]]",
                "[ $count -gt 3 ]",
                "test $count -gt 3",
                "declare x=$count",
                "echo $count $(ls count)",
                "echo \"${count%.*}\"",
                "echo $(( ${#count} ))",
                "# $((count))",
                "echo '$((count))'",
            })
    void aVariableElsewhereIsFine(String text) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo ${item.name} | sh",
                "printf '%s\\n' \"rm ${item.name}\" | bash -s",
                "printf %s ${item.name} |\n  sudo bash",
                "echo ${item.name} | tee log | sh -e",
                "cat <<EOF | sh\nls ${item.name}\nEOF",
                "source <(echo ls ${item.name})",
                ". <(printf %s ${item.name})",
                "bash <(echo ${item.name})",
                "source /dev/stdin <<< ${item.name}",
                "echo ${item.name} | xargs sh -c",
                "echo ${item.name} | xargs -n1 bash -c",
                "echo ${item.name} | xargs -I{} sh -c 'ls {}'",
                "eval \"$count\"",
                "eval ls $count",
                "bash -c \"ls $count\"",
                "echo \"$count\" | sh",
            })
    void dataThatStreamsIntoAShellIsFound(String text) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(ProblemCode.SHELL_SPLICE);
                    assertThat(text.substring(finding.start(), finding.end())).isIn("${item.name}", "$count");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo ${item.name} | cat",
                "echo ${item.name} || sh",
                "echo ${item.name}; echo ls | sh",
                "echo ${item.name} | sh script.sh",
                "echo ${item.name} | bash -c 'cat'",
                "source lib.sh ${item.name}",
                "diff <(echo ${item.name}) b",
                "echo ${item.name} | xargs ls",
                "echo ${item.name} | xargs sh -c 'ls \"$@\"' _",
                "bash -c 'ls \"$count\"'",
                "eval 'ls \"$count\"'",
                "eval \"$DIR\"",
                "echo $count",
            })
    void dataThatStreamsElsewhereIsFine(String text) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            declare -A U=([a]=1); k=${item.k}; echo "${U[$k]}"     | true
            declare -A U; k=${item.k}; U[$k]=1; echo ${U[$k]:-x}   | true
            f() { local -A U; k=${item.k}; U[$k]+=1; }; f          | true
            k=${item.k}; echo "${U[$k]}"                           | false
            declare -a U; k=${item.k}; echo "${U[$k]}"             | false
            declare -A U; unset U; k=${item.k}; echo "${U[$k]}"    | false
            declare -A U; k=${item.k}; echo $((U[$k]))             | false
            """)
    void theKeyOfATableIsNoCode(String text, boolean fine) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature)).hasSize(fine ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            for t in ${item.tags}; do echo $t; done        | ${item.tags}
            select t in ${item.tags}; do break; done       | ${item.tags}
            for t in README.md ${item.name}; do :; done    |
            for t in ${item.name} ${item.tags}; do :; done |
            for t in a${item.tags}; do :; done             |
            for t in ${item.tags:words}; do :; done        |
            for t in "${item.tags}"; do :; done            |
            for t in ${DIR}; do :; done                    |
            for t in ${files}; do :; done                  |
            """)
    void aListInALoopIsFound(String text, String expected) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature))
                .allMatch(finding -> finding.code() == ProblemCode.LIST_AS_WORD)
                .extracting(finding -> text.substring(finding.start(), finding.end()))
                .isEqualTo(expected == null ? java.util.List.of() : java.util.List.of(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "count=1",
                "count+=1",
                "count[2]=1",
                "count=(a b)",
                "x=1 count=2 cmd",
                "for count in a b; do :; done",
                "for count do :; done",
                "read -r count <<< x",
                "read a b count",
                "local count=1",
                "export count",
                "declare -i count=3",
                "printf -v count %s x",
                "mapfile -t count < f",
                "while getopts ab count; do :; done",
                "f() { count=1; }",
                "case x in a) count=1;; esac",
                "x=$(count=1)",
            })
    void anAssignedNameOfTheWorkflowsIsFound(String text) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(ProblemCode.SHADOWED_NAME);
                    assertThat(text.substring(finding.start())).startsWith("count");
                });
        assertThat(ShellLint.assignedNames(text)).contains("count");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo count=1",
                "other=1",
                "'count'=1",
                "echo 'count=1'",
                "# count=1",
                "cat <<EOF\ncount=1\nEOF",
                "[[ count=1 ]]",
                "((count=1))",
                "echo ${count:-1} $count",
                "command count=1",
            })
    void otherMentionsAreNoAssignments(String text) {
        assertThat(ShellLint.inspect(text, ShellLintTest::nature)).isEmpty();
    }

    @Test
    void findingsAreInTheOrderOfTheText() {
        String text = "count=1; eval ${item.b} ${item.a}; for x in ${item.c}; do :; done";
        assertThat(ShellLint.inspect(text, ShellLintTest::nature))
                .extracting(Finding::code)
                .containsExactly(
                        ProblemCode.SHADOWED_NAME,
                        ProblemCode.SHELL_SPLICE,
                        ProblemCode.SHELL_SPLICE,
                        ProblemCode.LIST_AS_WORD);
    }

    @Test
    void aTextThatCannotBeFollowedHasNoFindings() {
        assertThat(ShellLint.inspect("$((".repeat(20_000) + "${item.a}", ShellLintTest::nature))
                .isEmpty();
    }
}
