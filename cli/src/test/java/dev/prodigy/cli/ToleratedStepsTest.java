package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §1, layer 5; 03 §6: wherever in an item a step fails and is tolerated, the run did not complete clean, and
/// the item's result names the step.
class ToleratedStepsTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void called() throws IOException {
        desk.file("template.yml", "commands: [{shell: 'false', id: inner, continue_on_error: true}, {shell: 'true'}]");
        desk.file("score.json", "{\"score\": 100}");
        desk.file("child.yml", "commands: [{shell: 'exit 4', id: of_child, continue_on_error: true}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {shell: 'false', continue_on_error: true}                                      | "map.agent_template[0]"
            {shell: '[ -e x ]', on_failure: {commands: [TOLERATED, touch x]}}              | "t"
            {shell: '[ -e x ]', on_exit_code: {1: {commands: [TOLERATED, touch x]}}}       | "t"
            {shell: 'false', on_failure: {commands: [TOLERATED, 'true'], strategy: fallback}} | "t"
            {shell: 'false', id: it, on_failure: {commands: [TOLERATED], fail_workflow: false, max_attempts: 1}} | "t","it"
            {shell: 'true', validate: {commands: [TOLERATED, cat score.json]}}       | "t"
            {validate: {commands: [TOLERATED, cat score.json]}}                      | "t"
            {shell: 'true', validate: {shell: '[ -e x ]', on_incomplete: {commands: [TOLERATED, touch x]}}} | "t"
            {shell: 'true', on_success: [TOLERATED]}                                       | "t"
            {shell: 'true', on_exit_code: {0: {commands: [TOLERATED]}}}                    | "t"
            {template: template.yml}                                                       | "inner"
            {foreach: [1, 2], do: [TOLERATED, {shell: 'false', continue_on_error: true}]}  | "t","map.agent_template[0].do[1]"
            {foreach: [1], id: loop, do: [TOLERATED, 'false'], continue_on_error: true}    | "t","loop"
            {workflow: child.yml, id: call}                                                | "call"
            {shell: 'false', retry: {attempts: 1, on_failure: {fallback: {workflow: child.yml, id: call}}}}     | "call"
            """)
    void theItemNamesThem(String step, String labels) throws IOException {
        var written = step.replace("TOLERATED", "{shell: 'false', id: t, continue_on_error: true}");
        desk.file("items.yml", """
                mode: mapreduce
                map:
                  input: [1]
                  agent_template:
                    - %s
                reduce: [{shell: 'echo ${map.results[0].tolerated:json} > named'}]
                """.formatted(written));

        var ended = desk.call("run items.yml");

        assertThat(desk.folder().resolve("named")).as("%s", ended).hasContent("[" + labels + "]");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
    }

    /// Spec 00: an error names what failed, and the next command.
    @Test
    void aCallWhoseRunHasFailuresNamesIt() throws IOException {
        desk.file("caller.yml", "commands: [{workflow: child.yml, id: call}]");

        var ended = desk.call("run caller.yml");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.err()).containsPattern("failures +call +in the run that it started: prodigy runs show \\S+");
    }

    /// What the failed attempt tolerated stands too.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {shell: 'false', id: t, continue_on_error: true} | true                                              | "t"
            true                                             | {shell: 'false', id: h, continue_on_error: true}  | "h"
            {shell: 'false', id: t, continue_on_error: true} | {shell: '[ -e x ]', on_failure: {commands: [{shell: 'false', id: h, continue_on_error: true}, touch x]}} | "t","h"
            true                                             | true                                              |
            """)
    void aHandlerThatResolvesTheItemAddsItsOwn(String before, String handling, String labels) throws IOException {
        desk.file("items.yml", """
                mode: mapreduce
                error_policy: {on_item_failure: mend, handlers: {mend: {steps: [%s], then: resolved}}}
                map: {input: [1], agent_template: [%s, 'false']}
                reduce: [{shell: 'echo ${map.results[0].tolerated:json} > named'}]
                """.formatted(handling, before));

        var ended = desk.call("run items.yml");

        assertThat(desk.folder().resolve("named"))
                .as("%s", ended)
                .hasContent("[" + (labels == null ? "" : labels) + "]");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(labels == null ? 0 : 3);
    }
}
