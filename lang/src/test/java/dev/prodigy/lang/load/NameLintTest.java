package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Names, namespaces and functions, as {@link LintRows} says (spec 01 §14, 05 §3).
class NameLintTest {
    @ParameterizedTest
    @ValueSource(strings = {"- {shell: 'PH'}", "- {claude: 'PH'}", "env: {A: 'PH'}\ncommands: x"})
    void aTextThatIsNestedTooDeepIsRefusedInItsPlace(String yaml) {
        var deep = "${A:-".repeat(200) + "}".repeat(200);
        assertThat(Workflows.problems(yaml.replace("PH", deep)))
                .filteredOn(Problem::isError)
                .extracting(problem -> problem.code().name())
                .containsExactly("INVALID_EXPRESSION");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            # namespaces outside of their place, and steps that have not run
            - »echo ${item.x}                                              | UNDEFINED_REFERENCE commands[0]
            - »echo a ${batch.size}                                        | UNDEFINED_REFERENCE commands[0]
            - »echo ${map.total}                                           | UNDEFINED_REFERENCE commands[0]
            - »echo ${merge.target}                                        | UNDEFINED_REFERENCE commands[0]
            - »echo ${conflict.files}                                      | UNDEFINED_REFERENCE commands[0]
            - »echo ${error.code}                                          | UNDEFINED_REFERENCE commands[0]
            - »echo ${handler.output}                                      | UNDEFINED_REFERENCE commands[0]
            - {shell: x, on_exit_code: {0: »"echo ${error.code}"}}         | UNDEFINED_REFERENCE commands[0].on_exit_code.0
            - {shell: x, on_success: y}⏎- »echo ${error.code}              | UNDEFINED_REFERENCE commands[1]
            - »echo ${validation.completion}                               | UNDEFINED_REFERENCE commands[0]
            - »echo ${foreach.index}                                       | UNDEFINED_REFERENCE commands[0]
            - {foreach: [1], do: {foreach: [2], do: x}}⏎- {foreach: [1], do: [{foreach: [2], do: y}, »"echo ${foreach.output}"]} | UNSET_VARIABLE commands[1].do[1]
            - »echo ${shell.output}                                        | UNDEFINED_REFERENCE commands[0]
            - {shell: x, when: »"item.a == 1"}                             | UNDEFINED_REFERENCE commands[0].when
            - »echo ${b.output}⏎- {shell: x, id: b}                        | UNDEFINED_REFERENCE commands[0]
            - {foreach: [1], do: {shell: x, id: b}}⏎- »echo ${b.output}    | UNDEFINED_REFERENCE commands[1]
            - {write_file: {path: a, content: »"${item.x}"}}               | UNDEFINED_REFERENCE commands[0].write_file.content
            - {shell: x, env: {A: »"${item.x}"}}                           | UNDEFINED_REFERENCE commands[0].env.A
            - {shell: x, working_dir: »"${item.x}"}                        | UNDEFINED_REFERENCE commands[0].working_dir
            - {shell: x, timeout: »"${item.x}"}                            | UNDEFINED_REFERENCE commands[0].timeout
            - {foreach: »"ls ${item.x}", do: x}                            | UNDEFINED_REFERENCE commands[0].foreach
            - {shell: x, on_failure: {shell: »"echo ${item.x}"}}           | UNDEFINED_REFERENCE commands[0].on_failure.shell
            commands: x⏎outputs: {a: »"${item.x}"}                         | UNDEFINED_REFERENCE outputs.a
            setup: »echo ${item.x}⏎MAP x                                   | UNDEFINED_REFERENCE setup
            MAP x⏎reduce: »echo ${item.x}                                  | UNDEFINED_REFERENCE reduce
            MAP »echo ${map.total}                                         | UNDEFINED_REFERENCE map.agent_template
            commands: »echo ${secrets.KEI:upper}⏎secrets: {KEY: "${KEY}"}  | UNDEFINED_REFERENCE commands -> secrets.KEY
            commands: {shell: x, when: »"${secrets.KEI} == 1"}⏎secrets: {KEY: "${KEY}"} | UNDEFINED_REFERENCE commands.when -> secrets.KEY
            commands: {shell: x, when: »"secrets.KEI"}⏎secrets: {KEY: "${KEY}"} | UNDEFINED_REFERENCE commands.when -> secrets.KEY
            commands: {shell: x, when: »"exists(secrets.KEI)"}⏎secrets: {KEY: "${KEY}"} | UNDEFINED_REFERENCE commands.when -> secrets.KEY
            commands: {claude: »"${secrets.KEI:-none}", commit_required: true}⏎secrets: {KEY: "${KEY}"} | UNDEFINED_REFERENCE commands.claude -> secrets.KEY
            - {foreach: [1], do: {shell: x, when: »"secrets.KEI"}}         | UNDEFINED_REFERENCE commands[0].do.when
            - {shell: x, validate: {shell: y, when: »"secrets.KEI"}}       | UNDEFINED_REFERENCE commands[0].validate.when
            - {shell: x, on_failure: {shell: y, when: »"secrets.KEI"}}     | UNDEFINED_REFERENCE commands[0].on_failure.when
            commands: x⏎env: {A: {condition: »"secrets.KEI", when_true: a, when_false: b}} | UNDEFINED_REFERENCE env.A.condition
            commands: x⏎parameters: [{name: who, validation: »"value == secrets.KEI"}] | UNDEFINED_REFERENCE parameters[0].validation
            ITEM filter: »"x == '${secrets.KEI}'", agent_template: x       | UNDEFINED_REFERENCE map.filter
            ITEM sort_by: »"${secrets.KEI}", agent_template: x             | UNDEFINED_REFERENCE map.sort_by
            ITEM item_key: »"concat(id, '${secrets.KEI}')", agent_template: x | UNDEFINED_REFERENCE map.item_key
            - shell: »"echo ${upper(PROJECT_ROOT, 2)}"                     | INVALID_EXPRESSION commands[0].shell
            - shell: »"echo ${upper('a', 'b')}"                            | INVALID_EXPRESSION commands[0].shell
            - shell: »"echo ${count(1, 2, 3)}"                             | INVALID_EXPRESSION commands[0].shell
            - {write_file: {path: a, content: »"n=${count(1,2,3)}"}}       | INVALID_EXPRESSION commands[0].write_file.content
            - {write_file: {path: a, content: »"${ITERATION:-${count(1,2,3)}}"}} | INVALID_EXPRESSION commands[0].write_file.content
            - {write_file: {path: a, content: »"${ITERATION + upper('a', 'b')}"}} | INVALID_EXPRESSION commands[0].write_file.content
            - {write_file: {path: a, content: »"${ITERATION matches '('}"}} | INVALID_PATTERN commands[0].write_file.content
            - {shell: x, when: »"'${uper(ITERATION)}' == 'a'"}             | INVALID_EXPRESSION commands[0].when -> upper
            # near misses
            env: {COUNT: 1}⏎commands: »echo ${CUONT}                       | UNSET_VARIABLE commands -> COUNT
            env: {COUNT: 1}⏎commands: {shell: x, when: »"count > 1"}       | UNSET_VARIABLE commands.when -> COUNT
            env: {COUNT: 1}⏎commands: {shell: x, on_failure: {shell: y, capture: CUONT, strategy: cleanup}, validate: »"test ${CUONT}"} | UNSET_VARIABLE commands.validate -> COUNT
            - {shell: x, capture: made}⏎- »echo ${made} ${maed}            | UNSET_VARIABLE commands[1] -> made
            - {shell: x, id: build}⏎- »echo ${biuld.output}                | UNSET_VARIABLE commands[1] -> build
            - {shell: x, id: build}⏎- »echo ${build.outptu}                | UNSET_VARIABLE commands[1] -> build.output
            - »echo ${step.files_chnged}                                   | UNSET_VARIABLE commands[0] -> step.files_changed
            MAP x⏎reduce: »echo ${map.sucessful}                           | UNSET_VARIABLE reduce -> map.successful
            - {shell: x, id: build}⏎- »echo ${last.outptu}                 | UNSET_VARIABLE commands[1] -> last.output
            env: {DEPLOY: x}⏎commands: »echo ${env.DEPLOI}                 | UNSET_VARIABLE commands -> env.DEPLOY
            - {shell: »"echo ${env.DEPLOI}", env: {DEPLOY: x}}             | UNSET_VARIABLE commands[0].shell -> env.DEPLOY
            - {shell: x, capture: cap}⏎- {write_file: {path: a, content: »"${cap.exitcode}"}} | UNSET_VARIABLE commands[1].write_file.content -> cap.exit_code
            - {shell: x, on_failure: »"echo ${error.mesage}"}              | UNSET_VARIABLE commands[0].on_failure -> error.message
            - {shell: x, on_exit_code: {3: y}}⏎- »echo ${error.exitcode}   | UNSET_VARIABLE commands[1] -> error.exit_code
            - {shell: x, on_failure: »"echo ${test.stdout}"}               | UNSET_VARIABLE commands[0].on_failure
            - {shell: x, on_success: y}⏎- »echo ${handler.outptu}          | UNSET_VARIABLE commands[1] -> handler.output
            env: {M: »"${error.mesage}"}⏎commands: {shell: x, on_failure: y} | UNSET_VARIABLE env.M -> error.message
            - {workflow: w.yml, id: sh, outputs: [files]}⏎- »echo ${sh.rate} ${sh.files} | UNSET_VARIABLE commands[1]
            - {workflow: w.yml, id: sh, outputs: files}⏎- »echo ${sh.fils}           | UNSET_VARIABLE commands[1] -> sh.files
            workflows: {sh: {source: w.yml, outputs: [files]}}⏎commands: »echo ${sh.rate} | UNSET_VARIABLE commands
            # functions that are none, and calls that nobody makes
            env: {A: x}⏎commands: »echo ${lenght(A)}                       | UNSET_VARIABLE commands -> length
            env: {A: x}⏎commands: »echo "$(echo ${ uper(A)})"              | UNSET_VARIABLE commands -> upper
            env: {A: x}⏎commands: »echo ${length(A) + 1}                   | UNSET_VARIABLE commands
            - {shell: x, id: a}⏎- {write_file: {path: a, content: »"a ${lenght(a.output)}"}} | INVALID_EXPRESSION commands[1].write_file.content -> length
            - {shell: x, id: a}⏎- {shell: y, env: {N: »"${a.exit_code + uper(a.output)}"}}   | INVALID_EXPRESSION commands[1].env.N -> upper
            - {shell: x, id: a}⏎- {write_file: {path: a, content: »"${lenght(a.output, list)}"}} | UNSET_VARIABLE commands[1].write_file.content -> length
            commands: {shell: ls, capture: lst}⏎outputs: {n: »"n=${cuont(lst)}"} | INVALID_EXPRESSION outputs.n -> count
            - »echo ${lenght('a')}                                         | UNSET_VARIABLE commands[0] -> length
            # names
            - {shell: x, capture: »made}                                   | UNUSED_CAPTURE commands[0].capture
            - {shell: x, output: »made}⏎- echo maed                        | UNUSED_CAPTURE commands[0].output
            MAP {shell: x, capture: »made}⏎reduce: echo ${map.results[0].output} ${map.total} | UNUSED_CAPTURE map.agent_template.capture
            setup: {shell: x, capture: »made}⏎MAP x⏎reduce: echo ${map.results} | UNUSED_CAPTURE setup.capture
            commands: x⏎parameters: [who]⏎env: {»who: me}                  | HIDDEN_PARAMETER env.who
            commands: x⏎parameters: [who]⏎profiles: {p: {»who: me}}        | HIDDEN_PARAMETER profiles.p.who
            commands: x⏎env: {T: {value: »hunter22, secret: true}}         | SECRET_IN_FILE env.T.value
            commands: x⏎env: {API_TOKEN: »q8Zr!kk29dsla}                   | SECRET_IN_FILE env.API_TOKEN
            """)
    void theDoubtfulIsFoundInItsPlace(String yaml, String expected) {
        LintRows.isFound(yaml, expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // namespaces in their places
                "MAP echo ${item.x} ${item} ${item[0]} ${item_id} ${items} ${agent_id}",
                "ITEM batch_size: 2, agent_template: 'echo ${batch.size}'",
                "ITEM agent_template: x, on_conflict: ['echo ${conflict.files}']",
                "ITEM agent_template: x, on_conflict: resolve",
                "ITEM agent_template: x, on_conflict: {shell: retyr}",
                "MAP x⏎reduce: echo ${map.total} ${map.results[0].output}⏎merge: echo ${merge.target} ${map.failed}",
                "MAP x⏎reduce: echo ${map.error_types} ${map.failure_patterns} ${map.failure_rate} ${map.success_rate}",
                "- {shell: x, on_success: y}\n- echo ${handler.output}",
                "- {shell: x, on_exit_code: {0: y}}\n- echo ${handler.output}",
                "- {shell: x, on_exit_code: {7: y}}\n- echo ${handler.output} ${error.code}",
                "- {shell: x, validate: {shell: y, on_incomplete: z}}\n- echo ${handler.output}",
                "name: x $5 ${unknown}\ncommands: x",
                "- {shell: x, on_failure: {shell: 'echo ${error.code} ${handler.output} ${test.output}'}}⏎- echo ${error.code}",
                "- {shell: x, on_exit_code: {3: 'echo ${error.exit_code}'}}",
                "- {shell: x, retry: {on_failure: {fallback: 'echo ${error.code}'}}, validate: 'test ${error.code}'}",
                "- {shell: x, validate: {shell: y, on_incomplete: 'fix ${validation.missing}'}}⏎- echo ${validation.completion}",
                "- {foreach: [1], do: ['echo ${foreach.index} ${item} ${item.x} ${index} ${total}']}",
                "- {foreach: [1], do: x, on_success: 'echo ${foreach.output}'}\n- echo ${foreach.output} ${foreach.results} ${foreach.total}",
                "- {foreach: [1], do: [{foreach: [2], do: y}, 'echo ${foreach.index} ${foreach.item}']}",
                "- {foreach: [1], as: file, do: 'echo ${file} ${file.name}'}",
                "- {shell: x, id: b, outputs: {o: '${b.output}'}}⏎- echo ${b.output} ${b.status} ${b.o} ${b.skipped} ${shell.output} ${last.output}",
                "- {shell: x, id: b, on_failure: 'echo ${b.exit_code}'}",
                "commands: {shell: x, id: b}⏎outputs: {a: '${b.output}'}",
                "setup: {commands: [{shell: x, capture: made}]}⏎MAP echo ${made}⏎reduce: echo ${made}",
                "setup: {commands: [x], capture_outputs: {v: 0}}⏎ITEM input: 'ls ${v}', agent_template: 'echo ${v}'",
                "env: {A: '${item.x} ${made}'}⏎commands: [{shell: x, capture: made}, 'echo ${made}']",
                "MAP x⏎error_policy: {handlers: {h: ['echo ${item.x} ${error.code}']}, on_item_failure: h}",
                "workflows: {first: w.yml}⏎commands: echo ${step.name} ${workflow.id} ${run.id}",
                // a validation behind a handler
                "env: {COUNT: 1}⏎commands: {shell: x, on_failure: {shell: y, capture: CUONT}, validate: 'test ${CUONT}'}",
                "env: {COUNT: 1}⏎commands: {shell: x, on_exit_code: {3: {shell: y, capture: CUONT}}, validate: 'test ${CUONT}'}",
                "env: {COUNT: 1}⏎commands: {shell: x, validate: {shell: 'test ${CUONT}', on_incomplete: {shell: y, capture: CUONT}}}",
                "- {shell: x, on_failure: {shell: y, id: b}, validate: 'test ${b.output:-} ${handler.output:-}'}",
                // what is none of ours
                "- echo ${project.version} ${item} ${map[0]} ${HOME} $item",
                "- echo $${item.x} \\${item.y} # see ${item.z}",
                "- echo ${item%.*} ${item:0:3} ${#item}",
                "- echo '${b.output}'",
                "- echo ${shell.output:-none}",
                "- {shell: x, capture: a}⏎- echo ${a.errors} ${a.exit_code} ${a.stderr}",
                "- {shell: x, capture: a, capture_format: json}⏎- echo ${a.exitcode}",
                "- {foreach: [1], do: x}⏎- {shell: y, when: 'false'}⏎- echo ${last.results} ${last.output}",
                "- {validate: x}⏎- echo ${last.outptu}",
                "env: {DEPLOY: x}⏎commands: [{shell: x, capture: DEPLOI}, 'echo ${env.DEPLOI} ${env.HOME}']",
                "env: {DEPLOY: x}⏎env_files: [w.env]⏎commands: echo ${env.DEPLOI}",
                // calls of others
                "- {shell: x, id: a}⏎- {write_file: {path: a, content: '${lenght(list)} ${render(a.output)} $${lenght(a.output)}'}}",
                "- {shell: x, capture: a}⏎- {write_file: {path: a, content: \"${a + } ${a ? 'x' : 'y'} ${render('a')} ${count(b, 1)}\"}}",
                "commands: {shell: x, when: \"exists(secrets.K) && '${upper(secrets.K)}' != '${render(ITERATION)}'\"}⏎secrets: {K: '${env:K}'}",
                "ITEM filter: \"name == '${map.total}' && ${item.x} && secrets.x\", agent_template: x",
                "env: {A: x}⏎commands: echo ${length(A)} ${lower(A)|trim} ${lenght(list)} $${lenght(A)} \\${lenght(A)} # ${lenght(A)}",
                // calls of other workflows
                "- {workflow: w.yml, id: sh}⏎- echo ${sh.rate}",
                "- {workflow: w.yml, id: sh, outputs: [files]}⏎- echo ${sh.files} ${sh.output} ${sh.status} ${sh.exit_code} ${sh.commits}",
                "- {workflow: w.yml, id: sh, outputs: [files], retry: {on_failure: {fallback: {workflow: v.yml}}}}⏎- echo ${sh.rate}",
                "- {workflow: w.yml, id: sh, outputs: [files], on_failure: {workflow: v.yml, strategy: fallback}}⏎- echo ${sh.rate}",
                // near misses of nothing
                "- {shell: x, on_failure: 'echo ${error.command} ${error.cause.code} ${error.json} ${error.step} ${error.exists}'}",
                "env: {COUNT: 1}⏎commands: CUONT=2; echo ${CUONT}",
                "env: {COUNT: 1}⏎commands: echo $CUONT ${OTHER} ${C}",
                "env: {HOMER: 1}⏎commands: echo ${HOME}",
                // names
                "- {shell: x, capture: a}⏎- {shell: x, capture: b}⏎- {shell: x, capture: c}⏎- {shell: 'echo $a', when: \"b == 1\"}⏎- {claude: 'see ${c.exit_code}', commit_required: true}",
                "MAP {shell: x, capture: words}⏎reduce: echo ${sum(map.results, 'captures.words')}",
                "MAP {shell: x, capture: made}⏎reduce: {write_file: {path: a, content: '${map.results|json}'}}",
                "MAP [{shell: x, on_failure: {shell: y, capture: made}}]⏎reduce: echo '${map.results[*].captures}'",
                "MAP {shell: x, capture: made}⏎reduce: echo ${map.results[-1]}",
                "MAP {shell: x, capture: made}⏎reduce: {shell: y, when: 'length(map.results) > 1'}",
                "MAP {shell: x, capture: made}⏎reduce: cat ${map.results_file}",
                "commands: {shell: x, capture: a}⏎outputs: {a: '${a}'}",
                "commands: x⏎parameters: [who]⏎env: {who: '${who}', other: x}",
                "commands: x⏎env: {T: {value: '${TOKEN}', secret: true}}",
            })
    void theOrdinaryIsLeftAlone(String yaml) {
        LintRows.isLeftAlone(yaml);
    }

    @Test
    void mistakesOfAllKindsInOneTextAreTold() {
        assertThat(Workflows.problems("""
                commands:
                  - {shell: ls, capture: files}
                  - write_file:
                      path: a
                      content: |
                        ${cuont(files)} ${count(1, 2)} ${step.indx}
                        ${step.index:-${count(files, 1)} ${uper('a')}}
                  - shell: |
                      echo ${cuont(files)}
                      echo ${count(1, 2)}
                """))
                .extracting(Workflows::shown)
                .containsExactly(
                        "INVALID_EXPRESSION 6:9 commands[1].write_file.content -> count",
                        "INVALID_EXPRESSION 6:25 commands[1].write_file.content",
                        "UNSET_VARIABLE 6:40 commands[1].write_file.content -> step.index",
                        "INVALID_EXPRESSION 7:23 commands[1].write_file.content",
                        "INVALID_EXPRESSION 7:42 commands[1].write_file.content -> upper",
                        "UNSET_VARIABLE 9:12 commands[2].shell -> count",
                        "INVALID_EXPRESSION 10:12 commands[2].shell");
    }

    @Test
    void aSecretThatCannotBeReadIsNotMissedToo() {
        assertThat(
                        Workflows.problems(
                                "commands: [{shell: x, when: secrets.V}, 'echo ${secrets.V}']\nsecrets: {V: {provider: vault, key: k}}"))
                .extracting(Workflows::shown)
                .containsExactly("INVALID_VALUE 2:25 secrets.V.provider");
    }

    @Test
    void whatTheOutputsOfACallLeaveOutIsToldToBeLeftOutThere() {
        var files = Map.of(
                Workflows.FILE,
                "- {workflow: w.yml, id: sh, outputs: [files]}\n- echo ${sh.rate}",
                "w.yml",
                "commands: x\noutputs: {files: a, rate: b}");
        assertThat(Workflows.load(files).problems())
                .extracting(Problem::message)
                .containsExactly("`sh` has no `rate`: the call's `outputs` leaves it out");
    }

    @Test
    void theCapturesOfACalledWorkflowAreItsOutputs() {
        var files = Map.of(
                Workflows.FILE, "- {workflow: w.yml, id: w}\n- echo ${w.made}", "w.yml", "- {shell: x, capture: made}");
        assertThat(Workflows.load(files).problems()).isEmpty();
    }
}
