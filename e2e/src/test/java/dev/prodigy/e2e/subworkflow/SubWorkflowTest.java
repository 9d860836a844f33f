package dev.prodigy.e2e.subworkflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.journal.Journal;
import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §12 and 04 §5.8: workflows that run other workflows.
class SubWorkflowTest {
    @NewSandbox
    private Sandbox sandbox;

    @BeforeEach
    void makeSandbox() throws IOException {
        sandbox.workflow("child.yml", """
                parameters: {who: {default: nobody}, times: {type: integer, default: 1}}
                commands:
                  - shell: printf '%s:%s' ${who} ${times}
                    capture: said
                  - shell: echo "ran $(pwd) $PRODIGY_RUN_ID ${said}" >>"$TRACE"
                """);
        sandbox.workflow("failing.yml", """
                commands: [{shell: "echo 'HTTP 429 Too Many Requests' >&2; exit 9"}]
                """);
        sandbox.workflow("items.yml", """
                mode: mapreduce
                parameters: {n: {default: 2}, tag: {default: x}}
                setup: [{shell: "echo ${tag} >${tag}-setup.txt; git add ${tag}-setup.txt; git commit -qm setup"}]
                map:
                  input: {command: "seq 1 ${n}"}
                  agent_template: [{shell: "echo ${item} >${tag}-item${item}.txt; git add .; git commit -qm item"}]
                reduce: [{shell: "ls ${tag}-item*.txt | wc -l", capture: count}]
                outputs: {count: "${count}", failed: "${map.failed}"}
                """);
    }

    @Test
    void aChildIsARunOfItsOwnInTheCallersTree() throws IOException {
        var ended = run("""
                commands:
                  - shell: mkdir -p sub; echo x >sub/left-by-caller
                  - {workflow: child.yml, id: c, with: {who: me, times: "3"}, working_dir: sub}
                  - shell: test "$(basename "$PWD")" != sub && echo "${c.said} ${c.status} ${c.success} ${c.exit_code} ${workflow.name}"
                    capture: seen
                outputs: {seen: "${seen}", all: "${c.output}"}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("outputs.seen")).isEqualTo("me:3 succeeded true 0 workflow");
        assertThat(ended.json().text("outputs.all")).isEqualTo("{\"said\":\"me:3\"}");
        var parent = parent();
        var child = child();
        parent.assertValid();
        child.assertValid();
        var started = child.events().getFirst();
        assertThat(started.text("parent_run_id")).isEqualTo(parent.runId());
        assertThat(started.text("worktree")).isEqualTo("null");
        assertThat(parent.events("subworkflow_started").getFirst().text("child_run_id"))
                .isEqualTo(child.runId());
        assertThat(parent.events("subworkflow_completed").getFirst().text("status"))
                .isEqualTo("completed");
        assertThat(sandbox.trace()).singleElement().asString().contains("/" + parent.runId() + "/sub " + child.runId());
        assertThat(sandbox.home().resolve("logs/app/" + child.runId())).isDirectory();
    }

    @Test
    void aPersonSeesTheStepsOfTheCallerOnly() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow("commands: [{workflow: child.yml, id: c}]"));

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err().lines().filter(line -> line.startsWith("ok ")))
                .singleElement()
                .asString()
                .contains("c ");
        assertThat(ended.out().lines()).hasSize(1);
    }

    @Test
    void entriesThatNoStepNamesRunFirstInOrder() throws IOException {
        var ended = run("""
                workflows:
                  one: {source: child.yml, with: {who: one}}
                  two: {source: child.yml, with: {who: "${one.said}"}, parallel: true}
                  three: {source: child.yml, with: {who: "${one.said}"}, parallel: true}
                  called: {source: child.yml, with: {who: entry, times: 5}}
                commands:
                  - shell: echo "first step" >>"$TRACE"
                  - {workflow: called, with: {who: step}}
                outputs: {said: "${one.said} ${two.said} ${three.said} ${called.said} ${called.status}"}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("outputs.said")).isEqualTo("one:1 one:1:1 one:1:1 step:5 succeeded");
        assertThat(sandbox.trace()).hasSize(5);
        assertThat(sandbox.trace().getFirst()).endsWith(" one:1");
        assertThat(sandbox.trace().get(3)).isEqualTo("first step");
    }

    @Test
    void neighboursWithParallelRunTogether() throws IOException {
        sandbox.workflow("meet.yml", """
                parameters: [me, other]
                commands:
                  - shell: touch "$TRACE.${me}"; until test -e "$TRACE.${other}"; do sleep 0.05; done
                    timeout: 60
                """);

        var ended = run("""
                workflows:
                  a: {source: meet.yml, with: {me: a, other: b}, parallel: true}
                  b: {source: meet.yml, with: {me: b, other: a}, parallel: true}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
    }

    @Test
    void aWorkflowOfEntriesAloneCanBeMapReduce() throws IOException {
        var ended = run("""
                workflows: {first: {source: child.yml, with: {who: early}}}
                map: {input: [1], agent_template: [{shell: 'echo "${first.said}" >>"$TRACE"'}]}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace().getLast()).isEqualTo("early:1");
    }

    @Test
    void dataStaysDataAndTextStaysText() throws IOException {
        sandbox.workflow("args.yml", """
                parameters: {value: {required: true}, list: {type: array}}
                env: {COPY: "${value}"}
                commands:
                  - {shell: "printf '[%s]' ${value} ${COPY} ${list:words}", capture: args}
                """);
        var ended = run("""
                env: {TEXT: "a b"}
                commands:
                  - {shell: "printf '%s' \\"x'; touch PWNED; '\\\\$(touch PWNED)\\"", capture: evil}
                  - {workflow: args.yml, id: data, with: {value: "${evil}", list: ["${evil}", q]}}
                  - {workflow: args.yml, id: text, with: {value: "${TEXT}", list: [1]}}
                  - {shell: "! test -e PWNED"}
                outputs: {data: "${data.args}", text: "${text.args}"}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        var evil = "[x'; touch PWNED; '$(touch PWNED)]";
        assertThat(ended.json().text("outputs.data")).isEqualTo(evil + evil + evil + "[q]");
        assertThat(ended.json().text("outputs.text")).isEqualTo("[a][b][a][b][1]");
    }

    @Test
    void aChildSeesTheCallsEnvironmentAndNothingElseOfItsCaller() throws IOException {
        sandbox.workflow("env.yml", """
                env: {OWN: child}
                commands:
                  - {shell: 'echo "${OWN} $GIVEN ${env.GIVEN} ${MINE:-none} $PRODIGY_WORKFLOW ${workflow.name} ${CAUGHT:-none}"', capture: seen}
                """);
        var ended = run("""
                env: {MINE: parent, OWN: parent}
                commands:
                  - {shell: echo caught, capture: CAUGHT}
                  - {workflow: env.yml, id: e, env: {GIVEN: "g ${CAUGHT}", OWN: call}}
                outputs: {seen: "${e.seen}"}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("outputs.seen")).isEqualTo("child g caught g caught none env env none");
    }

    @Test
    void selectedOutputsAreDemanded() throws IOException {
        var ended = run("""
                commands:
                  - {workflow: child.yml, id: good, outputs: [said]}
                  - {workflow: child.yml, id: bad, outputs: [said, unsaid]}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("OUTPUT_MISSING");
        assertThat(ended.json().text("error.message")).contains("unsaid").doesNotContain("it gave [said, unsaid");
    }

    @Test
    void aFailedChildFailsTheStepWithItsOwnCodes() throws IOException {
        var ended = run("""
                commands:
                  - {workflow: failing.yml, id: tolerated, continue_on_error: true}
                  - shell: echo "${tolerated.status} ${tolerated.success} ${tolerated.exit_code}" >>"$TRACE"
                  - workflow: failing.yml
                    id: retried
                    retry_config: {attempts: 2, backoff: none, retry_on: ["429"]}
                    on_failure: {shell: 'echo "${error.code} ${error.category} ${error.cause.code}" >>"$TRACE"', max_attempts: 1}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("SUBWORKFLOW_FAILED");
        assertThat(ended.json().text("error.category")).isEqualTo("subworkflow");
        assertThat(ended.json().list("error.codes")).extracting(Document::text).contains("429", "RATE_LIMIT");
        assertThat(sandbox.trace()).containsExactly("tolerated false 1", "SUBWORKFLOW_FAILED subworkflow 429");
        assertThat(children()).as("every attempt is a new run").hasSize(3);
        assertThat(parent().count("subworkflow_failed")).isEqualTo(3);
    }

    @Test
    void aChildWithFailuresLetsItsCallerEndNoBetter() throws IOException {
        sandbox.workflow("some.yml", """
                map: {input: [1, 2], agent_template: [{shell: "test ${item} = 1"}]}
                """);

        var ended = run("commands: [{workflow: some.yml, id: s}, {shell: 'echo ${s.status} >>\"$TRACE\"'}]");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("succeeded");
    }

    @Test
    void aMapReduceChildMergesIntoTheBranchOfItsCaller() throws IOException {
        var ended = run("""
                commands:
                  - shell: echo one >one.txt; git add .; git commit -qm one; echo dirty >dirty.txt
                  - {workflow: items.yml, id: m, with: {n: 3}}
                  - shell: echo "${m.count} ${m.failed} $(cat x-item*.txt dirty.txt | tr '\\n' ' ')" >>"$TRACE"; git status --porcelain >>"$TRACE"
                """);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("3 0 1 2 3 dirty ", "?? dirty.txt");
        assertThat(sandbox.repository().git("ls-files"))
                .contains("x-item1.txt", "x-item3.txt", "x-setup.txt", "one.txt");
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
        assertThat(sandbox.repository().worktrees()).isEmpty();
    }

    /// Each moves the branch that all of them have checked out.
    @Test
    void childrenThatMergeTakeTurnsWhereItemsShareAWorktree() throws IOException {
        var ended = run("""
                mode: mapreduce
                map:
                  isolation: none
                  input: [a, b, c]
                  max_parallel: 3
                  agent_template: [{workflow: items.yml, with: {tag: "${item}"}}]
                reduce: [{shell: "ls *-item*.txt | wc -l", capture: count}]
                outputs: {count: "${count}"}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("outputs.count")).isEqualTo("6");
    }

    @Test
    void childrenOfItemsWorkInTheirSlots() throws IOException {
        var ended = run("""
                mode: mapreduce
                map:
                  input: [{id: a}, {id: b}]
                  agent_template:
                    - {workflow: items.yml, id: m, with: {tag: "${item.id}"}}
                    - {workflow: child.yml, id: c, with: {who: "${item.id}"}}
                    - shell: echo "${c.said} ${m.count}" >>"$TRACE"
                reduce: [{workflow: child.yml, id: r, with: {who: reduce}}]
                outputs: {r: "${r.said}"}
                """);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("outputs.r")).isEqualTo("reduce:1");
        assertThat(sandbox.trace()).contains("a:1 2", "b:1 2");
        assertThat(sandbox.repository().git("ls-files"))
                .contains("a-item1.txt", "a-item2.txt", "b-item1.txt", "b-setup.txt");
        assertThat(children()).hasSize(5);
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [CALL]",
                "commands: [{foreach: [1, 2], parallel: 2, do: [CALL]}]",
                "commands: [{shell: 'test -e x', on_failure: {commands: [CALL, {shell: touch x}]}}]",
                "commands: [{shell: 'true', on_success: CALL}]",
                "commands: [{shell: 'true', validate: {commands: [CALL, {shell: 'true'}]}}]",
                "map: {input: [1], agent_template: [CALL]}",
                "setup: [CALL]\\nmap: {input: [1], agent_template: x=1}",
                "map: {input: [1], agent_template: x=1}\\nreduce: [CALL]",
                "commands: [{shell: 'echo x >f; git add f; git commit -qm f'}]\\nmerge: [CALL]"
            })
    void aChildCanBeRunFromEveryListOfSteps(String workflow) throws IOException {
        var ended = run(workflow.replace("CALL", "{workflow: child.yml, with: {who: there}}")
                .replace("\\n", "\n"));

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).isNotEmpty().allMatch(line -> line.endsWith("there:1"));
        assertThat(children()).hasSameSizeAs(sandbox.trace());
    }

    @Test
    void aSecretOfTheCallerIsMaskedInTheChildToo() throws IOException {
        sandbox.workflow("tell.yml", """
                parameters: [token]
                commands: [{shell: 'printf "token %s" ${token}', capture: said}]
                """);
        var file = sandbox.workflow("""
                secrets: {TOKEN: TOKEN_OF_TEST}
                commands: [{workflow: tell.yml, id: t, with: {token: "${secrets.TOKEN}"}}]
                """);

        var ended = sandbox.prodigy().with("TOKEN_OF_TEST", "hush-hush-42").run("run", file, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        for (var name : sandbox.homeFiles()) {
            assertThat(Files.readString(sandbox.home().resolve(name))).as(name).doesNotContain("hush-hush-42");
        }
    }

    @Test
    void whatTheChildCannotTakeIsToldBeforeOrAsADefinition() throws IOException {
        var unknown = run("commands: [{workflow: child.yml, with: {whoo: x}}]");
        assertThat(unknown.exitCode()).as("%s", unknown).isEqualTo(2);
        assertThat(unknown.json().text("error.problems.0.suggestion")).isEqualTo("who");
        assertThat(sandbox.journals()).isEmpty();

        var literal = run("commands: [{workflow: child.yml, with: {times: many}}]");
        assertThat(literal.exitCode()).as("%s", literal).isEqualTo(2);
        assertThat(sandbox.journals()).isEmpty();

        var ill = run("""
                env: {TIMES: many}
                commands:
                  - {workflow: child.yml, with: {times: "${TIMES}"}, continue_on_error: true, on_failure: {shell: 'true'}}
                """);
        assertThat(ill.exitCode()).as("%s", ill).isEqualTo(1);
        assertThat(ill.json().text("error.category")).isEqualTo("definition");
        assertThat(sandbox.journals()).hasSize(1);
    }

    private Ended run(String workflow) throws IOException {
        return sandbox.prodigy().run("run", sandbox.workflow(workflow), "-y", "-o", "json");
    }

    private Journal parent() throws IOException {
        return sandbox.journals().stream()
                .filter(journal -> !isChild(journal))
                .findFirst()
                .orElseThrow();
    }

    private List<Journal> children() throws IOException {
        return sandbox.journals().stream().filter(SubWorkflowTest::isChild).toList();
    }

    private Journal child() throws IOException {
        assertThat(children()).hasSize(1);
        return children().getFirst();
    }

    private static boolean isChild(Journal journal) {
        try {
            return journal.lines().getFirst().contains("\"parent_run_id\"");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
