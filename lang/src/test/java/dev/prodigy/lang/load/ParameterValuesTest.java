package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Values for parameters, judged before anything runs: what can be known of them, and where they stand.
class ParameterValuesTest {
    /// Spec 01 §12: values that break what the parameter says are told where they stand, wherever they are given.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{template: t, with: {n: nine, e: zzz, l: 5, v: 9}}]",
                "commands: [{workflow: t.yml, with: {n: nine, e: zzz, l: 5, v: 9}}]",
                "workflows: {s: {source: t.yml, with: {n: nine, e: zzz, l: 5, v: 9}}}",
                "template: {source: t.yml, with: {n: nine, e: zzz, l: 5, v: 9}}",
                "{parameters: [{name: n, type: integer, default: nine}, {name: e, enum: [x, y], default: zzz},"
                        + " {name: l, type: array, default: 5}, {name: v, validation: value <= 5, default: 9}], commands: [a]}",
            })
    void valuesThatParametersRefuseAreToldWhereTheyStand(String workflow) {
        var template = """
                parameters: {n: {type: integer}, e: {enum: [x, y]}, l: {type: array}, v: {validation: "value <= 5"}}
                commands: ["echo ${n} ${e} ${l} ${v}"]
                """;
        var problems = WorkflowLoader.load(
                        Workflows.FILE,
                        Workflows.in(Map.of(Workflows.FILE, workflow, "t.yml", template)),
                        LoadOptions.DEFAULT)
                .problems()
                .stream()
                .filter(Problem::isError)
                .toList();

        assertThat(problems)
                .extracting(problem -> problem.code().name())
                .containsOnly("INVALID_PARAMETER")
                .hasSize(4);
        assertThat(problems)
                .extracting(problem ->
                        workflow.substring(problem.span().column() - 1).split("[,}]", 2)[0])
                .containsExactly("nine", "zzz", "5", "9");
    }

    /// What a placeholder gives is known when the step runs; a validation may compare other parameters.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{template: t, with: {n: '${ITERATION}', v: 1}}]",
                "commands: [{workflow: t.yml, with: {n: '5', v: 1}}]",
                "commands: [{workflow: t.yml, with: {n: 5, v: 9}}]",
            })
    void whatCannotBeJudgedYetIsNot(String workflow) {
        var template = """
                parameters: {n: {type: integer}, v: {validation: "value <= ${n}"}}
                commands: ["echo ${n} ${v}"]
                """;
        var loaded = WorkflowLoader.load(
                Workflows.FILE, Workflows.in(Map.of(Workflows.FILE, workflow, "t.yml", template)), LoadOptions.DEFAULT);

        assertThat(loaded.problems()).noneMatch(Problem::isError);
    }
}
