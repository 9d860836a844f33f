package dev.prodigy.e2e.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Custom handlers of items that finally failed (spec 02 §5.2).
class ItemHandlersTest {
    /// Item 2 leaves a commit and an uncommitted file, and fails.
    private static final String WORKFLOW = """
            mode: mapreduce
            on_item_failure: custom:triage
            error_policy:
              retry_config: {attempts: 2, backoff: none}
              handlers:
                triage:
                  then: %s
                  steps:
                    - shell: |
                        echo "${item.id} ${item_attempt} ${error.code} ${error.category} ${error.step} ${seen} $(cat made.txt) $(cat loose.txt)" >>"$TRACE"
                        %s
            map:
              input: [{id: 1}, {id: 2}]
              max_parallel: 1
              agent_template:
                - shell: echo "seen-${item.id}"
                  capture: seen
                - shell: |
                    [ ${item.id} = 1 ] && exit 0
                    echo made >made.txt && git add . && git commit -qm made
                    echo loose >loose.txt
                    exit 7
            """;

    @NewSandbox
    private Sandbox sandbox;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dlq      | 1 | 0 | 3 | completed_with_failures
            skip     | 0 | 1 | 3 | completed_with_failures
            stop     | 1 | 0 | 4 | stopped
            retry    | 1 | 0 | 3 | completed_with_failures
            """)
    void whatAHandlerMeansForItsItem(String then, int failed, int skipped, int exit, String status) throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(WORKFLOW.formatted(then, "true")), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exit);
        assertThat(ended.json().text("status")).isEqualTo(status);
        assertThat(ended.json().number("items.failed")).isEqualTo(failed);
        assertThat(ended.json().number("items.skipped")).isEqualTo(skipped);
        assertThat(sandbox.trace())
                .containsExactly("2 2 EXIT_7 command_failed map.agent_template[1] seen-2 made loose");
        assertThat(sandbox.journal().count("agent_started")).isEqualTo(then.equals("retry") ? 4 : 3);
        assertThat(sandbox.journal().count("dlq_item_added")).isEqualTo(failed);
        var done = sandbox.journal().events("handler_completed").getFirst();
        assertThat(done.text("handler")).isEqualTo("triage");
        assertThat(done.text("then")).isEqualTo(then);
    }

    @Test
    void aResolvedItemIsSuccessfulAndItsCommitsAreMerged() throws IOException {
        var workflow = sandbox.workflow(WORKFLOW.formatted(
                "resolved", "rm loose.txt; echo mended >mended.txt; git add . && git commit -qm mended"));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().number("items.successful")).isEqualTo(2);
        assertThat(sandbox.repository().git("show", "HEAD:made.txt")).isEqualTo("made");
        assertThat(sandbox.repository().git("show", "HEAD:mended.txt")).isEqualTo("mended");
        assertThat(sandbox.journal().count("dlq_item_added")).isZero();
    }

    @Test
    void aFailingHandlerLeavesItsErrorInTheDeadLetter() throws IOException {
        var workflow = sandbox.workflow(WORKFLOW.formatted("resolved", "echo no way >&2; exit 9"));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var letter = sandbox.prodigy().run("dlq", "inspect", "item-002", "-o", "json");
        assertThat(letter.json().text("handler_error.code")).as("%s", letter).isEqualTo("EXIT_9");
        var views = sandbox.prodigy().run("fsck", "last", "-o", "json");
        assertThat(views.json().list("runs.0.views.stale")).as("%s", views).isEmpty();
        assertThat(letter.json().text("error_type")).isEqualTo("command_failed");
        assertThat(letter.json().text("failure_reason")).startsWith("Command failed: ");
        assertThat(letter.json().number("attempt_count")).isEqualTo(2);
        assertThat(sandbox.repository().git("show", letter.json().text("branch") + ":made.txt"))
                .isEqualTo("made");
        assertThat(sandbox.repository().git("show", letter.json().text("salvage_ref") + ":loose.txt"))
                .isEqualTo("loose");
    }

    @Test
    void aHandlerHasALimitOfItsOwn() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                error_policy:
                  on_item_failure: {custom: slow}
                  handlers:
                    slow: {timeout: 1, commands: [{shell: sleep 60}]}
                map:
                  input: [1]
                  agent_timeout_secs: 1
                  agent_template:
                    - shell: sleep 60
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.journal().events("handler_failed").getFirst().text("error.code"))
                .isEqualTo("TIMEOUT");
        assertThat(sandbox.journal().events("agent_failed").getFirst().text("error.timeout_scope"))
                .isEqualTo("agent");
        sandbox.assertNothingLeftRunning();
    }

    /// What it committed before kill -9 is taken back and its files stay: the commit that is asked of it is made anew.
    @Test
    void aHandlerThatWasCutOffBehindItsCommitMakesItAgain() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                error_policy:
                  on_item_failure: custom:mend
                  handlers:
                    mend:
                      then: resolved
                      steps:
                        - shell: |
                            echo mended >mended.txt; git add -A; git commit -qm mended
                            [ -e $TRACE.again ] || { touch $TRACE.again $TRACE.began; sleep 60; }
                          commit_required: true
                map:
                  input: [1]
                  agent_template:
                    - shell: echo made >made.txt; git add -A; git commit -qm made; exit 7
                """);
        var running = sandbox.prodigy().start("run", workflow, "-o", "json");
        running.until("the handler runs", () -> Files.exists(Path.of(sandbox.folder() + "/trace.began")));
        running.signal("KILL");
        running.await();

        var resumed = sandbox.prodigy().run("resume", sandbox.journal().runId(), "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).doesNotContain("took them out of the history");
        assertThat(sandbox.repository().git("show", "HEAD:mended.txt")).isEqualTo("mended");
        assertThat(sandbox.repository()
                        .git("log", "--format=%s", "--no-merges", "-2", "HEAD")
                        .lines())
                .containsExactly("mended", "made");
    }

    /// Its slot is gone when it goes on, and it is cut off in the next one too.
    @Test
    void aHandlerThatWasCutOffTwiceGoesOnFromWhatItsAttemptCommitted() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                error_policy:
                  on_item_failure: custom:mend
                  handlers:
                    mend:
                      then: resolved
                      steps:
                        - shell: |
                            echo $$ >mended.txt; git add -A; git commit -qm mended
                            n=$(ls "$TRACE".began-* 2>/dev/null | wc -l); test $n = 2 || { touch "$TRACE.began-$n"; sleep 600; }
                map:
                  input: [1, 2]
                  max_parallel: 1
                  agent_template:
                    - shell: echo ${item} >made-${item}; git add -A; git commit -qm made-${item}; test ${item} = 2 || exit 7
                """);
        for (int cut = 0; cut < 2; cut++) {
            var began = Path.of(sandbox.folder() + "/trace.began-" + cut);
            var running = cut == 0
                    ? sandbox.prodigy().start("run", workflow)
                    : sandbox.prodigy().start("resume");
            running.until("the handler runs", () -> Files.exists(began)).kill();
            if (cut == 0) {
                var slot = sandbox.journal().events("agent_started").getFirst().text("worktree");
                sandbox.repository().git("worktree", "remove", "--force", slot);
            }
        }

        var resumed = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.repository()
                        .git("log", "--format=%s", "--no-merges", "main")
                        .lines())
                .containsOnlyOnce("mended", "made-1", "made-2");
    }

    /// After kill -9 the handler begins again at its first step where the attempt left its files.
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "INT"})
    void aHandlerThatWasCutOffRunsAgain(String signal) throws IOException {
        var workflow = sandbox.workflow(WORKFLOW.formatted(
                "resolved", "rm -f loose.txt; [ -e $TRACE.again ] || { touch $TRACE.again $TRACE.began; sleep 60; }"));
        var running = sandbox.prodigy().start("run", workflow, "-o", "json");
        running.until("the handler runs", () -> Files.exists(Path.of(sandbox.folder() + "/trace.began")));
        running.signal(signal);
        running.await();
        var run = sandbox.journal().runId();

        var resumed = sandbox.prodigy().run("resume", run, "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().number("items.successful")).isEqualTo(2);
        assertThat(sandbox.journal().count("agent_started")).isEqualTo(3);
        assertThat(sandbox.journal().count("handler_started")).isEqualTo(2);
        assertThat(sandbox.journal().count("handler_completed")).isEqualTo(1);
        assertThat(sandbox.trace()).hasSize(2).allMatch(line -> line.startsWith("2 2 EXIT_7"));
        assertThat(sandbox.trace().getFirst()).endsWith("seen-2 made loose");
        assertThat(sandbox.trace().getLast()).contains("seen-2 made");
        assertThat(sandbox.repository().git("show", "HEAD:made.txt")).isEqualTo("made");
    }

    /// It reads what the attempt's steps came to as it would have read it undisturbed.
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "INT"})
    void aHandlerThatWasCutOffReadsTheSameOfItsAttempt(String signal) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                error_policy:
                  on_item_failure: custom:look
                  handlers:
                    look:
                      then: resolved
                      steps:
                        - shell: |
                            echo "${last.exit_code} ${shell.success} ${step.index}" >>"$TRACE"
                            touch "$TRACE.began"; test ! -e "$TRACE.slow" || sleep 600
                        - shell: |
                            echo "${one.output} ${P} ${P.exit_code} ${skp.skipped} ${tol.success}" >>"$TRACE"
                            echo "${two.exit_code} ${two.commits} ${error.code}" >>"$TRACE"
                            git rev-parse HEAD >>"$TRACE"
                map:
                  input: [1]
                  agent_template:
                    - {id: one, shell: echo first, capture: P}
                    - {id: skp, shell: "true", when: "1 == 2"}
                    - {id: tol, shell: exit 4, continue_on_error: true}
                    - {id: two, shell: "echo made >made; git add made; git commit -qm made; exit 3"}
                """);
        Files.createFile(Path.of(sandbox.folder() + "/trace.slow"));
        var running = sandbox.prodigy().start("run", workflow, "-y");
        running.until("the handler runs", () -> Files.exists(Path.of(sandbox.folder() + "/trace.began")));
        running.signal(signal);
        running.await();
        Files.delete(Path.of(sandbox.folder() + "/trace.slow"));

        var resumed = sandbox.prodigy().run("resume", "last", "-y");

        // a failure was tolerated
        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        var commit = sandbox.trace().getLast();
        assertThat(sandbox.trace())
                .containsExactly(
                        "3 false 3", "3 false 3", "first first 0 true false", "3 " + commit + " EXIT_3", commit);
    }

    @Test
    void theReportNamesBothFailures() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                on_item_failure: custom:triage
                error_policy:
                  handlers: {triage: exit 9}
                map:
                  input: [1]
                  agent_template:
                    - shell: exit 3
                      on_failure: exit 5
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.err())
                .contains("EXIT_3: exit status 3")
                .contains("its handler failed: EXIT_5: exit status 5", "its handler failed: EXIT_9: exit status 9");
        assertThat(sandbox.prodigy().run("dlq", "show", "last", "1").out())
                .contains("handler failed  map.agent_template[0].on_failure[0]  EXIT_5  exit status 5")
                .contains("handler_error EXIT_9  exit status 9");
    }
}
