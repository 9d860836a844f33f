package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Spec 01, first paragraph and §15: every step option works in every list of steps, with the same effect.
class EveryOptionEverywhereTest {
    private static final String STEPS = """
            - {shell: 'mkdir sub'}
            - shell: 'echo out; echo err >&2; touch new.rs'
              id: first
              name: "first of ${workflow.name}"
              description: says something
              capture: said
              capture_streams: {stdout: true, exit_code: false}
              env: {OWN: "own ${workflow.name}"}
              output_file: out/first.log
              outputs: {twice: "${first.output}${first.output}", file: {file_pattern: "*.rs"}, called: "${step.name}"}
            - shell: 'echo "1 ${said} ${said.exit_code:-gone} ${first.twice} ${first.file} ${first.status} ${first.called} $(cat out/first.log) [${OWN:-}]" >>"$TRACE"'
            - {shell: 'echo no >>"$TRACE"', when: "1 > 2", id: left_out}
            - {shell: 'echo "2 ${left_out.status} $(basename "$PWD") $DEEP" >>"$TRACE"', cwd: sub, env: {DEEP: "d-${said}"}}
            - {shell: 'echo "3 [$LANGUAGE_OF_ALL] $DEEP" >>"$TRACE"', clear_env: true, env: {DEEP: deep, TRACE: "${TRACE}"}}
            - {shell: 'sleep 60', timeout: 300ms, continue_on_error: true, id: slow}
            - {shell: 'echo x; sleep 60', idle_timeout: 300ms, allow_failure: true, id: idle}
            - {shell: 'sleep 60', total_timeout: 300ms, allow_failure: true, id: whole}
            - {shell: 'echo "4 ${slow.exit_code} ${slow.status} ${idle.exit_code} ${whole.exit_code}" >>"$TRACE"', interpreter: sh}
            - {shell: 'echo "5 $PRODIGY_ATTEMPT" >>"$TRACE"; test "$PRODIGY_ATTEMPT" = 2', retry_config: {attempts: 2, backoff: fixed, initial_delay: 1ms}}
            - {shell: 'echo 6 >>"$TRACE"; test -e ok', on_failure: {shell: 'echo "6 ${error.code}" >>"$TRACE"; touch ok'}, id: mended}
            - {shell: 'exit 7', on_exit_code: {7: {shell: 'echo "7 ${mended.status}" >>"$TRACE"', fail_workflow: false, max_attempts: 1}}, on_failure: 'echo no >>"$TRACE"'}
            - {shell: 'true', on_success: 'echo 8 >>"$TRACE"'}
            - {shell: 'echo 9 >>"$TRACE"', validate: {shell: 'test -e complete', on_incomplete: 'echo "9 ${validation.attempt_number}" >>"$TRACE"; touch complete'}}
            - {claude: 'say it', model: m-1, args: [--verbose], id: asked, capture: answer}
            - {shell: 'echo "10 ${answer} ${asked.usage.output_tokens} ${claude.model}" >>"$TRACE"'}
            - write_file: {path: f.json, content: {a: [1]}, format: json}
              id: written
              commit_required: true
              auto_commit: true
              commit_config: {message_template: "by ${step.name} ${step.files_changed}"}
            - {shell: 'echo "11 ${written.commits|length} ${written.files_changed} $(git log -1 --format=%s)" >>"$TRACE"'}
            - {foreach: [a, b], as: each, do: [{shell: 'echo "12 ${each} ${index}" >>"$TRACE"'}]}
            - {shell: 'echo "[{\\"k\\": 1}]"', capture: parsed, capture_format: json}
            - {shell: 'echo "13 ${parsed[0].k}"', capture: false}
            - {shell: 'echo "14 ${parsed[0].k} ${last.output}" >>"$TRACE"'}
            """;

    private static final String TRACE = """
            1 out gone outout new.rs succeeded first of every option out []
            2 skipped sub d-out
            3 [] deep
            4 124 tolerated 124 124
            5 1
            5 2
            6
            6 EXIT_1
            6
            7 recovered
            8
            9
            9 1
            10 done with none 5 fake-1
            11 1 f.json by written f.json
            12 a 0
            12 b 1
            14 1 [{"k": 1}]
            """;

    @NewSandbox
    private Sandbox sandbox;

    /// Where the steps are put.
    enum Where {
        COMMANDS("commands:\n  STEPS"),
        SETUP("mode: mapreduce\nsetup:\n  STEPS\nmap: {input: [], agent_template: ['true']}"),
        AGENT_TEMPLATE("mode: mapreduce\nmap:\n  input: [{id: 1}]\n  agent_template:\n    STEPS"),
        REDUCE("mode: mapreduce\nmap: {input: [{id: 1}], agent_template: ['true']}\nreduce:\n  STEPS"),
        MERGE("commands: ['git commit -q --allow-empty -m x; touch c; git add c; git commit -qm c']\nmerge:\n  STEPS"),
        ROUND("commands:\n  - foreach: [only]\n    do:\n      STEPS"),
        HANDLER("commands:\n  - shell: test -e ok\n    on_failure:\n      commands:\n        STEPS"),
        VALIDATION("commands:\n  - shell: 'true'\n    validate:\n      commands:\n        STEPS\n"
                + "        - shell: 'echo \"{\\\"complete\\\": true}\"'"),
        ON_INCOMPLETE("commands:\n  - shell: 'true'\n    validate:\n      shell: test -e complete\n"
                + "      on_incomplete:\n        commands:\n          STEPS"),
        ON_SUCCESS("commands:\n  - shell: 'true'\n    on_success:\n      STEPS"),
        ON_EXIT_CODE("commands:\n  - shell: exit 7\n    on_exit_code:\n      7:\n        max_attempts: 1\n"
                + "        fail_workflow: false\n        commands:\n          STEPS"),
        TEMPLATE("commands:\n  - template: ./part.yml", "commands:\n  STEPS"),
        IMPORT("imports: [./part.yml]\ncommands: ['true']", "commands:\n  STEPS"),
        SUB_WORKFLOW("commands:\n  - workflow: ./part.yml", "commands:\n  STEPS");

        private final String workflow;
        private final String part;

        Where(String workflow) {
            this(workflow, "");
        }

        Where(String workflow, String part) {
            this.workflow = workflow;
            this.part = part;
        }

        static String named(String workflow, String steps) {
            int column = workflow.indexOf("STEPS") - workflow.lastIndexOf('\n', workflow.indexOf("STEPS")) - 1;
            var indented = steps.strip().replace("\n", "\n" + " ".repeat(Math.max(0, column)));
            return "name: every option\n" + workflow.replace("STEPS", indented) + "\n";
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyOptionHasTheSameEffect(Where where) throws IOException {
        sandbox.workflow("part.yml", Where.named(where.part, STEPS));
        var workflow = sandbox.workflow(Where.named(where.workflow, STEPS));

        var ended = sandbox.prodigy().with("LANGUAGE_OF_ALL", "x").run("run", workflow, "--yes");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var agent = where == Where.AGENT_TEMPLATE ? TRACE.replace("with none", "with item-001") : TRACE;
        assertThat(String.join("\n", sandbox.trace()) + "\n").isEqualTo(agent);
        sandbox.assertNothingLeftRunning();
        for (var journal : sandbox.journals()) {
            journal.assertValid();
        }
    }

    /// Spec 01 §6; spec 00, "Errors that people read": a validation that found nothing says what it looked for.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {shell: 'true', validate: {result_file: none.json}}         | `none.json` was not written since the step began
            {shell: 'echo no >r.json', validate: {result_file: r.json}} | `r.json` is not JSON: line 1, column 1
            {shell: 'true', validate: {shell: 'exit 7'}}                | exit status 7
            """)
    void aValidationThatFailsSaysWhy(String step, String why) throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow("commands: [" + step + "]\n"));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).contains(why);
    }
}
