package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What items find in their worktrees, and work without any (spec 03 §6, §9; acceptance rows 16, 26, 28).
class SlotTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void neverMoreItemsRunAtOnceThanTheVariableAllows() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: INPUT
                  max_parallel: $P
                  agent_template:
                    - shell: |
                        echo "+ $PRODIGY_SLOT" >>"$TRACE"
                        until [ "$(grep -c + "$TRACE")" -ge 4 ]; do sleep 0.05; done
                        sleep 0.1
                        echo "- $PRODIGY_SLOT" >>"$TRACE"
                """.replace(
                        "INPUT", IntStream.rangeClosed(1, 30).boxed().toList().toString()));

        var ended = sandbox.prodigy().with("P", "4").run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().number("items.successful")).isEqualTo(30);
        int running = 0;
        int most = 0;
        for (var line : sandbox.trace()) {
            running += line.startsWith("+") ? 1 : -1;
            most = Math.max(most, running);
        }
        assertThat(most).isEqualTo(4);
        assertThat(sandbox.trace().stream().map(line -> line.substring(2)).distinct())
                .containsExactlyInAnyOrder("1", "2", "3", "4");
    }

    @ParameterizedTest
    @CsvSource({"clean, ''", "keep_ignored, 'cache.tmp'"})
    void anItemSeesNothingOfTheOneBefore(String reuse, String seen) throws IOException {
        sandbox.repository().write(".gitignore", "*.tmp\n").commitAll("ignore");
        var workflow = sandbox.workflow("""
                mode: mapreduce
                worktree: {reuse: REUSE}
                map:
                  input: [1, 2]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        echo "${item}:$(ls cache.tmp note.txt 2>/dev/null | tr '\\n' ' ')" >>"$TRACE"
                        touch cache.tmp note.txt
                """.replace("REUSE", reuse));

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace().stream().map(String::strip)).containsExactly("1:", "2:" + seen);
    }

    @ParameterizedTest
    @CsvSource({"clean", "keep_ignored"})
    void aSetupThatFailedRunsAgainBeforeTheNextAttempt(String reuse) throws IOException {
        sandbox.repository().write(".gitignore", "*.tmp\n").commitAll("ignore");
        var workflow = sandbox.workflow("""
                mode: mapreduce
                worktree:
                  reuse: REUSE
                  setup: |
                    case $PWD in */slot-*) echo setup >>"$TRACE"; test "$(grep -c setup "$TRACE")" -gt 1 || exit 3;; esac
                    echo ready >dep.tmp
                map:
                  input: [1, 2]
                  max_parallel: 1
                  error_policy: {on_item_failure: retry, retry_config: {attempts: 2, initial_delay: 1ms}}
                  agent_template:
                    - shell: echo "${item}:$(cat dep.tmp)" >>"$TRACE"
                """.replace("REUSE", reuse));

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).contains("1:ready", "2:ready").doesNotContain("1:", "2:");
    }

    @Test
    void outsideOfARepositoryItemsRunInPlace() throws IOException {
        var outside = Files.createDirectories(sandbox.folder().resolve("outside"));
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: touch made-${item}
                """);

        var ended = sandbox.prodigy().in(outside).run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(outside.resolve("made-1")).exists();
        assertThat(outside.resolve("made-2")).exists();
    }

    @Test
    void worktreesOutsideOfARepositoryAreRefusedBeforeAnything() throws IOException {
        var outside = Files.createDirectories(sandbox.folder().resolve("outside"));
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: worktree
                map:
                  input: [1]
                  agent_template:
                    - shell: touch made
                """);

        var ended = sandbox.prodigy().in(outside).run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains("repository");
        assertThat(outside.resolve("made")).doesNotExist();
        assertThat(sandbox.homeFiles()).isEmpty();
    }

    @Test
    void anItemThatDeletesItsWorktreeFailsAloneAndTheSlotIsReplaced() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}, {id: 2}]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        [ ${item.id} -eq 2 ] && exit 0
                        place="$PWD"; cd /; rm -rf "$place"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var letter = sandbox.prodigy().run("dlq", "list", "last", "-o", "json").json();
        assertThat(letter.text("items.0.item_id")).isEqualTo("item-001");
        assertThat(letter.text("items.0.history.0.error.code")).isEqualTo("WORKTREE_ERROR");
    }

    /// Each try is an attempt like any other: the allowance and the limits hold for it (spec 02 §5, §6).
    @Test
    void anItemWhoseSlotCannotBeMadeUsesUpItsAttempts() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  error_policy:
                    max_failures: 1
                    retry_config: {attempts: 3, initial_delay: 10ms}
                  agent_template:
                    - shell: test ${item} -ne 1 || git branch "prodigy-items/$PRODIGY_RUN_ID/item-002/taken"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(4);
        assertThat(ended.json().text("error.code")).isEqualTo("MAX_FAILURES_REACHED");
        assertThat(ended.json().number("items.successful")).isEqualTo(2);
        assertThat(ended.json().number("items.failed")).isEqualTo(1);
        var letters = sandbox.prodigy().run("dlq", "list", "last", "-o", "json").json();
        assertThat(letters.text("items.0.item_id")).isEqualTo("item-002");
        assertThat(letters.number("items.0.attempt_count")).isEqualTo(3);
        assertThat(letters.text("items.0.history.2.error.code")).isEqualTo("WORKTREE_ERROR");
        assertThat(letters.number("items.0.history.1.error.attempt")).isEqualTo(2);
        assertThat(letters.text("items.0.history.2.error.retries_exhausted")).isEqualTo("true");
    }
}
