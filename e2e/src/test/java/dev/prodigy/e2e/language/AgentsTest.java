package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Agents of the user's own, and what an agent's word is worth (spec 01 §11).
class AgentsTest {
    @NewSandbox
    private Sandbox sandbox;

    private void program(String name, String script) throws IOException {
        var file = sandbox.folder().resolve("bin").resolve(name);
        Files.writeString(file, "#!/bin/bash\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void argumentsArePassedAsDeclared() throws IOException {
        program("asked", """
                printf '[%s]' "$@" >>"$TRACE"
                echo " mood=$MOOD in=$(head -c 20) file=$([ "$1" = --file ] && cat "$2")" >>"$TRACE"
                echo "said"
                echo
                """);
        var workflow = sandbox.workflow("""
                env: {WHO: "a b"}
                agents:
                  coder: {command: [asked, exec, [--model, "{model}"], "{prompt}"], env: {MOOD: "m-${WHO}"}, args: [--all, "${WHO}"]}
                  filed: {command: "asked --file {prompt_file} 'two words'", input: file}
                  piped: {command: [asked, go], input: stdin}
                  auto: {command: [asked, "{prompt}"]}
                commands:
                  - {coder: "do $(touch C) ${WHO}", id: first, capture: heard}
                  - {coder: {prompt: p, model: m-2, args: [--one]}}
                  - {agent: coder, prompt: p, model: m-3}
                  - {filed: "in a file"}
                  - {piped: "on stdin"}
                  - {auto: "-begins with a dash"}
                  - {auto: "begins with none"}
                  - {shell: 'echo "[${heard}] ${first.exit_code} ${first.model:-unknown} ${last.output}" >>"$TRACE"; ls C 2>/dev/null'}
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(sandbox.trace())
                .containsExactly(
                        "[exec][--all][a b][do $(touch C) a b] mood=m-a b in= file=",
                        "[exec][--model][m-2][--all][a b][--one][p] mood=m-a b in= file=",
                        "[exec][--model][m-3][--all][a b][p] mood=m-a b in= file=",
                        sandbox.trace().get(3),
                        "[go] mood= in=on stdin file=",
                        "[] mood= in=-begins with a dash file=",
                        "[begins with none] mood= in= file=",
                        "[said] 0 unknown said");
        assertThat(sandbox.trace().get(3)).startsWith("[--file][/").endsWith("][two words] mood= in= file=in a file");
    }

    @Test
    void aLargePromptArrivesWholeOnStdin() throws IOException {
        program("claude", """
                cat | wc -c >>"$TRACE"
                echo "$*" >>"$TRACE"
                echo '{"type":"result","result":"ok","is_error":false}'
                """);
        var workflow = sandbox.workflow(
                "commands:\n  - claude: |\n      " + "x".repeat(200 * 1024 - 1) + "\n    model: m-1\n");

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace())
                .containsExactly(
                        Integer.toString(200 * 1024),
                        "--print --output-format stream-json --verbose --dangerously-skip-permissions --model m-1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            agent:truncate | AGENT_TRUNCATED
            agent:fail     | AGENT_ERROR
            agent:exit=1   | EXIT_1
            say it         | ok done with none
            """)
    void aGoodExitCodeAndAGoodResultEventAreBothNeeded(String prompt, String told) throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - {claude: "PROMPT", id: a, on_failure: {shell: 'echo "${error.code}" >>"$TRACE"', max_attempts: 1}}
                  - {shell: 'echo "ok ${a.output}" >>"$TRACE"; test -s "${claude.log}"'}
                """.replace("PROMPT", prompt));

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(told.startsWith("ok") ? 0 : 1);
        assertThat(sandbox.trace()).containsExactly(told);
    }

    @Test
    void eventsAreReadByTheAuthorsExpressions() throws IOException {
        program("lines", """
                cat <<'X'
                not json
                {"t": "msg", "m": "m-7"}
                {"t": "end", "text": "first", "bad": true}
                {"t": "end", "text": "fine", "bad": false, "tok": {"in": 5, "out": -1}, "cost": 0.5}
                {"t": "other", "tok": {}}
                X
                """);
        program("document", "printf '{\"answer\": \"whole\", \"err\": %s}' \"$BAD\"");
        program("blank", "echo '  '");
        var workflow = sandbox.workflow("""
                agents:
                  lines:
                    command: [lines, "{prompt}"]
                    output: jsonl
                    result_when: t == 'end'
                    result: text
                    error_when: bad
                    report: {input_tokens: tok.in, output_tokens: tok.out, cost_usd: cost, model: m}
                  document: {command: [document, "{prompt}"], output: json, result: answer, error_when: err}
                  blank: {command: [blank]}
                  gone: {command: [no-such-program]}
                commands:
                  - {lines: p, id: l}
                  - shell: |
                      echo "${l.output} ${l.model} ${l.cost_usd} ${l.usage.input_tokens} ${l.usage.output_tokens:-unknown}" >>"$TRACE"
                  - {document: p, id: d, env: {BAD: "false"}}
                  - {shell: 'echo "${d.output}" >>"$TRACE"'}
                  - {document: p, env: {BAD: "true"}, on_failure: {shell: 'echo "${error.code}" >>"$TRACE"', fail_workflow: false, max_attempts: 1}}
                  - {blank: p, on_failure: {shell: 'echo "${error.category}" >>"$TRACE"', fail_workflow: false, max_attempts: 1}}
                  - {gone: p, on_failure: {shell: 'echo "${error.category} ${error.exit_code}" >>"$TRACE"', fail_workflow: false, max_attempts: 1}}
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace())
                .containsExactly(
                        "fine m-7 0.5 5 unknown", "whole", "AGENT_ERROR", "agent_error", "command_not_found 127");
        assertThat(ended.err()).contains("AGENT_NOT_FOUND").contains("no-such-program");
        var usage = sandbox.journal().events("agent_usage").getFirst();
        assertThat(usage.number("input_tokens")).isEqualTo(5);
        assertThat(usage.text("output_tokens")).isEqualTo("null");
        assertThat(usage.text("model")).isEqualTo("m-7");
    }
}
