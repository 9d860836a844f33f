package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §2.6: `logs`.
class LogsTest {
    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void aRun() throws IOException {
        desk = new Desk(folder).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: echo first, id: one}, {shell: 'true', id: quiet}]
                map: {input: [a], agent_template: [{shell: 'echo of ${item}', id: two}, {foreach: [x], do: [{shell: echo inner, id: in}]}]}
                """);
        assertThat(desk.call("run flow.yml").exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "one, first",
        "setup[0], first",
        "two, of a",
        "map.agent_template[0], of a",
        "in, inner",
        "map.agent_template[1].do[0], inner"
    })
    void aStepIsNamedByItsIdOrItsPath(String step, String printed) {
        assertThat(desk.call("logs last --step " + step).out())
                .contains(printed)
                .hasLineCount(2);
    }

    /// Texts over 16 KiB are not in the journal's lines (spec 05 §5.2), whatever member they are.
    @ParameterizedTest
    @ValueSource(ints = {20_000, 110_000})
    void keysAndArgumentsOfAnyLengthAreNoHindrance(int length) throws IOException {
        var text = "k".repeat(length);
        desk.file("keys.yml", """
                mode: mapreduce
                map:
                  input: [{name: KEY}]
                  item_key: item.name
                  agent_template: [{shell: 'echo of ${item_key}', id: one}]
                """.replace("KEY", text));
        desk.file("arg.yml", "commands: ['echo of ${ARG}']");
        assertThat(desk.call("run keys.yml -q").exitCode()).isZero();
        assertThat(desk.call("logs last").out()).contains("of " + text);
        assertThat(desk.call("run arg.yml -q --args " + text).exitCode()).isZero();

        var said = desk.call("logs last");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.out()).contains("of " + text);
    }

    @Test
    void aStepWithoutOutputIsNoMistake() {
        assertThat(desk.call("logs last --step quiet").exitCode()).isZero();
        assertThat(desk.call("logs last --step setup[1]").err()).contains("no output");
    }

    @ParameterizedTest
    @CsvSource({
        "--step commands[99], has no step `commands[99]`",
        "--step quite, did you mean `quiet`?",
        "--phase mpa, map"
    })
    void whatTheRunDoesNotHaveIsRefused(String options, String message) {
        var refused = desk.call("logs last " + options);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains(message);
    }

    @Test
    void theStepsOfASuccessfulItemHaveEndedWithZero() {
        assertThat(desk.call("logs last --step two -o json").out()).contains("\"exit_code\":0");
    }

    @Test
    void eachExecutionHasTheExitCodeThatItEndedWith() throws IOException {
        desk.file("again.yml", """
                mode: mapreduce
                setup:
                  - {shell: 'echo s >>s; echo o; exit $((5 - $(wc -l <s)))', id: one, retry: {attempts: 5, backoff: none}}
                map:
                  input: [a]
                  agent_template:
                    - {shell: 'echo i >>i; echo o; test $(wc -l <i) = 3 || exit 7', id: two, retry: {attempts: 3, backoff: none}}
                """);
        assertThat(desk.call("run again.yml").exitCode()).isZero();

        assertThat(exitCodes("one")).containsExactly(4L, 3L, 2L, 1L, 0L);
        assertThat(exitCodes("two")).containsExactly(7L, 7L, 0L);
    }

    @Test
    void anExecutionThatAResumeFollowsHasItsExitCode() throws IOException {
        desk.file("resumed.yml", """
                mode: mapreduce
                map: {input: [a], agent_template: ['true']}
                reduce: [{shell: 'echo o; echo x >>x; exit $((3 - $(wc -l <x)))', id: one}]
                """);
        assertThat(desk.call("run resumed.yml").exitCode()).isEqualTo(1);
        assertThat(desk.call("resume last").exitCode()).isEqualTo(1);
        assertThat(desk.call("resume last").exitCode()).isZero();

        assertThat(exitCodes("one")).containsExactly(2L, 1L, 0L);
    }

    /// Only what cut the attempt off leaves it open how a step ended.
    @Test
    void whatEndedInAnItemThatFailedLaterHasItsExitCode() throws IOException {
        desk.file("failed.yml", """
                mode: mapreduce
                error_policy: {on_item_failure: mend, handlers: {mend: [{shell: echo h, id: three}]}}
                map:
                  input: [a]
                  agent_template:
                    - {shell: echo o, id: one}
                    - {foreach: [x], do: [{shell: echo i, id: two}]}
                    - {shell: 'echo bad; exit 7', id: four}
                """);
        assertThat(desk.call("run failed.yml").exitCode()).isEqualTo(3);

        assertThat(exitCodes("one")).containsExactly(0L);
        assertThat(exitCodes("two")).containsExactly(0L);
        assertThat(exitCodes("three")).containsExactly(0L);
        assertThat(exitCodes("four")).containsExactly(7L);
    }

    private List<Long> exitCodes(String step) {
        var logs = (Value.Items)
                desk.call("logs last -o json --step " + step).json().members().get("logs");
        return logs.values().stream()
                .map(each -> new FieldsReader((Value.Fields) each))
                .sorted(Comparator.comparingLong(each -> each.number("attempt")))
                .map(each -> each.numberOrNull("exit_code"))
                .toList();
    }

    /// The handler's start tells what the execution before it had come to.
    @Test
    void anExecutionThatAHandlerFollowsHasItsExitCode() throws IOException {
        desk.file("handled.yml", """
                commands:
                  - {shell: 'echo x >>h; echo bad; exit $((6 + $(wc -l <h)))', id: one, on_failure: {shell: echo h, fail_workflow: false}}
                """);
        desk.call("run handled.yml");

        assertThat(exitCodes("one")).containsExactly(7L, 8L);
    }
}
