package dev.prodigy.e2e.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Setup, items, reduce and what a failure in each does (spec 03 §1, §2, §7; acceptance rows 7 to 11, 15, 35).
class PhasesTest {
    @NewSandbox
    private Sandbox sandbox;

    /// What a step writes to its two streams stays in the order in which it wrote it.
    @Test
    void combinedOutputKeepsItsOrderAndALongOneIsCutWithAWarning() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                setup:
                  commands:
                    - for i in 1 2 3 4; do echo o$i; echo e$i >&2; done
                    - printf 0123456789
                  capture_outputs:
                    both: {command_index: 0, source: combined, multiline: join}
                    short: {command_index: 1, max_size: 4}
                map: {input: {items: [1]}, agent_template: ["true"]}
                reduce: ['echo "${both} ${short}" >>"$TRACE"']
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("o1 e1 o2 e2 o3 e3 o4 e4 0123");
        assertThat(ended.err()).contains("CAPTURE_TRUNCATED", "`short`", "first 4 of 10 bytes", "max_size");
    }

    /// Spec 01 §7 and §8.4: it is ours, and has no value.
    @Test
    void aMergeStepThatReadsACaptureOfAHeldBackReduceFails() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: echo ${item} >new-${item}.txt; git add . && git commit -q -m ${item}
                    - shell: test ${item} = 1
                reduce: {when: complete, steps: [{shell: echo r, capture: z}]}
                merge: [{shell: 'echo "[${z}]"'}]
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.out()).contains("UNDEFINED_VARIABLE", "the step that captures `z` did not run");
    }

    @Test
    void whatSetupCapturesIsSeenByItemsAndReduce() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup:
                  commands:
                    - shell: echo 42
                    - shell: printf 'a\\nb\\n'
                    - shell: echo Yes
                    - shell: echo 'release v1.2.3 is out'
                    - shell: echo none
                  capture_outputs:
                    COUNT: {command_index: 0, format: number}
                    LINES: {command_index: 1, format: lines}
                    FLAG: {command_index: 2, format: boolean}
                    VERSION: {command_index: 3, pattern: 'v([0-9.]+)'}
                    LAST: {command_index: 1, multiline: last_line}
                    FALLBACK: {command_index: 4, pattern: 'v([0-9.]+)', default: nothing}
                map:
                  input: [{id: 1}]
                  agent_template:
                    - shell: echo "item ${COUNT} ${LINES} ${FLAG} ${VERSION} ${LAST} ${FALLBACK}" $LINES >>"$TRACE"
                reduce:
                  - shell: echo "reduce ${COUNT} ${LINES} ${FLAG} ${VERSION} ${LAST} ${FALLBACK}" $LINES >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace())
                .containsExactly(
                        "item 42 a", "b true 1.2.3 b nothing a b", "reduce 42 a", "b true 1.2.3 b nothing a b");
    }

    @Test
    void aCaptureThatDoesNotParseFailsTheRunBeforeAnyItem() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup:
                  commands:
                    - shell: echo many
                  capture_outputs:
                    COUNT: {command_index: 0, format: number}
                map:
                  input: [{id: 1}]
                  agent_template:
                    - shell: echo ran >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("CAPTURE_FAILED");
        assertThat(ended.json().text("error.message")).contains("COUNT").contains("many");
        assertThat(sandbox.trace()).isEmpty();
    }

    /// Spec 03 §2: an explicit format applies to the value's text, whatever led to it.
    @Test
    void aFormatAppliesToWhatThePathSelects() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup:
                  commands:
                    - echo '{"n":5,"s":"7","l":[1,"b"],"t":"[1]"}'
                  capture_outputs:
                    as_it_is: {index: 0, json_path: $.n}
                    string: {index: 0, json_path: $.n, format: string}
                    number: {index: 0, json_path: $.s, format: number}
                    lines: {index: 0, json_path: $.l, format: lines}
                    text: {index: 0, json_path: $.l, format: string}
                    json: {index: 0, json_path: $.t, format: json}
                    no_number: {index: 0, json_path: $.l, format: number, default: none}
                map: {input: {items: [1]}, agent_template: ["true"]}
                reduce:
                  - shell: |
                      echo '${as_it_is|json} ${string|json} ${number|json} ${lines|json} ${text|json} ${json|json}' \
                        '${no_number}' >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("5 \"5\" 7 [\"1\",\"b\"] \"[1,\\\"b\\\"]\" [1] none");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            echo "{"  | format: json             | format: the output is not JSON: line 1, column 2: the text ends inside an object: {
            echo "{"  | json_path: $.a           | json_path: the text is not JSON: line 1, column 2: the text ends inside an object: {
            "true"    | pattern: x               | pattern does not match: the text is empty
            {shell: echo x, when: "false"} | format: string | its step was skipped
            """)
    void aCaptureThatFailsSaysWhy(String step, String how, String why) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup:
                  commands:
                    - %s
                  capture_outputs:
                    X: {index: 0, %s}
                map: {input: {items: [1]}, agent_template: ["true"]}
                """.formatted(step, how));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.json().text("error.message")).isEqualTo("capture_outputs `X`: " + why);
    }

    @Test
    void aSetupThatTakesTooLongEndsWithAllItStarted() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup:
                  timeout: 1
                  commands:
                    - shell: sleep 600 & sleep 600
                map:
                  input: [{id: 1}]
                  agent_template:
                    - shell: echo ran >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("TIMEOUT");
        assertThat(Duration.ofMillis(ended.json().number("duration_ms"))).isLessThan(Duration.ofMinutes(1));
        sandbox.assertNothingLeftRunning();
        assertThat(sandbox.trace()).isEmpty();
    }

    @Test
    void aFailedStepEndsItsItemAndOnlyThat() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}, {id: 2}, {id: 3}, {id: 4}]
                  agent_template:
                    - shell: echo "one ${item.id}" >>"$TRACE"
                    - shell: test ${item.id} != 3 || exit 7
                    - shell: echo "three ${item.id}" >>"$TRACE"
                reduce:
                  - shell: echo "rate ${map.failure_rate} failed ${map.failed}" >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.json().text("status")).isEqualTo("completed_with_failures");
        assertThat(ended.json().number("items.successful")).isEqualTo(3);
        assertThat(ended.json().number("items.failed")).isEqualTo(1);
        assertThat(sandbox.trace())
                .contains("one 3", "three 1", "three 2", "three 4")
                .doesNotContain("three 3")
                .endsWith("rate 0.25 failed 1");
        var failure = sandbox.journal().events("agent_failed").getFirst();
        assertThat(failure.text("error.code")).isEqualTo("EXIT_7");
        assertThat(failure.text("item_id")).isEqualTo("item-003");
    }

    @ParameterizedTest
    @CsvSource({"ended, reduce", "complete, ''"})
    void whenEveryItemFailsReduceRunsUnlessItWantsThemComplete(String when, String expected) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}, {id: 2}]
                  agent_template:
                    - shell: exit 1
                reduce:
                  when: WHEN
                  commands:
                    - shell: echo reduce >>"$TRACE"
                """.replace("WHEN", when));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(String.join("", sandbox.trace())).isEqualTo(expected);
    }

    @Test
    void aRepairedReduceGoesOnAtItsFailedStep() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}, {id: 2}]
                  agent_template:
                    - shell: echo item >>"$TRACE"
                reduce:
                  - shell: echo first >>"$TRACE"
                  - shell: test -e "$TRACE.repaired"
                  - shell: echo third >>"$TRACE"
                """);

        var failed = sandbox.prodigy().run("run", workflow, "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        Files.createFile(sandbox.folder().resolve("trace.repaired"));
        var resumed = sandbox.prodigy().run("resume", failed.json().text("run_id"), "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().text("run_id")).isEqualTo(failed.json().text("run_id"));
        assertThat(sandbox.trace()).containsExactly("item", "item", "first", "third");
        sandbox.journal().assertValid();
    }

    /// Each of the three items fails once the run is there, so that policy stops it twice before the end.
    @Test
    void aReduceThatRanOnPartialResultsRunsAgainAtTheEnd() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                error_policy: {max_failures: 1, retry_config: {attempts: 1}}
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  agent_template:
                    - shell: exit 7
                reduce:
                  when: always
                  commands:
                    - shell: echo "first of ${map.failed}" >>"$TRACE"
                    - shell: echo "second of ${map.failed}" >>"$TRACE"
                """);

        var stopped = sandbox.prodigy().run("run", workflow, "-o", "json");
        assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(4);
        var again = sandbox.prodigy().run("resume", "last", "-o", "json");
        assertThat(again.exitCode()).as("%s", again).isEqualTo(4);
        var ended = sandbox.prodigy().run("resume", "last", "-o", "json");

        assertThat(ended.json().number("items.failed")).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace())
                .containsExactly("first of 1", "second of 1", "first of 2", "second of 2", "first of 3", "second of 3");
    }

    @Test
    void aStepThatWasWrittenIntoAFinishedSetupIsNotRun() throws IOException {
        var text = """
                mode: mapreduce
                isolation: none
                setup:
                  - {shell: 'echo setup >>"$TRACE"; echo got', capture: got}%s
                map:
                  input: [1]
                  agent_template:
                    - shell: echo "${got}" >>"$TRACE"
                reduce:
                  - shell: echo reduce >>"$TRACE"; test -e "$TRACE.mended"
                """;
        var failed = sandbox.prodigy().run("run", sandbox.workflow(text.formatted("")), "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        Files.createFile(sandbox.folder().resolve("trace.mended"));
        sandbox.workflow(text.formatted("\n  - shell: echo added >>\"$TRACE\""));

        var resumed = sandbox.prodigy().run("resume", "last", "--accept-changes", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).contains("NO_EFFECT", "setup[1]");
        assertThat(sandbox.trace()).containsExactly("setup", "got", "reduce", "reduce");
    }
}
