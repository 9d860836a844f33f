package dev.prodigy.e2e.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Running;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is said of a run and of what comes behind it (spec 05 §2.5, 03 §11).
class RedriveReportTest {
    @NewSandbox
    private Sandbox sandbox;

    /// @param lines of the trace when what the redrive does has begun
    /// @return the redrive of what failed in a run, and does not fail any more
    private Running redriveOf(String workflow, int lines) throws IOException {
        assertThat(sandbox.prodigy().run("run", workflow, "-y").exitCode()).isEqualTo(3);
        Files.createFile(sandbox.folder().resolve("trace.heal"));
        var running = sandbox.prodigy().start("dlq", "retry", "last", "-y", "-o", "json");
        return running.until("it has begun", () -> sandbox.trace().size() == lines);
    }

    @Test
    void aRedriveTellsOfItsOwnMergeAndCountsAttemptsAsTheRunDoes() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  max_parallel: 1
                  agent_template:
                    - shell: 'test ${item} != 2'
                    - shell: 'echo ${item} >new && git add new && git commit -qm new'
                """);
        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.err()).contains("The commits are merged into main.");

        var again = sandbox.prodigy().run("dlq", "retry", "last", "-y");
        assertThat(again.exitCode()).as("%s", again).isEqualTo(3);
        assertThat(again.err()).doesNotContain("merged into");
        assertThat(again.err().lines().filter(line -> line.contains("item-002") && line.contains("EXIT_1")))
                .isNotEmpty()
                .allMatch(line -> line.contains(", attempt 2)"));
    }

    @Test
    void theFifthFailureInARowStopsARedriveThoughNoItemIsLeft() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2, 3, 4, 5]
                  max_parallel: 1
                  agent_template:
                    - shell: exit 1
                """);
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(3);

        var again = sandbox.prodigy().run("dlq", "retry", "last", "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(4);
        assertThat(again.json().number("exit_code")).isEqualTo(4);
        assertThat(again.json().number("still_failed")).isEqualTo(5);
        assertThat(again.json().number("not_started")).isZero();
    }

    @Test
    void aRedriveThatIsStoppedTellsHowFarItCame() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2, 3, 4, 5]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        echo "begin ${item}" >>"$TRACE"
                        test -e "$TRACE.heal" && test ${item} != 2 && { test ${item} != 4 || sleep 600; }
                """);
        var running = redriveOf(workflow, 9);

        var ended = running.signal("INT").await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(130);
        assertThat(ended.json().number("retried")).as("%s", ended).isEqualTo(3);
        assertThat(ended.json().number("succeeded")).isEqualTo(2);
        assertThat(ended.json().number("still_failed")).isEqualTo(1);
        assertThat(ended.json().number("not_started")).isEqualTo(2);
        assertThat(ended.json().number("remaining")).isEqualTo(3);
        assertThat(ended.json().text("error.hint")).startsWith("prodigy dlq retry mapreduce-");
        assertThat(ended.err()).contains("Next: prodigy dlq retry mapreduce-");
    }

    @Test
    void aRedriveThatWasCutOffBehindItsLastItemIsRepeatedByTheSameCommand() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: echo ${item} >n${item}; git add n${item}; git commit -qm n${item}; test -e "$TRACE.heal"
                reduce:
                  when: complete
                  commands:
                    - shell: echo reduce >>"$TRACE"; while ! test -e "$TRACE.go"; do sleep 0.05; done
                """);
        var running = redriveOf(workflow, 1);
        running.kill();
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var again = sandbox.prodigy().run("dlq", "retry", "last", "-y", "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(again.json().text("status")).as("%s", again).isEqualTo("completed");
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main").lines())
                .contains("n1", "n2");
        assertThat(sandbox.prodigy().run("dlq", "retry", "last", "-y").out()).contains("completed: nothing to retry");
    }

    @Test
    void whatARedriveCommitsGoesThroughTheStepsOfTheMergeToo() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  max_parallel: 1
                  agent_template:
                    - shell: test ${item} != 2 || test -e "$TRACE.heal"
                    - shell: echo ${item} >n${item}; git add n${item}; git commit -qm n${item}
                merge:
                  - shell: echo "first ${merge.file_list}" >>"$TRACE"
                  - shell: echo second >>"$TRACE"; test ! -e "$TRACE.heal" || test -e "$TRACE.merge"
                """);
        assertThat(sandbox.prodigy().run("run", workflow, "-y").exitCode()).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("first n1", "second");
        Files.createFile(sandbox.folder().resolve("trace.heal"));

        var again = sandbox.prodigy().run("dlq", "retry", "last", "-y");
        assertThat(again.exitCode()).as("%s", again).isEqualTo(1);
        assertThat(sandbox.trace()).containsExactly("first n1", "second", "first n2", "second");
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main").lines())
                .doesNotContain("n2");

        // nothing new since: what the steps have done is not done again
        Files.createFile(sandbox.folder().resolve("trace.merge"));
        var merged = sandbox.prodigy().run("resume", "last", "-y");
        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(sandbox.trace()).endsWith("first n2", "second", "second");
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main").lines())
                .contains("n2");
    }

    /// The command is what was ended, whatever its items came to before.
    @ParameterizedTest
    @CsvSource({"INT, 130, merge", "TERM, 143, merge", "HUP, 1, merge", "INT, 130, reduce"})
    void aRedriveThatIsStoppedBehindItsItemsIsCancelled(String signal, int exitCode, String phase) throws IOException {
        var waits = "[{shell: 'test ! -e \"$TRACE.heal\" || { echo begun >>\"$TRACE\"; sleep 600; }'}]";
        var workflow = sandbox.workflow(
                """
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: test ${item} = 1 -o -e "$TRACE.heal" && echo ${item} >n${item}
                      auto_commit: true
                """ + (phase.equals("merge") ? "merge: " : "reduce: {when: complete, commands: ") + waits
                        + (phase.equals("merge") ? "" : "}") + "\n");
        var running = redriveOf(workflow, 1);

        var ended = running.signal(signal).await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(ended.json().number("exit_code")).isEqualTo(exitCode);
        assertThat(ended.json().text("status")).isEqualTo("cancelled");
        assertThat(ended.json().number("succeeded")).isEqualTo(1);
        assertThat(ended.err()).contains("Next: prodigy resume mapreduce-");
    }

    /// What stopped the run before is no failure of the command that mended it.
    @Test
    void aRedriveWhoseItemsAllSucceedIsGoodThoughPolicyHadStoppedTheRun() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                max_failures: 1
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  agent_template:
                    - shell: test -e "$TRACE.heal"
                """);
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(4);
        Files.createFile(sandbox.folder().resolve("trace.heal"));

        var again = sandbox.prodigy().run("dlq", "retry", "last", "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(again.json().number("exit_code")).isZero();
        assertThat(again.json().text("status")).isEqualTo("stopped");
        assertThat(again.out()).contains("\"error\":null");
        assertThat(again.err()).contains("Next: prodigy resume mapreduce-");
        assertThat(sandbox.prodigy().run("resume").exitCode()).isZero();
    }

    @Test
    void aRedriveBesideItemsThatWereRequeuedEndsWithItsOwn() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: test -e "$TRACE.heal"
                """);
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(3);
        assertThat(sandbox.prodigy().run("requeue", "last", "1").exitCode()).isZero();
        Files.createFile(sandbox.folder().resolve("trace.heal"));

        var again = sandbox.prodigy().run("dlq", "retry", "last", "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(again.json().text("status")).isEqualTo("completed_with_failures");
        assertThat(again.json().number("succeeded")).isEqualTo(1);
        assertThat(again.err()).contains("Next: prodigy resume mapreduce-");
        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().text("status")).isEqualTo("completed");
    }

    @Test
    void aRedriveThatIsDrainedInItsLastItemLeavesARunThatCanGoOn() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1]
                  agent_template:
                    - shell: |
                        test -e "$TRACE.heal" || exit 1
                        echo begun >>"$TRACE"; while ! test -e "$TRACE.go"; do sleep 0.05; done
                """);
        var running = redriveOf(workflow, 1);
        assertThat(sandbox.prodigy().run("drain", "last").exitCode()).isZero();
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var ended = running.await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("status")).isEqualTo("cancelled");
        assertThat(sandbox.prodigy().run("resume", "-o", "json").json().text("status"))
                .isEqualTo("completed");
    }

    /// A redrive is not the only way to bring the last item to its success.
    @ParameterizedTest
    @ValueSource(strings = {"--retry-failed", "--force"})
    void aReduceThatWasHeldBackRunsOnceAResumeHasMendedTheItems(String option) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: test ${item} = 1 -o -e "$TRACE.heal"
                reduce:
                  when: complete
                  commands:
                    - shell: echo reduce >>"$TRACE"
                """);
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(3);
        assertThat(sandbox.prodigy().run("resume", "last", option).exitCode()).isEqualTo(3);
        assertThat(sandbox.trace()).isEmpty();
        Files.createFile(sandbox.folder().resolve("trace.heal"));

        var again = sandbox.prodigy().run("resume", "last", option, "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(again.json().text("status")).isEqualTo("completed");
        assertThat(sandbox.trace()).containsExactly("reduce");
    }
}
