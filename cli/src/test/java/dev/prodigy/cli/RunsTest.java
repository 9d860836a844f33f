package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §2.1, §2.2, §2.6, §2.7, without git and without a second process.
class RunsTest {
    @NewDesk
    private Desk desk;

    private List<String> trace() throws IOException {
        var file = desk.folder().resolve("trace");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --args a --args b --args c             | a b c     | failed
            --args a --args b --args c --fail-fast | a b       | failed
            --args a -n 2                          | a a       | completed
            --map *.txt --args a                   | 1.txt 2.txt a | completed
            --map *.txt --map 1.* --map **/*.txt   | 1.txt 2.txt d/3.txt | completed
            -n 5 --until-unchanged                 | -         | completed
            """)
    void passesFollowOneAnother(String options, String passes, String status) throws IOException {
        desk.file("1.txt", "").file("2.txt", "").file("d/3.txt", "").file("flow.yml", """
                name: passes
                commands:
                  - shell: echo "${ARG:--}" >>trace; test "${ARG:--}" != b
                """);
        var said = desk.call("run flow.yml -o json " + options);
        assertThat(said.at("status")).as("%s", said).isEqualTo(status);
        assertThat(String.join(" ", trace())).isEqualTo(passes);
        assertThat(said.exitCode()).isEqualTo(status.equals("failed") ? 1 : 0);
    }

    @Test
    void aFailureOfOneOfSeveralPassesSaysWhich() throws IOException {
        desk.file("flow.yml", "commands: [{shell: 'test ${ARG} != b'}]\n");

        var json = desk.call("run flow.yml --args a --args b -o json");

        assertThat(json.at("error.pass")).isEqualTo("2");
        assertThat(desk.call("run flow.yml --args a --args b").err())
                .contains("prodigy: pass 2: commands[0] failed: EXIT_1");
        assertThat(desk.call("run flow.yml --args b -o json").at("error.pass")).isEqualTo("null");
    }

    @Test
    void outputsAreOfTheLastPassOfTheSeriesAlsoWhereAnotherRanLast() throws IOException {
        desk.file("flow.yml", """
                outputs: {last: "${ARG} ${said} ${ITERATION}"}
                commands:
                  - {shell: 'test -e ready || test "${ARG}" != b || exit 1; echo "did ${ARG}"', capture: said}
                """);
        assertThat(desk.call("run flow.yml --args a --args b --args c").exitCode())
                .isEqualTo(1);
        desk.file("ready", "");

        var resumed = desk.call("resume last -o json");

        assertThat(resumed.at("outputs.last")).as("%s", resumed).isEqualTo("c did c 1");
        assertThat(desk.call("run flow.yml --args a --args b -n 2 -o json").at("outputs.last"))
                .isEqualTo("b did b 2");
    }

    @Test
    void whereNothingRanYetThereIsNothingToPurge() {
        var said = desk.call("dlq purge --older-than 1d --force -o json");

        assertThat(said.exitCode()).isZero();
        assertThat(said.at("items")).isEqualTo("[]");
        assertThat(desk.call("dlq purge nobody --older-than 1d").exitCode()).isEqualTo(2);
    }

    @Test
    void whateverIsOlderThanNothingIsOfAnyAge() throws IOException {
        desk.file("flow.yml", "commands: ['true']\n");
        desk.call("run flow.yml", 0);
        assertThat(desk.call("runs clean --older-than 1d -f -o json", 0).at("removed.runs"))
                .isEqualTo("0");
        assertThat(desk.call("runs clean --older-than 0s -f -o json", 0).at("removed.runs"))
                .isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dlq", "worktrees"})
    void whereThereIsNothingToCleanNobodyIsAsked(String what) throws IOException {
        desk.file("flow.yml", "commands: ['true']\n");
        desk.call("run flow.yml", 0);
        assertThat(desk.call("clean " + what + " --all", 0).out()).isEqualTo("removed 0 files (0 bytes) of 0 runs\n");
    }

    @Test
    void namesOfWorkflowsReachNoTerminalRaw() throws IOException {
        desk.file("flow.yml", """
                name: "na\\e[31mme"
                mode: mapreduce
                map: {input: [1], agent_template: ["false"]}
                """);
        desk.call("run flow.yml", 3);
        assertThat(desk.call("dlq stats", 0).out()).contains("na\\u001b[31mme");
    }

    @Test
    void nothingRunsInARunThatIsOver() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: sleep 60}]
                map: {input: [1], agent_template: [{shell: 'true'}]}
                """);
        desk.call("run flow.yml --timeout 1s -q");

        var shown = desk.call("runs show -o json");

        assertThat(shown.at("phases.0.status")).as("%s", shown).isEqualTo("timed_out");
        assertThat(shown.at("steps.0.status")).isEqualTo("timed_out");
    }

    @Test
    void aFailedPhaseTookItsTimeToo() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: exit 1}]
                map: {input: [1], agent_template: [{shell: 'true'}]}
                """);
        desk.call("run flow.yml");

        var shown = desk.call("runs show -o json");

        assertThat(shown.at("phases.0.status")).as("%s", shown).isEqualTo("failed");
        assertThat(shown.at("phases.0.duration_ms")).matches("\\d+");
    }

    @Test
    void aMapReduceWorkflowTakesOnePass() throws IOException {
        desk.file("flow.yml", "mode: mapreduce\nmap: {input: [1], agent_template: [{shell: 'echo ${ARG} >>trace'}]}\n");
        assertThat(desk.call("run flow.yml --args a --args b").exitCode()).isEqualTo(2);
        assertThat(desk.call("run flow.yml --args a -n 2").exitCode()).isEqualTo(2);
        assertThat(desk.call("run flow.yml --args a").exitCode()).isZero();
        assertThat(trace()).containsExactly("a");
    }

    @Test
    void anEditedWorkflowGoesOnWithConsentOnly() throws IOException {
        desk.file("flow.yml", "commands: [{shell: 'echo one >>trace'}, {shell: 'exit 3'}]\n");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("flow.yml", "# only a comment\ncommands: [{shell: 'echo one >>trace'}, {shell: 'exit 3'}]\n");
        assertThat(desk.call("resume last").exitCode()).isEqualTo(1);
        desk.file("flow.yml", "commands: [{shell: 'echo one >>trace'}, {shell: 'echo two >>trace'}]\n");
        var before = desk.call("events last -o json").at("total");
        var refused = desk.call("resume last -o json");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("workflow_changed");
        assertThat(refused.at("error.changed.0")).isEqualTo("commands[1].shell");
        assertThat(desk.call("events last -o json").at("total")).isEqualTo(before);
        assertThat(desk.call("resume last --accept-changes -o json").at("status"))
                .isEqualTo("completed");
        assertThat(trace()).containsExactly("one", "two");
    }

    /// Spec 05 §2.3: the normal form has every default filled in.
    @ParameterizedTest
    @ValueSource(strings = {"", " --dry-run"})
    void aDefaultThatIsWrittenOutIsNoEdit(String option) throws IOException {
        var text = "map: {input: [1], agent_template: [x]%s}\nreduce: [{shell: 'test -e mended'}]\n";
        desk.file("flow.yml", text.formatted(""));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
        desk.file("flow.yml", "mode: mapreduce\nisolation: none\n" + text.formatted(", max_parallel: 10"));

        var resumed = desk.call("resume last" + option);

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(option.isEmpty() ? 3 : 0);
    }

    /// Items that are put back run with the new form, though the map phase had come to its end.
    @Test
    void changesOfTheTemplateHaveAnEffectOnItemsThatArePutBack() throws IOException {
        var text = """
                mode: mapreduce
                setup: [{shell: 'true'}]
                map: {input: [1], agent_template: [{shell: '%s'}]}
                reduce: [{shell: 'echo %s >>trace'}]
                """;
        desk.file("flow.yml", text.formatted("exit 3", "first"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);
        desk.file("flow.yml", text.formatted("echo mended >>trace", "second"));

        var resumed = desk.call("resume last --force --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err())
                .contains("NO_EFFECT: these changes have no effect, what they concern is finished: reduce[0].shell\n");
        assertThat(trace()).containsExactly("first", "mended");
    }

    @Test
    void aCompletedRunIsPrintedAgain() throws IOException {
        desk.file("flow.yml", "commands: [{shell: 'echo one >>trace'}]\noutputs: {answer: '${shell.exit_code}'}\n");
        var first = desk.call("run flow.yml -o json");
        var before = desk.call("events last -o json").at("total");
        var again = desk.call("resume last -o json");
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).isEqualTo(first.out());
        assertThat(desk.call("events last -o json").at("total")).isEqualTo(before);
        assertThat(trace()).hasSize(1);
    }

    @Test
    void failedItemsAreTriedAgainWhenAskedFor() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [a, b]
                  item_key: item
                  agent_template: [{shell: 'echo ${item} >>trace; test ${item} = a || test -e mended'}]
                """);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);
        var again = desk.call("resume last -o json");
        assertThat(again.exitCode()).isEqualTo(3);
        assertThat(again.at("items.failed")).isEqualTo("1");
        assertThat(desk.call("resume last").err()).contains("dlq retry");
        desk.file("mended", "");
        var mended = desk.call("resume last --retry-failed --max-retries 3 -o json");
        assertThat(mended.at("status")).as("%s", mended).isEqualTo("completed");
        assertThat(trace()).filteredOn("b"::equals).hasSize(2);
        assertThat(desk.call("dlq list -o json").at("total")).isEqualTo("0");
    }

    @Test
    void itemsOfARunThatIsOverAreSkippedAndRequeuedInItsJournal() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [a, b]
                  item_key: item
                  agent_template: [{shell: 'echo ${item} >>trace; test ${item} = a'}]
                """);
        desk.call("run flow.yml");
        var skipped = desk.call("skip last b -o json");
        assertThat(skipped.exitCode()).as("%s", skipped).isZero();
        assertThat(skipped.at("acknowledged")).isEqualTo("true");
        assertThat(desk.call("status -o json").at("counts.skipped")).isEqualTo("1");
        assertThat(desk.call("dlq list -o json").at("total")).isEqualTo("0");
        try (var files = Files.walk(desk.home().resolve("dlq"))) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
        assertThat(desk.call("skip last a -o json").at("error.code")).isEqualTo("not_possible");
        assertThat(desk.call("skip last c -o json").at("error.code")).isEqualTo("item_not_found");
        assertThat(desk.call("requeue last 2 -o json").exitCode()).isZero();
        assertThat(desk.call("status -o json").at("counts.pending")).isEqualTo("1");
        for (var command : List.of("pause", "resume-dispatch", "drain", "stop")) {
            var said = desk.call(command + " last -o json");
            assertThat(said.exitCode()).isEqualTo(1);
            assertThat(said.at("error.code")).isEqualTo("not_running");
            assertThat(said.at("error.hint")).startsWith("prodigy resume mapreduce-");
        }
        assertThat(desk.call("runs ls --resumable -o json").at("runs.0.run_id")).startsWith("mapreduce-");
        assertThat(desk.call("resume --dry-run -o json").at("items.sample.1.reason"))
                .isEqualTo("pending");
        assertThat(desk.call("resume -o json").at("items.failed")).isEqualTo("1");
        assertThat(trace()).filteredOn("b"::equals).hasSize(2);
        assertThat(desk.call("runs ls --resumable -o json").at("runs")).isEqualTo("[]");
        assertThat(desk.call("stop last -o json").at("error.hint")).startsWith("prodigy dlq retry mapreduce-");
        assertThat(desk.call("set last --max-parallel 3 -o json").exitCode()).isZero();
        assertThat(desk.call("events ls last --type setting_changed -o json").at("events.0.from"))
                .isEqualTo("10");
        assertThat(desk.call("status -o json").at("max_parallel")).isEqualTo("3");
        assertThat(desk.call("runs show -o json").at("settings.max_parallel")).isEqualTo("3");
        assertThat(desk.call("exec true -o json").exitCode()).isZero();
        assertThat(desk.call("stop last -o json").at("error.hint")).startsWith("prodigy runs show workflow-");
    }

    @Test
    void reduceThatAlwaysRunsSeesWhatKilledItemsLeft() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [1, 2, 3, 4]
                  max_parallel: 2
                  error_policy: {max_failures: 1, stop_mode: kill}
                  agent_template: [{shell: 'test ${item} != 1 && sleep 60'}]
                reduce:
                  when: always
                  commands: [{shell: 'echo ${map.failed} failed, ${map.pending} pending >>trace'}]
                """);
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isEqualTo(4);
        assertThat(trace()).containsExactly("1 failed, 3 pending");
        assertThat(desk.call("events ls --type agent_interrupted -o json").at("events.0.reason"))
                .isEqualTo("halt");
    }

    @Test
    void execAndBatchAreWorkflows() throws IOException {
        assertThat(desk.call(List.of("exec", "echo done >>trace; exit 4", "--retry", "2"))
                        .exitCode())
                .isEqualTo(1);
        assertThat(trace()).hasSize(2);
        desk.file("a.md", "").file("d/b.md", "").file(".git/c.md", "");
        var batch = desk.call(List.of(
                "batch", "**/*.md", "--command", "shell: echo ${item} >>trace", "--parallel", "1", "-o", "json"));
        assertThat(batch.at("workflow")).as("%s", batch).isEqualTo("batch");
        assertThat(batch.at("items.successful")).isEqualTo("2");
        assertThat(trace()).endsWith("a.md", "d/b.md");
    }

    @Test
    void logsAreShownByExecution() throws IOException {
        desk.file("flow.yml", """
                commands:
                  - id: first
                    shell: echo out; echo err >&2; exit 2
                    retry_config: {attempts: 2, initial_delay: 1ms}
                    on_failure: {shell: echo mending, resolve: true}
                """);
        desk.call("run flow.yml");
        assertThat(desk.call("logs --stream stderr --attempt 2").out()).isEqualTo("""
                == commands[0], execution 2, stderr  (4 bytes, exit 2)
                err
                """);
        assertThat(desk.call("logs --latest --summary").out()).startsWith("== commands[0]");
        assertThat(desk.call("logs --step commands[0].on_failure[0]").out()).endsWith("mending\n");
        var json = desk.call("logs --phase commands --stream stdout -o json");
        assertThat(json.at("logs.0.step")).isEqualTo("commands[0]");
        assertThat(json.at("logs.0.bytes")).isEqualTo("4");
        assertThat(json.at("logs.0.omitted_bytes")).isEqualTo("0");
        assertThat(desk.call("logs --phase reduce").out()).isEmpty();
    }
}
