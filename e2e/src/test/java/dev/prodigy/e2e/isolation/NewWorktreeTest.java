package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// A new worktree is set up, and takes no more room than the workflow grants (spec 03 §9).
class NewWorktreeTest {
    private static final String WITH_ROOM = """
            mode: mapreduce
            worktree: {max_disk: %s}
            map:
              input: [a, b, c]
              max_parallel: 3
              agent_template:
                - shell: echo "$PRODIGY_WORKTREE" >>"$TRACE"
            """;

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void theFailureOfAWorktreesSetupNamesCommandExitCodeAndOutput() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                worktree: {setup: "echo no such package >&2; exit 9"}
                map:
                  input: [a]
                  agent_template:
                    - shell: "true"
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err())
                .contains("WORKTREE_ERROR: worktree.setup failed at `echo no such package >&2; exit 9`: exit status 9:"
                        + " no such package");
    }

    @Test
    void aResumeRunsTheSetupThatFailedAgain() throws IOException {
        var workflow = sandbox.workflow("""
                worktree: {setup: 'test -f "$TRACE.mended" && echo made >gen.txt'}
                commands:
                  - shell: cat gen.txt
                """);

        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(1);
        var tooEarly = sandbox.prodigy().run("resume", "last");
        assertThat(tooEarly.exitCode()).as("%s", tooEarly).isEqualTo(1);
        assertThat(tooEarly.err()).contains("WORKTREE_ERROR: worktree.setup failed");

        Files.createFile(sandbox.folder().resolve("trace.mended"));
        var resumed = sandbox.prodigy().run("resume", "last");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
    }

    /// It would be merged with the work of an item, and be in conflict with that of another worktree.
    @Test
    void aCommitOfTheSetupIsRefusedInAnItemsWorktree() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                worktree: {setup: 'echo $$ >gen.txt; git add gen.txt; git commit -qm prepare'}
                map:
                  input: [a, b]
                  max_parallel: 2
                  agent_template:
                    - shell: echo ran >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.json().number("items.failed")).isEqualTo(2);
        assertThat(sandbox.trace()).isEmpty();
        var letter =
                sandbox.prodigy().run("dlq", "show", "last", "1", "-o", "json").json();
        assertThat(letter.text("history.0.error.code")).isEqualTo("WORKTREE_ERROR");
        assertThat(letter.text("history.0.error.message")).contains("worktree.setup moved HEAD", "leave its files");
        assertThat(sandbox.repository().git("ls-tree", "--name-only", letter.text("branch")))
                .as("nothing is lost")
                .contains("gen.txt");
    }

    /// It is the run's there, like what its steps commit.
    @Test
    void aCommitOfTheSetupInTheSessionWorktreeIsMerged() throws IOException {
        var workflow = sandbox.workflow("""
                worktree: {setup: 'echo made >gen.txt; git add gen.txt; git commit -qm prepare'}
                commands:
                  - shell: test -f gen.txt
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().git("show", "HEAD:gen.txt")).isEqualTo("made");
    }

    @Test
    void aWorktreesSetupHasANameOfItsOwnInLogsAndErrors() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                worktree: {setup: 'echo out; echo complaint >&2; test "$PRODIGY_ITEM_ID" != item-002 || exit 9'}
                map:
                  input: [a, b]
                  max_parallel: 1
                  agent_template:
                    - shell: "echo work"
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var logs = sandbox.homeFiles().stream()
                .filter(file -> file.startsWith("logs/"))
                .map(file -> file.substring(file.lastIndexOf("mapreduce-")).replaceFirst("^[^/]*/", ""))
                .toList();
        assertThat(logs)
                .contains(
                        "map/worktree.setup.00-shell.stdout",
                        "item-001/attempt-1/worktree.setup.00-shell.stdout",
                        "item-001/attempt-1/00-shell.stdout")
                .doesNotContain("item-001/attempt-1/00-shell.2.stdout");
        var listed = sandbox.prodigy().run("logs", "last", "--step", "worktree.setup[0]", "--item", "1");
        assertThat(listed.out()).contains("item-001 attempt 1, worktree.setup[0], stdout", "out");
        var letter =
                sandbox.prodigy().run("dlq", "show", "last", "2", "-o", "json").json();
        assertThat(letter.text("history.0.step")).isEqualTo("worktree.setup[0]");
        assertThat(letter.text("history.0.error.node_id")).isEqualTo("worktree.setup[0]");
        assertThat(letter.text("history.0.error.action_id")).isEqualTo("shell");
        assertThat(letter.text("history.0.error.item_id")).isEqualTo("item-002");
        assertThat(letter.text("history.0.error.phase")).isEqualTo("map");
        assertThat(letter.number("history.0.error.item_attempt")).isEqualTo(1);
        assertThat(letter.text("history.0.error.timestamp")).isNotEmpty();
        assertThat(letter.text("history.0.error.message")).endsWith(": exit status 9: complaint");
    }

    @Test
    void aLimitThatIsTooSmallForOneSlotFailsTheRunAndNoItem() throws IOException {
        var workflow = sandbox.workflow(WITH_ROOM.formatted("1KiB"));

        var failed = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        assertThat(failed.json().text("error.code")).isEqualTo("WORKTREE_ERROR");
        assertThat(failed.json().text("error.message")).contains("max_disk");
        assertThat(failed.json().text("error.hint"))
                .isEqualTo("prodigy resume " + failed.json().text("run_id") + " --accept-changes");
        assertThat(failed.json().number("items.pending")).isEqualTo(3);
        sandbox.workflow(WITH_ROOM.formatted("1GiB"));
        var resumed = sandbox.prodigy().run("resume", failed.json().text("run_id"), "--accept-changes", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace()).hasSize(3);
    }

    @Test
    void withRoomForOneSlotTheRunGoesOnWithOne() throws IOException {
        var workflow = sandbox.workflow(WITH_ROOM.formatted("24KiB"));

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).hasSize(3).allMatch(path -> path.endsWith("slot-01"));
        assertThat(ended.err()).containsOnlyOnce("FEWER_SLOTS");
    }

    @Test
    void itemsThatWaitForASlotStartInItemOrder() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                worktree: {max_disk: 24KiB}
                map:
                  input: [1, 2, 3, 4, 5, 6, 7, 8, 9]
                  max_parallel: 9
                  agent_template:
                    - shell: echo ${item} >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9");
    }

    /// The base is older than the line of `.gitignore`.
    @Test
    void anIncludedFileThatTheBaseDoesNotIgnoreIsNotCommitted() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                worktree: {include: [.env], setup: touch made}
                map:
                  input: ["1", "2"]
                  max_parallel: 1
                  agent_template:
                    - {shell: 'test -e .env && touch work-${item}', auto_commit: true, commit_required: true}
                    - {shell: test -e .env, auto_commit: true}
                    - shell: echo "${workflow.files_changed}" >>"$TRACE"
                """);
        sandbox.repository().write(".env", "KEY=secret").write(".gitignore", ".env");

        var ended = sandbox.prodigy().run("run", workflow, "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().git("ls-tree", "-r", "--name-only", "HEAD"))
                .contains("work-1", "work-2")
                .doesNotContain(".env");
        assertThat(sandbox.trace()).containsExactly("made work-1", "work-2");
        assertThat(ended.err()).doesNotContain("LEFTOVERS");
    }
}
