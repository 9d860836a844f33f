package dev.prodigy.e2e.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.launcher.Prodigy;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of a run that is over when a command about it cannot write its first event (spec 05 §1, §5.3.6, §6).
class UnwritableJournalTest {
    private static final String COMMITTING = """
            mode: mapreduce
            map:
              input: [1, 2]
              max_parallel: 1
              agent_template:
                - shell: echo ${item} >new${item}; git add new${item}; git commit -qm ${item}
            """;

    @NewSandbox
    private Sandbox sandbox;

    /// Behind it the resume is still a person's approval of the failures so far (spec 02 §6.4).
    @Test
    void aRunThatItsPolicyStoppedStaysStopped() throws IOException {
        run("""
                mode: mapreduce
                isolation: none
                map:
                  input: {command: seq 1 4}
                  max_parallel: 1
                  max_failures: 1
                  agent_template: [{shell: 'echo ${item} >>"$TRACE"; test ${item} != 2'}]
                """, 4);

        refused("resume", "last", "-o", "json");
        assertThat(shown("status")).isEqualTo("stopped");

        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("1", "2", "3", "4");
        sandbox.journal().assertValid();
    }

    @Test
    void aRunWithDeadLettersBecomesCompletedByItsNextRedrive() throws IOException {
        run("""
                mode: mapreduce
                isolation: none
                map:
                  input: {command: seq 1 4}
                  max_parallel: 1
                  agent_template: [{shell: 'test ${item} = 3 || test -f "$TRACE"'}]
                """, 3);
        Files.createFile(sandbox.folder().resolve("trace"));

        refused("dlq", "retry", "last", "-o", "json");
        assertThat(shown("status")).isEqualTo("completed_with_failures");

        var retried = sandbox.prodigy().run("dlq", "retry", "last", "-o", "json");
        assertThat(retried.exitCode()).as("%s", retried).isZero();
        assertThat(shown("status")).isEqualTo("completed");
    }

    @Test
    void aRunThatCannotBeMergedNowStaysCompleted() throws IOException {
        run(COMMITTING, 0);

        refused("worktree", "merge", "last", "-o", "json");
        assertThat(shown("status")).isEqualTo("completed");
        assertThat(shown("merge")).isEqualTo("not_merged");

        var merged = sandbox.prodigy().run("worktree", "merge", "last", "-o", "json");
        assertThat(merged.exitCode()).as("%s", merged).isZero();
    }

    /// Wherever the room ends, what is said of the merge is what became of it.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aMergeThatRunsOutOfRoomSaysWhetherItWasMade(int room) throws IOException {
        run(COMMITTING, 0);

        var merged = tight(room).run("worktree", "merge", "last", "-o", "json");

        boolean isMade = !sandbox.repository().git("ls-tree", "main", "new1").isBlank();
        if (isMade) {
            assertThat(merged.json().list("merged")).as("%s", merged).hasSize(1);
            assertThat(shown("merge")).isEqualTo("merged");
        } else {
            assertThat(merged.json().text("error.message")).as("%s", merged).contains("/events/", "too large");
        }
        assertThat(merged.exitCode()).as("%s", merged).isEqualTo(isCutOff() ? 75 : 0);
        assertThat(shown("status")).isEqualTo("completed");
        var again = sandbox.prodigy().run("worktree", "merge", "last", "-o", "json");
        assertThat(again.exitCode()).as("%s", again).isZero();
    }

    @ParameterizedTest
    @CsvSource({"skip last 3", "set last --max-failures 5", "requeue last 2", "dlq clear last -y"})
    void aCommandAboutARunThatIsOverLeavesItAsItWas(String command) throws IOException {
        run("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  max_failures: 1
                  agent_template: [{shell: 'test ${item} != 2'}]
                """, 4);
        var before = sandbox.journal().events().size();

        refused((command + " -o json").split(" "));
        assertThat(sandbox.journal().events()).hasSize(before);

        var again = sandbox.prodigy().run((command + " -o json").split(" "));
        assertThat(again.exitCode()).as("%s", again).isZero();
    }

    /// Git has done it: where the work is saved is said all the same.
    @Test
    void aWorktreeThatIsCleanedIsSaidToBeSaved() throws IOException {
        run(COMMITTING, 0);

        var cleaned = tight(0).run("worktree", "clean", "last", "-f", "-o", "json");

        assertThat(cleaned.exitCode()).as("%s", cleaned).isEqualTo(75);
        assertThat(cleaned.json().list("removed")).hasSize(1);
        assertThat(cleaned.out()).contains("refs/prodigy/salvage/");
        assertThat(cleaned.json().text("error.message")).contains("/events/", "too large");
        assertThat(cleaned.json().text("error.hint"))
                .contains("ulimit -f", "What was removed is gone")
                .doesNotContain("repeat");
    }

    private void run(String workflow, int exitCode) throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(workflow), "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
    }

    private Ended refused(String... command) throws IOException {
        var ended = tight(0).run(command);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(75);
        assertThat(ended.json().text("error.code")).as("%s", ended).isEqualTo("file_limit");
        assertThat(ended.json().text("error.message")).contains("/events/", "too large");
        assertThat(ended.json().text("error.hint")).contains("ulimit -f");
        return ended;
    }

    /// @param room KiB beyond the journal's last whole one
    private Prodigy tight(int room) throws IOException {
        long bytes = Files.size(sandbox.journal().files().getLast());
        return sandbox.prodigy().after("ulimit -f " + (bytes / 1024 + room));
    }

    private boolean isCutOff() throws IOException {
        var last = sandbox.journal().events().getLast().text("event_type");
        return last.equals("workflow_interrupted") || shown("merge").equals("not_merged");
    }

    private String shown(String member) throws IOException {
        return sandbox.prodigy()
                .run("runs", "show", "last", "-o", "json")
                .json()
                .text(member);
    }
}
