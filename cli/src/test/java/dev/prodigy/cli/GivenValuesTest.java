package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §12: missing, ill-typed and unknown parameters are all told, and no run is begun.
class GivenValuesTest {
    private static final String CALL = "run flow.yml --param alpha=x --param gama=1";

    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void writeWorkflow() throws IOException {
        desk = new Desk(folder).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                parameters: {definitions: {alpha: {type: number, required: true}, gamma: {required: true}}}
                commands: ["echo ${alpha} ${gamma}"]
                """);
    }

    @Test
    void eachProblemHasItsLine() {
        var said = desk.call(CALL);
        assertThat(said.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(said.err().lines().takeWhile(line -> !line.isEmpty()))
                .containsExactly(
                        "prodigy: UNKNOWN_PARAMETER: the workflow neither declares nor uses a parameter `gama`; did you mean `gamma`?",
                        "prodigy: INVALID_PARAMETER: parameter `alpha` is `x`, which is no number",
                        "prodigy: flow.yml:1:67: MISSING_PARAMETER: parameter `gamma` is required: --param gamma=…");
    }

    @Test
    void theProfileThatMayBeMeantIsNamed() throws IOException {
        desk.file("profiles.yml", """
                profiles: {dev: {A: 1}, prod: {A: 2}}
                commands: ["true"]
                """);
        var message = "there is no profile `prdo`; declared: dev, prod; did you mean `prod`?";
        assertThat(desk.call("run profiles.yml --profile prdo").err()).contains(message);
        assertThat(desk.with("PRODIGY_PROFILE", "prdo").call("run profiles.yml").err())
                .contains(message);
    }

    @Test
    void eachIsAnElementInJson() {
        var said = desk.call(CALL + " -o json");
        assertThat(said.at("error.code")).isEqualTo("invalid_input");
        assertThat(said.at("error.problems.0.code")).isEqualTo("UNKNOWN_PARAMETER");
        assertThat(said.at("error.problems.0.suggestion")).isEqualTo("gamma");
        assertThat(said.at("error.problems.1.code")).isEqualTo("INVALID_PARAMETER");
        assertThat(said.at("error.problems.1.severity")).isEqualTo("error");
        assertThat(said.at("error.problems.1.message")).isEqualTo("parameter `alpha` is `x`, which is no number");
        assertThat(said.at("error.problems.2"))
                .startsWith("{\"code\":\"MISSING_PARAMETER\"")
                .contains("\"file\":\"flow.yml\",\"line\":1,\"column\":67");
    }

    /// A word is not a use of a name: a misspelt one would leave a default in place.
    @ParameterizedTest
    @CsvSource({
        "env, false",
        "target, false",
        "deploying, false",
        "words, false",
        "label, false",
        "dep, false",
        "shell, false",
        "target_env, true",
        "direct, true",
        "asked, true",
        "sum, true",
        "inside, true",
        "printed, true"
    })
    void onlyWhatIsReadIsUsed(String name, boolean used) throws IOException {
        desk.file("flow.yml", """
                description: some words
                parameters: {target_env: {default: staging}}
                commands:
                  - {shell: "grep -c target f; echo deploying ${target_env}", id: dep, name: step label}
                  - {shell: "echo $direct $((sum + 1)); printenv printed", when: asked == 1}
                  - {shell: "true", retry: {attempts: 2, retry_on: [{pattern: "a${inside}"}]}}
                """);
        var said = desk.call("plan flow.yml --param " + name + "=1");
        assertThat(said.err().contains("UNKNOWN_PARAMETER")).as("%s", said).isEqualTo(!used);
    }

    /// In a filter a bare word is a field of the item; what is escaped, or stands in a comment, nobody reads.
    @ParameterizedTest
    @CsvSource({
        "escaped, false",
        "active, false",
        "remark, false",
        "status, false",
        "priority, false",
        "team, false",
        "wanted, true",
        "least, true",
        "shown, true",
        "fallback, true",
        "made, true",
        "arithmetic, true",
        "handed, true",
        "expanded, true",
        "home, true"
    })
    void whatNobodyReadsIsNotUsed(String name, boolean used) throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                setup:
                  - {shell: "echo '$${escaped}' \\\\${active} # ${remark}"}
                  - {shell: 'echo "$${expanded}"'}
                  - {shell: 'echo ${x:-${fallback}} $((arithmetic + 1)) ${cmd:printenv made}'}
                  - {shell: "bash -c 'echo $${handed}'; echo ${env.home}"}
                map:
                  input: [{status: a, priority: 1, team: b}]
                  filter: "status == '${wanted}' && priority > ${least}"
                  sort_by: priority DESC
                  distinct: team
                  agent_template: ["echo ${shown}"]
                """);
        var said = desk.call("plan flow.yml --param " + name + "=1");
        assertThat(said.err().contains("UNKNOWN_PARAMETER")).as("%s", said).isEqualTo(!used);
    }

    @Test
    void aTemplateUsesNamesToo() throws IOException {
        desk.file("t.yml", "commands: [{shell: 'echo ${direct}'}, {shell: 'true', when: asked == 1}]");
        desk.file("flow.yml", "commands: [{template: t.yml}]");
        for (var name : List.of("direct", "asked")) {
            assertThat(desk.call("plan flow.yml --param " + name + "=1").err()).doesNotContain("UNKNOWN_PARAMETER");
        }
        assertThat(desk.call("plan flow.yml --param other=1").err()).contains("UNKNOWN_PARAMETER");
    }

    /// What stands for a number of a step hides nothing, wherever the workflow is read from.
    @ParameterizedTest
    @ValueSource(strings = {"run flow.yml", "plan flow.yml", "run flow.yml --dry-run"})
    void aValueThatASettingCannotHaveHidesNothing(String line) throws IOException {
        desk.file("flow.yml", """
                parameters: {definitions: {n: {type: integer, default: 1}, m: {type: number}, gamma: {required: true}}}
                commands: [{shell: "echo ${gamma} ${m}", retry: {attempts: "$n"}}]
                """);
        for (var wrong : List.of("abc", "0")) {
            var said = desk.call(line + " --param n=" + wrong + " --param m=x --param gama=1 -o json");
            assertThat(said.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(said.at("error.problems"))
                    .contains("UNKNOWN_PARAMETER", "MISSING_PARAMETER", "`m` is `x`, which is no number")
                    .contains("`$n` is \\\"" + wrong + "\\\" when the run starts");
        }
        var alone = desk.call(line + " --param n=0 --param gamma=1 --param m=1 -o json");
        assertThat(alone.at("error.code")).isEqualTo("invalid_workflow");
    }

    /// A step that runs another workflow fails with all of them.
    @Test
    void aCallTellsThemTogether() throws IOException {
        desk.file("child.yml", """
                parameters: {definitions: {n: {type: integer}, m: {type: number}, gamma: {required: true}}}
                commands: [{shell: "echo ${gamma} ${m}", retry: {attempts: "$n"}}]
                """);
        desk.file("flow.yml", """
                commands:
                  - {shell: "echo 0", capture: zero}
                  - {workflow: child.yml, with: {n: "${zero}", m: "x${zero}", gamma: 1}}
                """);
        var said = desk.call("run flow.yml");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err() + said.out())
                .contains("`m` is `x0`, which is no number", "`$n` is \"0\" when the run starts");
    }

    /// What is wrong in the other workflow hides nothing of the call.
    @Test
    void aWrongDefaultHidesNothing() throws IOException {
        desk.file("child.yml", """
                parameters: {definitions: {n: {type: integer, default: abc}, m: {type: number}, gamma: {required: true}}}
                commands: [{shell: "echo ${gamma} ${m} ${n}"}]
                """);
        desk.file("flow.yml", "commands: [{workflow: child.yml, with: {m: x}}]\n");
        assertThat(desk.call("validate flow.yml -o json").at("problems"))
                .contains("MISSING_PARAMETER", "`m` is `x`", "child.yml");
    }

    /// What `with` says wrongly hides nothing of what comes from outside, and is told once.
    @ParameterizedTest
    @ValueSource(strings = {"run x.yml", "plan x.yml", "run x.yml --dry-run"})
    void aTemplateThatIsGivenWrongValuesHidesNothing(String line) throws IOException {
        desk.file("t.yml", """
                parameters: {required: [a, {name: b, type: integer}]}
                commands: ["echo $a $b"]
                """);
        desk.file("x.yml", "template: {source: ./t.yml, with: {b: q, cc: x}}\n");
        var said = desk.call(line + " --param d=4");
        assertThat(said.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(said.err().lines().takeWhile(each -> !each.isEmpty()))
                .satisfiesExactlyInAnyOrder(
                        each -> assertThat(each).contains("UNKNOWN_PARAMETER", "parameter `d`"),
                        each -> assertThat(each).contains("MISSING_PARAMETER", "`a` is required"),
                        each -> assertThat(each).contains("x.yml:1:39", "`b` is `q`, which is no integer"),
                        each -> assertThat(each).contains("x.yml:1:42", "no parameter \"cc\""));

        desk.file("t.yml", """
                parameters: {required: [a, {name: b, type: integer}, {name: n, type: integer}]}
                commands: [{shell: "echo $a $b", retry: {attempts: "$n"}}]
                """);
        assertThat(desk.call(line + " --param n=0 --param d=4 -o json").at("error.problems"))
                .contains("parameter `d`", "`a` is required", "is no integer", "`$n` is", "no parameter");

        var alone = desk.call(line + " --param a=1 --param n=2 -o json");
        assertThat(alone.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(alone.at("error.code")).isEqualTo("invalid_workflow");
        assertThat(desk.call("runs ls -o json").out()).doesNotContain("run_id");
    }

    /// What else is wrong with a file is told first: nobody knows what it declares when it is mended.
    @Test
    void aFileInWhichMoreIsWrongIsMendedFirst() throws IOException {
        desk.file("x.yml", """
                parameters: {n: {type: integer, default: q}, a: {required: true}}
                commands: ["echo $a $n", {shel: x}]
                """);
        assertThat(desk.call("run x.yml --param d=4 -o json").at("error.code")).isEqualTo("invalid_workflow");
    }

    @Test
    void soAreThoseThatAStartFinds() {
        var said = desk.call("run flow.yml --param alpha=x");
        assertThat(said.err().lines().takeWhile(line -> !line.isEmpty())).hasSize(2);
    }
}
