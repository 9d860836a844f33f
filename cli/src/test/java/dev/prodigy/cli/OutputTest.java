package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 00, "Output", and 05 §1: what stands on which stream while a run is under way, and how much.
class OutputTest extends TalkingDesk {
    private static final String ESCAPE = "\u001b";

    @Test
    void stepsAreCalledByTheirNames() {
        var said = desk.call("run flow.yml");
        assertThat(said.err()).contains("Say it (commands[0])").contains("tolerated third");
        assertThat(desk.call("resume last --force").err()).doesNotContain("null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            xterm | -   |                     | true  | true
            xterm | 1   |                     | false | true
            xterm | 1   | --color always      | true  | true
            xterm | -   | --color never       | false | true
            xterm | -   | --progress plain    | true  | false
            xterm | -   | --progress none     | true  | false
            dumb  | -   |                     | false | false
            dumb  | -   | --color always      | true  | false
            """)
    void coloursAndCursorMovesAreForTerminalsThatKnowThem(
            String term, String noColor, String options, boolean coloured, boolean drawn) {
        desk.onTerminal().with("TERM", term);
        if (noColor != null) {
            desk.with("NO_COLOR", noColor);
        }
        var said = desk.call("run flow.yml " + (options == null ? "" : options));
        assertThat(said.out().contains(ESCAPE + "[3")).as("%s", said).isEqualTo(coloured);
        assertThat(said.err().contains(ESCAPE + "[1A") || said.err().contains("\r"))
                .as("%s", said)
                .isEqualTo(drawn);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--progress auto", "-v", "-vv", "-vvv", "--color auto"})
    void withoutATerminalNothingIsColouredOrDrawn(String options) {
        var said = desk.call("run flow.yml " + options);
        assertThat(said.out() + said.err()).doesNotContain(ESCAPE).doesNotContain("\r");
    }

    /// Spec 05 §1: `-v` shows the tails of outputs, also of steps that succeeded.
    @Test
    void oneVShowsWhatStepsPrinted() {
        assertThat(desk.call("run flow.yml").err()).doesNotContain("| said\n");
        assertThat(desk.call("run flow.yml -v").err()).containsOnlyOnce("| said\n");
    }

    /// Steps of items have no events of their own: what they printed stands below the item's outcome.
    @Test
    void oneVShowsWhatStepsOfItemsPrinted() throws IOException {
        desk.file(
                "items.yml", "mode: mapreduce\nmap: {input: [1], agent_template: [{shell: 'echo of item ${item}'}]}\n");
        assertThat(desk.call("run items.yml").err()).doesNotContain("| of item");
        assertThat(desk.call("run items.yml -v").err()).containsPattern("ok +item-001 .*\n +\\| of item 1\n");
    }

    @Test
    void secretsInWhatStepsPrintedAreMasked() throws IOException {
        desk.with("KEY_ONE", "hidden-from-all").file("secret.yml", """
                secrets: {S: KEY_ONE}
                commands: ['echo "<$S>"; echo "[$S]" >&2']
                """);
        for (var level : List.of("-v", "-vvv")) {
            var said = desk.call("run secret.yml " + level);
            assertThat(said.exitCode()).as("%s", said).isZero();
            assertThat(said.err()).contains("| <", "| [").doesNotContain("hidden-from-all");
        }
    }

    /// Spec 05 §1: `-vvv` shows every event, and each once.
    @Test
    void threeVsShowEachEventOnce() throws IOException {
        var lines = desk.call("run flow.yml -vvv").err().lines().toList();
        for (var type : List.of("workflow_started", "pass_started", "pass_completed", "workflow_completed")) {
            assertThat(lines).filteredOn(line -> line.contains(type + " {")).hasSize(1);
            assertThat(lines).noneMatch(line -> line.contains(type.replace('_', ' ') + " {"));
        }
        assertThat(lines).filteredOn(line -> line.contains("commands[0]")).allMatch(line -> line.contains(" step_"));
        assertThat(lines)
                .filteredOn(line -> line.contains(" step_completed {"))
                .allMatch(line -> line.startsWith("ok"));
    }

    /// It belongs to the step's failure, and not to its handler's.
    @Test
    void whatAFallbackReplacedIsToldBeforeTheHandlersFailure() throws IOException {
        desk.file("both.yml", """
                commands:
                  - shell: exit 3
                    retry: {attempts: 1, on_failure: {fallback: exit 4}}
                    on_failure: {shell: exit 5, max_attempts: 1}
                """);
        var said = desk.call("run both.yml --isolation none");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err().substring(said.err().indexOf("prodigy: ")))
                .containsSubsequence("EXIT_4", "after EXIT_3", "EXIT_5");
    }

    @Test
    void attemptsOfAllRerunsAreToldAsTheirNumber() throws IOException {
        desk.file("again.yml", """
                commands:
                  - shell: exit 3
                    retry: {attempts: 2, backoff: none}
                    on_failure: {shell: 'true', max_attempts: 2}
                    continue_on_error: true
                """);
        assertThat(desk.call("run again.yml").err())
                .contains("attempt 2 of 2", "(4 attempts)")
                .doesNotContain("attempt 4");
    }

    @Test
    void quietRunsTellTheItemsThatFailedAndNothingElse() throws IOException {
        desk.file("quiet.yml", """
                mode: mapreduce
                setup: [{shell: 'true'}]
                map: {input: [1, 2], agent_template: [{shell: 'test ${item} = 1'}]}
                """);
        var said = desk.call("run quiet.yml -q");
        assertThat(said.exitCode()).isEqualTo(3);
        assertThat(said.err().lines())
                .singleElement()
                .asString()
                .contains("failed", "item-002", "EXIT_1: exit status 1");
        assertThat(desk.call("run quiet.yml -q --progress none").err()).isEmpty();
    }
}
