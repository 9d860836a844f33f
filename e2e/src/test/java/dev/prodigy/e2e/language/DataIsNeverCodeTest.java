package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A value never becomes code, by whatever way it comes to a process (spec 01 §9, §15).
class DataIsNeverCodeTest {
    private static final List<String> EVIL = List.of(
            "it's",
            "a \"b\" c",
            "$(touch C)",
            "`touch C`",
            "; touch C",
            "two\nlines\n",
            "*",
            "-n",
            "x'; touch C; '",
            "${secrets.K} ${item.w} $HOME",
            "\\ \\n",
            " lead and trail ",
            "EOF\ntouch C",
            "ünï ✓",
            "#no comment",
            "a[$(touch C)]");

    @NewSandbox
    private Sandbox sandbox;

    private String items() {
        return Json.write(new Value.Items(EVIL.stream()
                .map(each -> (Value) new Value.Fields(Map.of("v", Value.of(each))))
                .toList()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "dash"})
    void theExactBytesArriveAtEveryPlace(String interpreter) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                interpreter: SHELL
                map:
                  input: ITEMS
                  agent_template:
                    - shell: |
                        take() { printf '%s' "$1" >"$OUT/${item_index}.$2"; }
                        take ${item.v} unquoted
                        take "${item.v}" double
                        take '${item.v}' single
                        take "$(printf '%sx' ${item.v})" substituted
                        take "${UNSET_HERE:-${item.v}}" expansion
                        # a comment's ${item.v}
                        cat >"$OUT/${item_index}.open" <<EOF
                        ${item.v}
                        EOF
                        cat >"$OUT/${item_index}.closed" <<'EOF'
                        ${item.v}
                        EOF
                        for each in ${item.v:words}; do :; done
                        case ${item.v} in "${item.v}") take ${item.v} pattern;; esac
                    - {shell: 'printf %s "$GIVEN" >"$OUT/${item_index}.env"', env: {GIVEN: "${item.v}"}}
                    - {shell: 'printf %s ${item.v}', capture: passed}
                    - {shell: 'test -e "$OUT/${item_index}.unquoted"; printf %sx "$passed" >"$OUT/${item_index}.captured"'}
                    - {write_file: {path: "w", content: "${item.v}"}}
                    - {shell: 'cp w "$OUT/${item_index}.written"; test ! -e C'}
                """.replace("SHELL", interpreter).replace("ITEMS", items()));
        var out = Files.createDirectory(sandbox.folder().resolve("out"));

        var ended = sandbox.prodigy().with("OUT", out.toString()).run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        for (int i = 0; i < EVIL.size(); i++) {
            var value = EVIL.get(i);
            for (var place : List.of("unquoted", "double", "single", "expansion", "pattern", "env", "written")) {
                assertThat(out.resolve(i + "." + place))
                        .as("%s: %s", place, value)
                        .hasContent(value);
            }
            assertThat(out.resolve(i + ".substituted")).hasContent(value + "x");
            assertThat(out.resolve(i + ".open")).hasContent(value + "\n");
            assertThat(out.resolve(i + ".closed")).hasContent(value + "\n");
            assertThat(out.resolve(i + ".captured"))
                    .hasContent(
                            value.stripTrailing().equals(value) ? value + "x" : value.replaceAll("\\n+$", "") + "x");
        }
        assertThat(out.resolve("C")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            `echo $(( ${item.v} + 1 ))`
            `[[ ${item.v} -gt 1 ]] && echo yes`
            `x[${item.v}]=1`
            `y=abc; echo ${y:${item.v}}`
            """)
    void whatTheShellWouldCalculateMustBeAnInteger(String command) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{v: "a[$(touch C)]"}]
                  agent_template:
                    - {shell: 'COMMAND', on_failure: 'echo handled >>"$TRACE"'}
                reduce: ['ls C >>"$TRACE" 2>/dev/null || true']
                """.replace("COMMAND", command));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.journal().events("agent_failed").getFirst().text("error.code"))
                .isEqualTo("NOT_AN_INTEGER");
        assertThat(sandbox.trace()).isEmpty();
    }

    @Test
    void aLargeValueArrivesWhole() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - {shell: 'head -c 300000 /dev/zero | tr "\\\\0" "x"; echo " end"', capture: big}
                  - shell: |
                      sum() { cksum | cut -d' ' -f1 >>"$TRACE"; }
                      printf '%s' '${big}' | sum
                      printf '%s' "${big}" | sum
                      printf '%s' "$big" | sum
                      sum <<EOF
                      ${big}
                      EOF
                  - {write_file: {path: big.txt, content: "${big}"}}
                  - {shell: 'cksum <big.txt | cut -d" " -f1 >>"$TRACE"; printf "%s\\n" "${big}" | cksum | cut -d" " -f1 >>"$TRACE"'}
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        var sums = sandbox.trace();
        assertThat(sums.subList(0, 3)).containsOnly(sums.getFirst());
        assertThat(sums.get(4)).isEqualTo(sums.getFirst());
        assertThat(sums.get(3)).isEqualTo(sums.get(5));
    }
}
