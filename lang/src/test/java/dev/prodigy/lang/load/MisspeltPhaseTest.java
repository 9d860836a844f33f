package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A phase whose `commands` are misspelt is still a phase (spec 01 §14).
class MisspeltPhaseTest {
    @ParameterizedTest
    @CsvSource({"setup, comands, commands", "reduce, stepps, steps"})
    void theNearestWordIsSuggested(String phase, String written, String meant) {
        var yaml = "mode: mapreduce\nmap: {input: [1], agent_template: x}\n" + phase + ": {" + written + ": [x]}";
        assertThat(Workflows.problems(yaml))
                .filteredOn(problem -> problem.message().contains("\"" + written + "\""))
                .extracting(Problem::suggestion)
                .containsExactly(meant);
    }

    @ParameterizedTest
    @CsvSource({"setup", "reduce", "merge"})
    void aKindOfOldIsAStep(String phase) {
        var yaml = "mode: mapreduce\nmap: {input: [1], agent_template: x}\n" + phase + ": {command: /x}";
        assertThat(Workflows.problems(yaml).stream().filter(Problem::isError)).isEmpty();
    }
}
