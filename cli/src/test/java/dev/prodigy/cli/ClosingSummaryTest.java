package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said of failed items at the end of a run (spec 03 §6).
class ClosingSummaryTest {
    @NewDesk
    private Desk desk;

    @Test
    void whereItemsAreNotNamedItIsSaidHowManyAndWhatNamesThem() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map: {input: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], agent_template: [{shell: exit 7}]}
                """);

        var err = desk.call("run flow.yml").err();

        assertThat(err).containsPattern("\n  … and 2 more: prodigy dlq list mapreduce-\\S+\n");
    }

    @ParameterizedTest
    @CsvSource({"skip, echo said; exit 7, Their logs: prodigy logs", "dlq, exit 7, No failing step printed anything"})
    void nobodyIsToldThatThereAreNoLogsWhereThereAreSome(String disposition, String command, String told)
            throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map: {input: [1, 2], agent_template: [{shell: '%s'}]}
                error_policy: {on_item_failure: %s}
                """.formatted(command, disposition));

        var err = desk.call("run flow.yml").err();

        assertThat(err).contains(told);
        assertThat(err.contains("No failing step printed anything")).isEqualTo(disposition.equals("dlq"));
    }
}
