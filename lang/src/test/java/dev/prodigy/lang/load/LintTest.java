package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Shell texts, directories, words, files, and what has no effect, as {@link LintRows} says (spec 01 §14, 05 §3).
class LintTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            # shell texts
            MAP »eval "ls ${item.name}"                                    | SHELL_SPLICE map.agent_template
            MAP »echo $((item*2))                                          | UNSET_VARIABLE map.agent_template
            MAP »echo $((item_index + 1))                                  | UNSET_VARIABLE map.agent_template
            - {foreach: [1], do: »echo $((item*2))}                        | SHELL_SPLICE commands[0].do
            env: {COUNT: 1}⏎commands: »echo ${COUNT:base-name}             | UNSET_VARIABLE commands -> ${COUNT:basename}
            - {shell: x, capture: c}⏎- »bash -c 'ls ${c}'                  | SHELL_SPLICE commands[1]
            - {shell: ls, capture: c, capture_format: lines}⏎- »for x in ${c}; do echo $x; done | LIST_AS_WORD commands[1]
            env: {COUNT: 1}⏎commands: »echo ${COUNT:lenght}                | UNSET_VARIABLE commands -> ${COUNT:length}
            env: {COUNT: 1}⏎commands: »echo ${COUNT:lower:uppper:-x}       | UNSET_VARIABLE commands -> ${COUNT:lower:upper:-x}
            isolation: none⏎env: {COUNT: 1}⏎commands: {write_file: {path: x, content: »"${COUNT:UPPER} ${COUNT:other}"}} | UNSET_VARIABLE commands.write_file.content -> ${COUNT:upper}
            - {shell: x, id: a}⏎- {shell: x, env: {A: »"${a.output:basname}"}} | UNSET_VARIABLE commands[1].env.A -> ${a.output:basename}
            env: {COUNT: 1}⏎commands: »COUNT=2; echo ${COUNT}              | SHADOWED_NAME commands
            commands: »'curl -H "X: ${API}" host'⏎secrets: {API: "${env:API}"} | SECRET_IN_COMMAND commands
            commands: »deploy ${secrets.API}⏎secrets: {API: "${env:API}"}  | SECRET_IN_COMMAND commands
            commands: »deploy ${T}⏎secrets: {API: "${env:API}"}⏎env: {T: "${U}", U: "${API}"} | SECRET_IN_COMMAND commands
            - »cd .. && make                                               | ESCAPES_WORKTREE commands[0]
            - »echo x > /etc/motd                                          | ESCAPES_WORKTREE commands[0]
            - »cp a /usr/local/bin                                         | ESCAPES_WORKTREE commands[0]
            - {shell: x, working_dir: »/srv}                               | ESCAPES_WORKTREE commands[0].working_dir
            - {write_file: {path: »/etc/a, content: b}}                    | ESCAPES_WORKTREE commands[0].write_file.path
            - {shell: x, output_file: »/var/log/x}                         | ESCAPES_WORKTREE commands[0].output_file
            - {shell: x, working_dir: »..}                                 | ESCAPES_WORKTREE commands[0].working_dir
            - {shell: x, cwd: »a/../../b}                                  | ESCAPES_WORKTREE commands[0].cwd
            - {shell: x, working_dir: »~/a}                                | ESCAPES_WORKTREE commands[0].working_dir
            - {write_file: {path: »~/a, content: b}}                       | ESCAPES_WORKTREE commands[0].write_file.path
            - {shell: x, output_file: »~/a}                                | ESCAPES_WORKTREE commands[0].output_file
            - {foreach: [1], working_dir: a, do: {shell: x, working_dir: »../..}} | ESCAPES_WORKTREE commands[0].do.working_dir
            - {foreach: [1], working_dir: ».., do: {shell: x, working_dir: ../a}} | ESCAPES_WORKTREE commands[0].working_dir
            - {foreach: [1], working_dir: »/srv, do: {shell: x, working_dir: a, on_failure: [y]}} | ESCAPES_WORKTREE commands[0].working_dir
            MAP {shell: x, working_dir: a, on_failure: {shell: y, cwd: »../..}} | ESCAPES_WORKTREE map.agent_template.on_failure.cwd
            # words
            ITEM agent_template: x, on_conflict: »retyr                    | INVALID_VALUE map.on_conflict -> retry
            ITEM agent_template: x, on_conflict: »Fail                     | INVALID_VALUE map.on_conflict -> fail
            # files
            commands: x⏎env_files: [{path: »no.env, required: true}]       | FILE_NOT_FOUND env_files[0].path
            # names of outputs
            - {shell: x, id: a, outputs: {ok: y, »status: y}}              | RESERVED_NAME commands[0].outputs.status
            - {claude: p, commit_required: true, outputs: {»model: y}}     | RESERVED_NAME commands[0].outputs.model
            - {foreach: [1], do: {shell: x, outputs: {»stdout: y}}}        | RESERVED_NAME commands[0].do.outputs.stdout
            - {foreach: [1], do: x, outputs: {»failed: y}}                 | RESERVED_NAME commands[0].outputs.failed
            # without effect
            name: »x ${A}⏎env: {A: 1}⏎commands: x                        | NO_EFFECT name
            - {shell: x, »capture_format: json}                            | NO_EFFECT commands[0].capture_format
            - {shell: x, »commit_config: {author: "A <a@b>"}}              | NO_EFFECT commands[0].commit_config
            - {shell: x, on_failure: {shell: y, »handler_failure_fatal: true}} | NO_EFFECT commands[0].on_failure.handler_failure_fatal
            - {shell: x, on_exit_code: {7: {shell: y, »handler_failure_fatal: true}}} | NO_EFFECT commands[0].on_exit_code.7.handler_failure_fatal
            - {shell: x, on_exit_code: {07: {shell: y, »handler_failure_fatal: true}}} | NO_EFFECT commands[0].on_exit_code.07.handler_failure_fatal
            - {shell: x, on_exit_code: {0: {shell: y, »max_attempts: 2}}}  | NO_EFFECT commands[0].on_exit_code.0.max_attempts
            - {shell: x, on_exit_code: {0: {shell: y, »strategy: cleanup}}} | NO_EFFECT commands[0].on_exit_code.0.strategy
            - {shell: x, on_exit_code: {»0: true}}                         | NO_EFFECT commands[0].on_exit_code.0
            - {shell: x, on_exit_code: {»0: {fallback: y}}}                | NO_EFFECT commands[0].on_exit_code.0
            - {shell: x, on_failure: {strategy: fallback, shell: y, »continue_on_error: true}} | NO_EFFECT commands[0].on_failure.continue_on_error
            - {shell: x, retry: {on_failure: {fallback: {shell: y, »allow_failure: true}}}} | NO_EFFECT commands[0].retry.on_failure.fallback.allow_failure
            commands: x⏎isolation: none⏎»merge: git push                   | NO_EFFECT merge
            commands: x⏎isolation: none⏎»worktree: {base: main}            | NO_EFFECT worktree
            ITEM input: [1], agent_template: x, timeout_config: {agent_timeout_secs: 9, timeout_policy: per_agent, »command_timeouts: {shell: 5}} | NO_EFFECT map.timeout_config.command_timeouts
            ITEM input: [1], agent_template: x, timeout_config: {command_timeouts: {shell: 5, »claude: 5}} | NO_EFFECT map.timeout_config.command_timeouts.claude
            ITEM input: [1], agent_template: x, timeout_config: {timeout_policy: hybrid, command_timeouts: {shell: 5, »bash: 5}} | NO_EFFECT map.timeout_config.command_timeouts.bash
            ITEM input: [1], agent_template: x, timeout_config: {timeout_policy: per_command, command_timeouts: {shell_0: 5, »shell_1: 5}} | NO_EFFECT map.timeout_config.command_timeouts.shell_1
            commands: {a1: p, »model: m, commit_required: true}⏎agents: {a1: {command: [a1, "{prompt}"]}} | NO_EFFECT commands.model
            """)
    void theDoubtfulIsFoundInItsPlace(String yaml, String expected) {
        LintRows.isFound(yaml, expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // directories inside of the tree, and those that only the run knows
                "- {foreach: [1], working_dir: a/b, do: {shell: x, working_dir: ../c}}",
                "- {shell: x, working_dir: a, on_failure: {shell: y, cwd: ..}}",
                "- {shell: x, working_dir: a/../b}",
                "- {shell: x, working_dir: ..a}",
                "- {shell: x, working_dir: /tmp/a}",
                "- {shell: x, working_dir: \"../$HOME\"}",
                "- {foreach: [a/b], working_dir: \"${item}\", do: {shell: x, working_dir: ..}}",
                "isolation: none\ncommands: {shell: x, working_dir: ..}",
                // shell texts
                "MAP ls ${item.name}; bash -c \"ls ${item.name:q}\"; awk -v n=${item.name} -f x.awk f",
                "env: {DIR: a}⏎commands: eval ls ${DIR}",
                "- {shell: ls, capture: c}⏎- for x in ${c:words}; do echo $x; done",
                "env: {COUNT: 1}⏎commands: COUNT=2; echo $COUNT",
                "env: {COUNT: 1}⏎commands: 'echo ${COUNT:0:3} ${COUNT:n} ${COUNT:-lenght} ${COUNT:start} ${OTHER:uper} # ${COUNT:uper}'",
                "env: {COUNT: 1}⏎commands: 'echo ${COUNT:length-1} ${COUNT:q+1} ${COUNT:2-raw}'",
                "env: {COUNT: 1}⏎commands: 'row=1; rat=2; echo ${COUNT:row-rat}'",
                "- {shell: x, capture: i}⏎- 'for ((i=0; i<3; i++)); do echo $i; done; echo ${i}'",
                "MAP read item; echo $((item*2))",
                "MAP eval \"$item\"",
                "env: {COUNT: 1}⏎commands: 'row=1; echo ${COUNT:row} ${COUNT:row:2}'",
                "env: {COUNT: 1, row: 2}⏎commands: 'echo ${COUNT:row}'",
                "env: {COUNT: 1}⏎commands: 'echo $((row = 2)) ${COUNT:row}'",
                "commands: curl -K - <<< \"X ${API}\"; echo ${API} | login; export X=${API}⏎secrets: {API: '${env:API}'}",
                "commands: {shell: deploy, env: {T: '${secrets.API}'}}⏎secrets: {API: '${env:API}'}",
                "- cd src && make > /dev/null && cp /etc/hosts . && ls /usr > /tmp/x",
                "isolation: none⏎commands: cd .. && touch /srv/x",
                "ITEM isolation: none, agent_template: 'cd ..'",
                "- {write_file: {path: /tmp/a, content: b}, working_dir: src}",
                "- {shell: x, id: a, outputs: {model: y, failed: z, report: {file_pattern: '*.md'}}}",
                // with effect
                "- {shell: x, capture: a, capture_format: json}⏎- echo ${a}",
                "- {shell: x, auto_commit: true, commit_config: {author: 'A <a@b>'}}",
                "- {shell: x, commit_config: {message_pattern: '^fix'}}",
                "- {shell: x, on_failure: {shell: y, handler_failure_fatal: true, fail_workflow: false}}",
                "- {shell: x, continue_on_error: true, on_failure: {shell: y, handler_failure_fatal: true}}",
                "- {shell: x, retry: {on_failure: continue}, on_failure: {shell: y, handler_failure_fatal: true}}",
                "- {foreach: [1], do: x, continue_on_error: true, on_failure: {shell: y, handler_failure_fatal: true}}",
                "- {shell: x, on_exit_code: {0: {shell: y, fail_workflow: false, handler_failure_fatal: true, timeout: 5}}}",
                "- {shell: x, on_exit_code: {0: false, 7: true}}",
                "- {shell: x, on_failure: {strategy: fallback, commands: [{shell: y, continue_on_error: true}, z]}}",
                "isolation: worktree⏎ITEM isolation: none, agent_template: x⏎merge: git push",
                "- {claude: p, model: m, commit_required: true}",
            })
    void theOrdinaryIsLeftAlone(String yaml) {
        LintRows.isLeftAlone(yaml);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            ${COUNT|trimm}, ${COUNT|trim}
            ${X:-${COUNT|trimm}}, ${COUNT|trim}
            ${COUNT|upper|default:x} ${COUNT|lover}, ${COUNT|lower}
            """)
    void aMisspeltModifierBehindABarIsFoundWhateverTheScriptAssigns(String written, String meant) {
        for (var text : new String[] {"trimm=1; lover=2; echo X", "{write_file: {path: a, content: X}}"}) {
            var yaml = "env: {COUNT: 1}\ncommands: " + text.replace("X", "'" + written + "'");
            var found = Workflows.problems(yaml.replace("echo '" + written + "'", "echo " + written));
            assertThat(found)
                    .extracting(problem -> String.valueOf(problem.suggestion()))
                    .containsExactly(meant);
        }
    }

    @Test
    void whatIsWrongInAnEnvironmentFileIsToldBesideOneThatIsMissing() {
        var problems = Workflows.load(Map.of(
                        Workflows.FILE,
                        "commands: x\nenv_files: [bad.env, {path: no.env, required: true}]",
                        "bad.env",
                        "A=1\nB\nexport D=1\nE = 1\nexport F =1\nC='x"))
                .problems();
        assertThat(problems)
                .extracting(problem -> problem.code() + " " + problem.span())
                .containsExactlyInAnyOrder(
                        "FILE_NOT_FOUND f.yml:2:29",
                        "INVALID_VALUE bad.env:2:1",
                        "INVALID_VALUE bad.env:4:1",
                        "INVALID_VALUE bad.env:5:1",
                        "INVALID_VALUE bad.env:6:1");
    }

    @Test
    void placesInsideOfLongTextsAreExact() {
        assertThat(Workflows.problems("""
                commands:
                  - shell: |
                      echo one

                      eval ls ${shell2:-}
                      cd ..
                  - claude: >-
                      Read the file
                      and then ${item.x} it.
                    commit_required: true
                """))
                .extracting(Workflows::shown)
                .containsExactly(
                        "ESCAPES_WORKTREE 6:10 commands[0].shell", "UNDEFINED_REFERENCE 9:16 commands[1].claude");
    }

    @Test
    void aCommentInTheScriptSilencesItsLine() {
        assertThat(Workflows.problems("""
                commands:
                  - shell: |
                      cd ..   # prodigy: ignore ESCAPES_WORKTREE
                      # prodigy: ignore ESCAPES_WORKTREE
                      cd ../..
                """)).isEmpty();
    }
}
