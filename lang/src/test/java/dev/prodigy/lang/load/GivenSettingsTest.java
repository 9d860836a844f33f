package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.decode.Outside;
import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §1, "Scalars": a variable may stand for a number, a boolean or a duration.
class GivenSettingsTest {
    private static final String WORKFLOW = """
            parameters: {optional: [{name: TRIES, type: integer, default: 2}, FATAL]}
            defaults: {GO_ON: "true"}
            env: {DELAY: 10ms, AGAIN: "${TRIES}"}
            commands:
              - shell: a
                retry_config: {attempts: "${AGAIN}", initial_delay: "$DELAY", backoff: fixed}
                continue_on_error: "${GO_ON}"
                on_failure: {shell: b, max_attempts: "${TRIES}", fail_workflow: "${FATAL}"}
            """;

    private static Loaded run(Map<String, String> given) {
        return run(WORKFLOW, new Outside(given, Map.of(), null, true));
    }

    private static Loaded run(String workflow, Outside outside) {
        return WorkflowLoader.load(
                Workflows.FILE, Workflows.in(Map.of(Workflows.FILE, workflow)), LoadOptions.DEFAULT.knowing(outside));
    }

    @Test
    void theValuesComeFromParametersDefaultsAndEnv() {
        var workflow = (Workflow.Standard) Objects.requireNonNull(
                run(Map.of("TRIES", "3", "FATAL", "false")).workflow());

        var step = workflow.commands().getFirst();
        var retry = Objects.requireNonNull(step.options().resilience().retry());
        assertThat(retry.attempts()).isEqualTo(3);
        assertThat(step.options().continueOnError()).isTrue();
        var handler =
                (FailureReaction.Handle) Objects.requireNonNull(step.reactions().onFailure());
        assertThat(handler.maxAttempts()).isEqualTo(3);
        assertThat(handler.failWorkflow()).isFalse();
        assertThat(retry.backoff()).isEqualTo(new Backoff.Fixed(Duration.ofMillis(10)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"retry", "retry_config"})
    void theBareNumberOfAttemptsMayBeAVariableToo(String key) {
        var source = "parameters: [N]\ncommands: [{shell: a, " + key + ": \"${N}\"}]";
        var loaded = run(source, new Outside(Map.of("N", "4"), Map.of(), null, true));
        var workflow = (Workflow.Standard) Objects.requireNonNull(
                loaded.workflow(), () -> loaded.problems().toString());
        var retry = workflow.commands().getFirst().options().resilience().retry();
        assertThat(Objects.requireNonNull(retry).attempts()).isEqualTo(4);
        for (var wrong : List.of("0", "many")) {
            assertThat(run(source, new Outside(Map.of("N", wrong), Map.of(), null, true))
                            .problems())
                    .anyMatch(Problem::isError);
        }
        assertThat(Workflows.problems(source)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"maybe", "yes", "1", ""})
    void whatAVariableHoldsIsCheckedLikeALiteral(String fatal) {
        assertThat(run(Map.of("FATAL", fatal)).problems()).anyMatch(Problem::isError);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            retry_defaults: {attempts: "${n}"}            | ${n}
            retry_defaults: {attempts: "$n"}              | $n
            retry_defaults: {attempts: "${n:-2}"}         | ${n:-2}
            retry_defaults: {attempts: "${a.output}"}     | ${a.output}
            retry_defaults: {attempts: "${shell.exit_code}"} | ${shell.exit_code}
            retry_defaults: {attempts: "${item.n}"}       | ${item.n}
            timeout: "${n}"                               | ${n}
            worktree: {base: "v-${n}"}                    | v-${n}
            """)
    void aResultCannotBeASettingOfTheRun(String key, String placeholder) {
        var workflow = "commands:\n  - {shell: a, id: a, capture: n}\n  - shell: b\n" + key + "\n";
        var problems = Workflows.problems(workflow);
        assertThat(problems).filteredOn(Problem::isError).singleElement().satisfies(problem -> {
            assertThat(problem.message()).contains("is known only when steps have run");
            assertThat(problem.span().line()).isEqualTo(4);
            var line = workflow.lines().toList().get(3);
            assertThat(line.substring(problem.span().column() - 1))
                    .matches("\"?" + Pattern.quote(placeholder) + "[\"}]*.*");
        });
        assertThat(run(workflow, new Outside(Map.of(), Map.of(), null, true)).problems())
                .filteredOn(Problem::isError)
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timeout: \"${n}\"",
                "retry_config: {attempts: \"${P}\"}",
                "retry_config: {attempts: \"${UNKNOWN}\"}",
                "retry_config: {attempts: \"${E:-3}\"}",
            })
    void whatIsKnownInTimeMayBe(String option) {
        var workflow = "parameters: {P: {type: integer, default: 2}}\nenv: {E: 3}\ncommands:\n"
                + "  - {shell: a, id: a, capture: n}\n  - shell: b\n    " + option + "\n";
        assertThat(Workflows.problems(workflow)).noneMatch(Problem::isError);
    }

    @ParameterizedTest
    @CsvSource({
        "continue_on_error, true",
        "continue_on_error, false",
        "allow_failure, true",
    })
    void aLoopGoesOnWhereItsStepIsTolerated(String option, boolean value) {
        var workflow = "parameters: [B]\ncommands: [{foreach: [1], do: [a], " + option + ": \"${B}\"}]";
        var loaded = run(workflow, new Outside(Map.of("B", Boolean.toString(value)), Map.of(), null, true));
        var step = ((Workflow.Standard) Objects.requireNonNull(loaded.workflow()))
                .commands()
                .getFirst();
        assertThat(step.options().continueOnError()).isEqualTo(value);
        assertThat(((StepKind.Foreach) step.kind()).continueOnError()).isEqualTo(value);
    }

    @Test
    void placeholdersInWrittenItemsAreNotFilled() {
        var workflow = """
                parameters: {P: {default: 2}}
                mode: mapreduce
                map:
                  input: ["${P}", {a: ["x ${P} y"]}, "${other}", "$HOME", plain]
                  agent_template: "echo ${item} ${P}"
                """;
        assertThat(Workflows.problems(workflow))
                .extracting(problem -> problem.code() + " " + problem.span().column())
                .containsExactly("NO_EFFECT 11", "NO_EFFECT 24");
    }

    @Test
    void defaultsThatReferToEachOtherInACircleAreRefused() {
        var workflow = "defaults: {a: \"${b}\"}\nparameters: {b: {default: \"${a}\"}}\ncommands: 'echo ${a}'\n";
        assertThat(Workflows.problems(workflow))
                .filteredOn(Problem::isError)
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("a → b → a"));
    }

    @Test
    void aRunNeedsTheValueAndACheckDoesNot() {
        var early = "parameters: [N]\nretry_defaults: {attempts: $N}\ncommands: [a]\n";
        assertThat(run(early, new Outside(Map.of(), Map.of(), null, true)).errors())
                .isOne();
        assertThat(Workflows.problems(early)).noneMatch(Problem::isError);
        assertThat(run(Map.of()).problems()).noneMatch(Problem::isError);
        assertThat(run(WORKFLOW, Outside.NOTHING).isOpen()).isTrue();
        assertThat(run(Map.of("FATAL", "true")).isOpen()).isFalse();
    }

    /// The order of precedence of spec 01 §7; an entry may refer to others, and to its own name below it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                        | 1
            env: {N: 3}                                               | 3
            env: {N: '${N}0'}                                         | 10
            env: {N: '${HOME_N:-4}'}                                  | 6
            env: {N: '${M}${M}', M: '2'}                              | 22
            env: {N: {value: 3}}                                      | 3
            {env: {N: 3}, profiles: {p: {N: 5}}}                      | 5
            {env: {N: 3}, profiles: {p: {env: {N: 5}}}}               | 5
            {env: {N: 3}, profiles: {q: {N: 5}}}                      | 3
            env: {N: '${NOWHERE:-7}'}                                 | 7
            {env: {N: 3}, profiles: {p: {N: '${N}1'}}}                | 31
            """)
    void theNearestLayerWins(String head, int attempts) {
        var root = head.startsWith("{") ? head.substring(1, head.length() - 1).strip() : head;
        var workflow = "{commands: [{shell: a, retry: {attempts: $N}}]" + (root.isEmpty() ? "" : ", " + root) + "}";

        var loaded = run(workflow, new Outside(Map.of("N", "1"), Map.of("HOME_N", "6"), "p", true));

        assertThat(loaded.errors()).isZero();
        var step = ((Workflow.Standard) Objects.requireNonNull(loaded.workflow()))
                .commands()
                .getFirst();
        assertThat(Objects.requireNonNull(step.options().resilience().retry()).attempts())
                .isEqualTo(attempts);
    }

    /// Every error says where, what the variable held, and who can give it another value.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max_parallel: "$PP"                              |     | `$PP` has no value
            max_parallel: "$PP"                              | abc | `$PP` is "abc"
            max_parallel: "${PP}"                            | 0   | found "0"
            max_parallel: "${PP:-0}"                         |     | found "0"
            max_items: "$PP"                                 | -1  | found "-1"
            offset: "$PP"                                    | 1.5 | found "1.5"
            batch_size: "$PP"                                | 0   | found "0"
            canary: "$PP"                                    | no  | found "no"
            canary: {items: "$PP"}                           |     | has no value
            agent_timeout_secs: "$PP"                        | 5x  | 5x
            input: {command: ls, timeout: "$PP"}             | 0   | 0
            """)
    void aSettingOfTheRunIsWrongWhereItStands(String key, String value, String message) {
        var input = key.startsWith("input") ? "" : "input: [1], ";
        var workflow = "{mode: mapreduce, map: {" + key + ", " + input + "agent_template: [{shell: a}]}}";
        var given = value == null ? Map.<String, String>of() : Map.of("PP", value);

        var problems = run(workflow, new Outside(Map.of(), given, null, true)).problems().stream()
                .filter(Problem::isError)
                .toList();

        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.span().column()).isEqualTo(workflow.indexOf("\"$") + 1);
            assertThat(problem.message()).contains(message);
            assertThat(problem.hint()).contains("--param");
        });
        assertThat(Workflows.problems(workflow)).noneMatch(Problem::isError);
    }

    @Test
    void wrongValuesAreToldAllAtOnce() {
        var workflow = """
                env: {n: x1}
                timeout: "${n}"
                mode: mapreduce
                map:
                  input: [1]
                  max_parallel: "${n}"
                  agent_template:
                    - {shell: a, timeout: "${n}"}
                    - {shell: a, retry: "${n}"}
                    - {foreach: [1], do: a, parallel: "${n}"}
                    - {shell: a, on_failure: {commands: [b], timeout: "${n}"}, validate: {commands: c, timeout: "${n}"}}
                """;
        assertThat(Workflows.problems(workflow)).filteredOn(Problem::isError).hasSize(7);
    }

    @Test
    void limitsOfThePhasesAreKnownWhenTheRunStarts() {
        var workflow = "{mode: mapreduce, timeout: $T, setup: {commands: [a], timeout: $T}, "
                + "map: {input: [1], agent_template: [b]}, reduce: {commands: [c], timeout: $T}, "
                + "merge: {commands: [d], timeout: $T}}";

        var good = (Workflow.MapReduce) Objects.requireNonNull(
                run(workflow, new Outside(Map.of("T", "2m"), Map.of(), null, true))
                        .workflow());
        var wrong = run(workflow, new Outside(Map.of("T", "2 m"), Map.of(), null, true));

        assertThat(Setting.known(Objects.requireNonNull(good.reduce()).timeout()))
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(Setting.known(good.header().timeout())).isEqualTo(Duration.ofMinutes(2));
        assertThat(wrong.errors()).isEqualTo(4);
    }

    /// Spec 01 §7: a step's own entries win, for what is inside of it too.
    @Test
    void aStepTakesNumbersFromItsOwnEnvironment() {
        var workflow = """
                env: {N: 9}
                commands:
                  - {shell: a, env: {N: 3}, retry: {attempts: $N}}
                  - {foreach: [1], env: {N: 4}, do: [{shell: b, retry: {attempts: $N}}]}
                  - {shell: c, retry: {attempts: $N}}
                """;

        var steps = ((Workflow.Standard)
                        Objects.requireNonNull(run(workflow, new Outside(Map.of(), Map.of(), null, true))
                                .workflow()))
                .commands();

        assertThat(attempts(steps.getFirst())).isEqualTo(3);
        assertThat(attempts(((StepKind.Foreach) steps.get(1).kind()).body().getFirst()))
                .isEqualTo(4);
        assertThat(attempts(steps.get(2))).isEqualTo(9);
    }

    /// Files and profiles that are not read yet may say something else.
    @Test
    void nothingIsTakenForGrantedBeforeTheFilesAreRead() {
        var workflow = "{env_files: [e], commands: [{shell: a, retry: {attempts: $N}}]}";

        assertThat(run(workflow, Outside.parameters(Map.of("N", "many"))).isOpen())
                .isTrue();
        assertThat(run(workflow, Outside.parameters(Map.of("N", "many"))).errors())
                .isZero();
    }

    /// Spec 01 §2: a template's steps have a parameter scope of their own.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {n: 3}               |                                      | 3
            {n: "${N}"}          |                                      | 5
            {n: "${N}", N: 7}    |                                      | 5
            {n: "${n}1"}         |                                      | 21
            {n: "${cap}"}        |                                      | 1
            {n: [3]}             |                                      | 1
            {n: x}               |                                      | `$n` is "x"
            {}                   | parameters: {n: {default: 4}}        | 4
            {}                   | parameters: {n: {default: "${N}"}}   | 5
            {m: 6}               | {parameters: {m: {}, n: {default: "${m}"}}} | 6
            {}                   | defaults: {n: 8}                     | 8
            {n: 9}               | defaults: {n: 8}                     | 9
            {}                   |                                      | 2
            """)
    void aTemplateTakesNumbersFromItsParameters(String with, String head, String expected) {
        var root = head == null ? "" : (head.startsWith("{") ? head.substring(1, head.length() - 1) : head) + ", ";
        var files = Map.of(
                Workflows.FILE,
                "{env: {N: 5, n: 2}, commands: [{shell: a, capture: cap}, {template: t.yml, with: " + with + "}]}",
                "t.yml",
                "{" + root + "commands: [{shell: a, retry: {attempts: $n}}]}");
        var options = LoadOptions.DEFAULT.knowing(new Outside(Map.of(), Map.of("n", "1"), null, true));

        var loaded = WorkflowLoader.load(Workflows.FILE, Workflows.in(files), options);

        if (loaded.workflow() instanceof Workflow.Standard standard) {
            var template = (StepKind.Inline) standard.commands().getLast().kind();
            assertThat(attempts(template.body().getFirst()) + "").isEqualTo(expected);
        } else {
            assertThat(loaded.problems())
                    .filteredOn(Problem::isError)
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.message()).contains(expected);
                        assertThat(problem.span().file()).isEqualTo("t.yml");
                    });
        }
    }

    @Test
    void aParameterMayHaveTheNameOfACapture() {
        var files = Map.of(
                Workflows.FILE,
                "commands: [{shell: a, capture: n}, {shell: 'b ${n}'}, {template: t.yml, with: {n: 3}}]",
                "t.yml",
                "commands: [{shell: a, retry: {attempts: $n}}]");
        assertThat(Workflows.load(files).problems()).isEmpty();
    }

    /// What only the run will know hides what lies below it, and is no reason to take a default.
    @Test
    void whatACommandWillSayIsNotKnown() {
        for (var placeholder : List.of("$N", "\"${N:-2}\"")) {
            var workflow = "{defaults: {N: 3}, env: {N: {command: echo 5}}, retry_defaults: {attempts: " + placeholder
                    + "}, commands: [a]}";
            assertThat(run(workflow, new Outside(Map.of(), Map.of(), null, true))
                            .errors())
                    .isOne();
        }
    }

    private static int attempts(Step step) {
        return Objects.requireNonNull(step.options().resilience().retry()).attempts();
    }
}
