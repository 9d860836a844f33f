package dev.prodigy.lang.shell.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.shell.PlaceholderNature;
import dev.prodigy.lang.shell.ShellLint;
import dev.prodigy.model.source.ProblemCode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every way in which data reaches a shell as code is found, where the placeholder stands.
class CodeFlowTest {
    private static PlaceholderNature nature(String body) {
        if (body.endsWith(":q")) {
            return PlaceholderNature.QUOTED;
        }
        if (body.endsWith(":words")) {
            return PlaceholderNature.WORDS;
        }
        return body.startsWith("item.") || body.equals("count")
                ? PlaceholderNature.DATA
                : body.equals("DIR") ? PlaceholderNature.TEXT : PlaceholderNature.FOREIGN;
    }

    private static List<String> spliced(String text) {
        return ShellLint.inspect(text, CodeFlowTest::nature).stream()
                .filter(finding -> finding.code() == ProblemCode.SHELL_SPLICE)
                .map(finding -> text.substring(finding.start(), finding.end()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trap -- 'rm ${item.name}' EXIT",
                "trap -- \"rm $count\" EXIT",
                "$SHELL -c 'ls ${item.name}'",
                "\"$SHELL\" -c \"ls ${item.name}\"",
                "${SHELL:-/bin/sh} -c 'ls ${item.name}'",
                "\"${BASH}\" -ec 'ls ${item.name}'",
                "$(command -v bash) -c 'ls ${item.name}'",
                "exec \"$SHELL\" -c \"ls $count\"",
                "flock /tmp/lock -c 'ls ${item.name}'",
                "flock -n -w 5 lock --command 'ls ${item.name}'",
                "flock lock sh -c 'ls ${item.name}'",
                "script -c 'ls ${item.name}'",
                "script -qc \"ls ${item.name}\" /dev/null",
                "script -q /dev/null --command=${item.name}",
                "su - user -c 'ls ${item.name}'",
                "su -c \"ls $count\" user",
                "runuser -u user -- sh -c 'ls ${item.name}'",
                "git -c alias.x='!ls ${item.name}' x",
                "git -c 'alias.x=!ls ${item.name}' x",
                "git -c core.pager=${item.name} log",
                "git -C a -c core.sshCommand=\"ssh ${item.name}\" fetch",
                "git -c ${item.name} status",
                "git config alias.x '!${item.name}'",
                "git config --global core.editor ${item.name}",
                "git rebase -x 'make ${item.name}' main",
                "git rebase --exec=${item.name} main",
                "git submodule foreach 'ls ${item.name}'",
                "git filter-branch --tree-filter 'rm ${item.name}' HEAD",
                "GIT_SSH_COMMAND=\"ssh -i ${item.name}\" git fetch",
                "EDITOR=${item.name} git commit",
                "env sh -c 'ls ${item.name}'",
                "env -i A=1 sh -c \"ls $count\"",
                "env -S \"sh -c ls ${item.name}\"",
                "/usr/bin/env bash -c \"ls ${item.name}\"",
                "xargs sh -c 'ls ${item.name}'",
                "find . | xargs -0 sh -c \"ls ${item.name}\"",
                "echo ${item.name} | xargs -I% sh -c 'ls %'",
                "echo ${item.name} | xargs -I X bash -c 'ls X'",
                "echo ${item.name} | xargs ssh host rm",
                "echo ${item.name} | parallel",
                "bash -o pipefail -c 'ls ${item.name}'",
                "bash -c -x 'ls ${item.name}'",
                "bash +x -O extglob -c 'ls ${item.name}'",
                "busybox sh -c 'ls ${item.name}'",
                "npx wrapper bash -c 'ls ${item.name}'",
                "docker exec x sh -c 'ls ${item.name}'",
            })
    void inAnArgument(String text) {
        assertThat(spliced(text)).singleElement().isIn("${item.name}", "$count");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cd a && eval ${item.name}",
                "cd a && ls && echo ${item.name} | sh",
                "(echo ${item.name}) | sh",
                "{ echo ${item.name}; } | sh",
                "{ echo set -e; echo ls; echo ${item.name}; } | sh",
                "(cd a; (echo ${item.name}; echo b)) | cat | sh",
                "if true; then echo ${item.name}; else echo b; fi | sh",
                "for i in 1 2; do echo ${item.name}; done | sh",
                "for i in ${item.name:words}; do echo \"$i\"; done | sh",
                "while read -r l; do echo \"$l\"; done <<< ${item.name} | sh",
                "case a in a) echo ${item.name};; esac | sh",
                "echo ${item.name} | (cd a; sh)",
                "echo ${item.name} | { cat; } | sh",
                "echo ${item.name} | { sh; }",
                "echo ${item.name} | if true; then bash; fi",
                "echo ${item.name} |\n\n sh",
                "echo ${item.name} | # why\n sh",
                "echo ${item.name} |& sh",
                "true || echo ${item.name} | sh",
                "f() { echo ${item.name}; }; f | sh",
                "function f { echo ${item.name}; }; f | sh",
                "f() { sh; }\necho ${item.name} | f",
                "f() { sh; }; f <<< ${item.name}",
                "f() { eval \"$1\"; }; f ${item.name}",
                "f() { eval \"$@\"; }; f a ${item.name}",
                "f() { local c=$2; eval \"$c\"; }; f a ${item.name}",
                "f()\n{\n  bash -c \"$*\"\n}\nf ${item.name}",
                "f() { g \"$1\"; }; g() { eval \"$1\"; }; f ${item.name}",
                "set -- ${item.name}; eval \"$1\"",
                "c=\"ls ${item.name}\"; eval \"$c\"",
                "c=${item.name}; d=\"ls $c\"; bash -c \"$d\"",
                "c=$(echo ${item.name}); eval \"${c}\"",
                "read -r c <<< ${item.name}; eval $c",
                "echo ${item.name} | while read -r c; do eval \"$c\"; done",
                "for c in ${item.name:words}; do eval \"$c\"; done",
                "printf -v c %s ${item.name}; eval \"$c\"",
                "eval \"$(printf %s ${item.name})\"",
                "eval `echo ${item.name}`",
                "bash -c \"$(echo ls; echo ${item.name})\"",
                "source <(cat <<< ${item.name})",
                "bash <(if true; then echo ${item.name}; fi)",
                "sh <<EOF\nls ${item.name}\nEOF",
                "sh <<EOF\nls $count\nEOF",
                "sh <<EOF\nls $(basename ${item.name})\nEOF",
                "(sh) <<EOF\nls ${item.name}\nEOF",
                "{ sh -e; } <<'EOF'\nls ${item.name}\nEOF",
                "if true; then sh; fi <<EOF\nls ${item.name}\nEOF",
                "while true; do sh; done <<< ${item.name}",
                "cat <<EOF | (sh)\nls ${item.name}\nEOF",
                "x=$(cat <<EOF | sh\nls ${item.name}\nEOF\n)",
                "ssh host bash -s <<EOF\nls ${item.name}\nEOF",
                "docker exec -i x sh <<EOF\nls ${item.name}\nEOF",
                "cat > run.sh <<EOF\nls ${item.name}\nEOF\nbash ./run.sh",
                "echo ${item.name} > run.sh; chmod +x run.sh; ./run.sh",
                "echo ${item.name} | tee log | sudo bash",
            })
    void throughTheShellsOwnMeans(String text) {
        assertThat(spliced(text))
                .singleElement()
                .satisfies(found -> assertThat(found).isIn("${item.name}", "${item.name:words}", "$count"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo $(( $(echo ${item.name}) + 1 ))",
                "(( $(cat <<< ${item.name}) > 3 ))",
                "echo $(( `printf %s ${item.name}` ))",
                "echo $(( $(echo ${item.name} | tr -d x) ))",
                "let x=$(echo ${item.name})",
                "[[ $(echo ${item.name}) -gt 3 ]]",
                "n=${item.name}; echo $((n + 1))",
                "n=\"${item.name}\"; [[ $n -gt 3 ]]",
                "for n in ${item.name:words}; do echo $((n + 1)); done",
            })
    void inArithmetic(String text) {
        assertThat(spliced(text))
                .singleElement()
                .satisfies(found -> assertThat(found).isIn("${item.name}", "n", "$n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trap 'rm -f tmp' EXIT; ls ${item.name}",
                "trap - EXIT ${item.name}",
                "trap -- 'rm -f tmp' EXIT",
                "$SHELL -c 'ls \"$1\"' _ ${item.name}",
                "$SHELL script.sh ${item.name}",
                "flock ${item.path} -c 'ls'",
                "flock lock grep -c ${item.name} f",
                "flock lock ls ${item.name}",
                "script -c ls ${item.path}",
                "git -c user.name=${item.name} commit",
                "git -C ${item.path} status",
                "git commit -m ${item.name}",
                "git config user.name ${item.name}",
                "git log --grep ${item.name}",
                "git rebase ${item.name}",
                "env A=${item.name} sh -c 'ls \"$A\"'",
                "env sh script.sh ${item.name}",
                "A=${item.name} sh -c 'ls \"$A\"'",
                "grep sh -c ${item.name}",
                "find . -name ${item.name} | xargs rm",
                "echo ${item.name} | xargs -I% ls %",
                "echo ${item.name} | (cd a; cat)",
                "echo ${item.name} | { bash script.sh; }",
                "echo ${item.name}; { echo a; } | sh",
                "{ echo ${item.name}; } > f; sh g",
                "f() { echo ${item.name}; }; f; ls | sh",
                "f() { eval \"$1\"; }; f ls ${item.name}",
                "f() { ls \"$1\"; }; f ${item.name}",
                "f() { sh; }; echo ${item.name}; ls | f",
                "c=\"ls ${item.name}\"; echo \"$c\"",
                "c=ls; eval \"$c\"; ls ${item.name}",
                "cd ${item.path} && make | sh",
                "if [ -n \"${item.name}\" ]; then echo ls; fi | sh",
                "x=$(eval ls); echo ${item.name}",
                "eval \"$(ssh-agent)\"; ls ${item.name}",
                "cat <<EOF\neval ${item.name}\nEOF\nls | sh",
                "sh <<'EOF'\nls $count\nEOF",
                "{ sh; } <<< ls; echo ${item.name}",
                "echo $(( $(wc -l < ${item.path}) + 1 ))",
                "echo $(( $(grep -c x ${item.path}) + 1 ))",
                "echo $(( $(echo ${item.name} | wc -c) ))",
                "n=$(wc -l < ${item.path}); echo $((n + 1))",
                "declare -i n=${item.name}; echo $((n + 1))",
                "n=5; echo $((n + 1)) ${item.name}",
                "echo ${item.name} | while read -r l; do echo ls | sh; done",
            })
    void dataThatIsNoCodeIsFine(String text) {
        assertThat(spliced(text)).isEmpty();
    }

    /// `a[$(…)]` is the name of a variable whose subscript is run.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "x=${item.name}; echo ${!x}",
                "x=\"${item.name}\"; echo \"a ${!x:-none} b\"",
                "x=$(echo \"${!n}\"); n=a_${item.name}",
                "for n in ${item.names:words}; do echo ${!n@Q}; done",
                "x=${item.name}\ncat <<EOF\n${!x}\nEOF",
                "echo ${!count}",
            })
    void dataThatNamesAVariableIsFound(String text) {
        assertThat(spliced(text)).singleElement().asString().startsWith("!");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for v in A B; do echo ${!v}; done; echo ${item.name}",
                "x=${item.name}; echo ${!x*} ${!x@} ${!x[@]}",
                "x=${item.name}; echo '${!x}' # ${!x}",
                "x=${DIR}; echo ${!x}",
                "x=${item.name}; echo ${!xy} ${x}",
            })
    void namesThatAreNoDataAreFine(String text) {
        assertThat(spliced(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "!\\\\`1${d}(())${t}(-$($-))$[#${w}?&eval $\\\"[[ a -gt case x in declare -i [",
                "f(())g()()",
                "`f()`()",
            })
    void textsThatAreNoShellTextsAreRead(String text) {
        assertThat(spliced(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "{ ",
                "$(",
                "`",
                "f() { ",
                "echo | ( sh; ",
                "f() { sh; }; echo ${item.a} | f; ",
                "c=$c; eval \"$c\"; ",
                "if sh; then ",
                "sh <<E | sh\n${item.a}\nE\n",
                "echo x > s; sh s; ",
                "eval $(eval $(",
            })
    void hostileTextsTakeLinearTime(String piece) {
        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(1), () -> ShellLint.inspect(piece.repeat(5_000), CodeFlowTest::nature));
    }
}
