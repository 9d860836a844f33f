package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §1, STEP: the steps of a whole form by their paths.
class StepFormsTest {
    private static final Map<String, String> FILES = Map.of(
            "f.yml", """
                    mode: mapreduce
                    setup: [{shell: s0}, {template: outer.yml}]
                    map: {input: [{shell: data}], agent_template: [{shell: m0}]}
                    reduce:
                      - {foreach: [a], do: [{shell: d0}, {template: inner.yml}]}
                      - shell: r1
                        on_failure: [{shell: h0}]
                        on_exit_code: {3: [{shell: e0}], 4: {fallback: {shell: e4}}, 5: !fallback {shell: e5}}
                      - {shell: r2, on_failure: {fallback: {shell: f0}}}
                    """,
            "outer.yml", "commands: [{shell: o0}, {template: inner.yml}]",
            "inner.yml", "commands: [{shell: i0}]");

    private final StepForms steps = forms();

    private static StepForms forms() {
        var loaded = Workflows.load(FILES);
        assertThat(loaded.problems()).isEmpty();
        return StepForms.of(WholeForm.of(Objects.requireNonNull(loaded.normalForm()), loaded.templates(), Map.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "setup[0], s0",
        "setup[1].template[0], o0",
        "setup[1].template[1].template[0], i0",
        "reduce[0].do[0], d0",
        "reduce[0].do[1].template[0], i0",
        "reduce[1], r1",
        "reduce[1].on_failure[0], h0",
        "reduce[1].on_exit_code.3[0], e0",
        "reduce[1].on_exit_code.4.fallback[0], e4",
        "reduce[1].on_exit_code.5.fallback[0], e5",
        "reduce[2].fallback[0], f0",
    })
    void aStepIsFoundByItsPath(String path, String shell) {
        assertThat(Objects.requireNonNull(steps.at(path), path).get("shell")).isEqualTo(Value.of(shell));
    }

    @ParameterizedTest
    @CsvSource({"setup, 2", "setup[1].template, 2", "reduce, 3", "reduce[0].do, 2", "commands, 0"})
    void theStepsOfAListAreCounted(String list, int count) {
        assertThat(steps.count(list)).isEqualTo(count);
    }

    @Test
    void whatItemsDoIsNotAmongThem() {
        assertThat(steps.at("map.agent_template[0]")).isNull();
        assertThat(steps.at("map.input[0]")).isNull();
    }
}
