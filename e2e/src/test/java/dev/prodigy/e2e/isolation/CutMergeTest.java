package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.launcher.Running;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A merge into the user's checkout that is cut off while a slow hook of the user's runs (spec 03 §8, §11, §14).
class CutMergeTest {
    private static final String NEW_FILE = """
            commands:
              - shell: echo step >>"$TRACE"; echo new >"new file.txt"; git rm -q README; git add -A; git commit -q -m new
            """;

    private static final String OTHER_FILE = """
            commands:
              - shell: echo other >other.txt; git add -A; git commit -q -m other
            """;

    @NewSandbox
    private Sandbox sandbox;

    private Path inHook;

    @BeforeEach
    void tree() throws IOException {
        sandbox.repository().write("README", "read me\n").commitAll("read me");
        inHook = sandbox.folder().resolve("in-hook");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre-merge-commit", "prepare-commit-msg", "commit-msg"})
    void aMergeThatDiedWithTheProgramIsTakenBackAndMadeAgain(String hook) throws IOException {
        hook(hook, "touch '" + inHook + "'; sleep 600");
        inTheHook("run", sandbox.workflow(NEW_FILE), "-y").kill();
        assertThat(sandbox.repository().git("status", "--porcelain")).isNotEmpty();
        Files.delete(hookFile(hook));

        var resumed = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertMergedOnce();
        sandbox.assertNothingLeftRunning();
    }

    @Test
    void aHookThatRefusesTheMergeIsNamedWithWhatItRefused() throws IOException {
        hook("pre-merge-commit", "echo not today; exit 1");

        var ended = sandbox.prodigy().run("run", sandbox.workflow(NEW_FILE), "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.message"))
                .startsWith("git merge into main in ")
                .endsWith("failed and was taken back: not today");
        assertThat(sandbox.repository().git("status", "--porcelain")).isEmpty();
    }

    @Test
    void aMergeThatGitHadMadeBeforeTheProgramDiedCountsOnce() throws IOException {
        hook("post-merge", "touch '" + inHook + "'; sleep 600");
        inTheHook("run", sandbox.workflow(NEW_FILE), "-y").kill();

        var resumed = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertMergedOnce();
        assertThat(sandbox.journal().count("merge_completed")).isEqualTo(1);
        sandbox.assertNothingLeftRunning();
    }

    @ParameterizedTest
    @ValueSource(strings = {"last", "--all"})
    void theCommandThatMergesEndsSuchARunToo(String which) throws IOException {
        hook("post-merge", "touch '" + inHook + "'; sleep 600");
        inTheHook("run", sandbox.workflow(NEW_FILE), "-y").kill();

        var merged = sandbox.prodigy().run("worktree", "merge", which, "-o", "json");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertMergedOnce();
        assertThat(sandbox.prodigy().run("runs", "show", "-o", "json").json().text("status"))
                .isEqualTo("completed");
    }

    @Test
    void whatTheMergeStepsLeftBehindIsThereWhenTheMergeWasMadeBefore() throws IOException {
        hook("post-merge", "touch '" + inHook + "'; sleep 600");
        var workflow = sandbox.workflow("""
                commands: ['echo new > "new file.txt"; git add .; git commit -qm new']
                merge: {commands: [{id: mid, shell: 'echo merged', capture: WORD}]}
                outputs: {word: "${WORD}", status: "${mid.status}"}
                """);
        inTheHook("run", workflow, "-y").kill();

        var resumed = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().text("outputs.word")).isEqualTo("merged");
        assertThat(resumed.json().text("outputs.status")).isEqualTo("succeeded");
    }

    @Test
    void withoutConsentTheCheckoutIsPutBackAllTheSame() throws IOException {
        var before = sandbox.repository().commit("main");
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");
        inTheHook("run", sandbox.workflow(NEW_FILE), "-y").kill();

        var resumed = sandbox.prodigy().run("resume");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertUntouched(before);
    }

    @Test
    void theLockThatADeadGitLeftIsRemovedWithItsMerge() throws IOException {
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");
        inTheHook("run", sandbox.workflow(NEW_FILE), "-y").kill();
        Files.createFile(sandbox.repository().directory().resolve(".git/index.lock"));
        Files.delete(hookFile("pre-merge-commit"));

        var resumed = sandbox.prodigy().run("resume", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertMergedOnce();
    }

    @Test
    void whatTheUserStagedMeanwhileIsNeverLost() throws IOException {
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");
        inTheHook("run", sandbox.workflow(NEW_FILE), "-y").kill();
        sandbox.repository().write("mine.txt", "mine").git("add", "mine.txt");
        Files.delete(hookFile("pre-merge-commit"));

        var refused = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("error.code")).isEqualTo("merge_unfinished");
        assertThat(refused.json().text("error.hint")).contains("stash");
        assertThat(sandbox.repository().git("show", ":mine.txt")).isEqualTo("mine");

        sandbox.repository().git("rm", "-q", "--cached", "mine.txt");
        var resumed = sandbox.prodigy().run("resume", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertMergedOnce("?? mine.txt");
    }

    @Test
    void whatWentAlongToAnotherBranchIsNamedAndTakenBackOnceTheUserIsBack() throws IOException {
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");
        inTheHook("run", sandbox.workflow(NEW_FILE), "-y").kill();
        sandbox.repository().git("checkout", "-q", "-b", "other");
        Files.delete(hookFile("pre-merge-commit"));

        var refused = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("error.code")).isEqualTo("merge_unfinished");
        assertThat(refused.json().text("error.hint")).contains("checkout main", "stash");

        sandbox.repository().git("checkout", "-q", "main");
        var resumed = sandbox.prodigy().run("resume", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertMergedOnce();
    }

    @Test
    void aSignalAbortsTheMergeAtTheEndOfTheGrace() throws IOException {
        var before = sandbox.repository().commit("main");
        hook("pre-merge-commit", "touch '" + inHook + "'; trap '' TERM; sleep 600 & wait; sleep 600");
        var running = inTheHook("run", sandbox.workflow(NEW_FILE), "-y", "-o", "json");
        long begun = System.nanoTime();

        var stopped = running.signal("TERM").await();

        assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(143);
        assertThat(stopped.json().text("status")).isEqualTo("cancelled");
        assertThat(stopped.json().text("error.hint")).endsWith(" -y");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
        assertUntouched(before);
        sandbox.assertNothingLeftRunning();
        Files.delete(hookFile("pre-merge-commit"));

        var resumed = sandbox.prodigy().run("resume", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertMergedOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ", commands: ['true']"})
    void theLimitOfThePhaseAbortsTheMerge(String steps) throws IOException {
        var before = sandbox.repository().commit("main");
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");
        var workflow = sandbox.workflow(NEW_FILE + "merge: {timeout: 4s" + steps + "}\n");

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(inHook).exists();
        assertTimedOut(ended);
        assertUntouched(before);
        sandbox.assertNothingLeftRunning();
        Files.delete(hookFile("pre-merge-commit"));

        assertThat(sandbox.prodigy().run("resume", "-y").exitCode()).isZero();
        assertMergedOnce();
    }

    @Test
    void theLimitOfThePhaseEndsTheWaitForAnotherRunsMerge() throws IOException {
        var before = sandbox.repository().commit("main");
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");
        var other = inTheHook("run", sandbox.workflow(NEW_FILE), "-y");
        var workflow = sandbox.workflow(NEW_FILE + "merge: {timeout: 2s}\n");

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertTimedOut(ended);
        assertThat(ended.json().text("error.message")).endsWith("before anything was merged into main");
        assertThat(sandbox.repository().commit("main")).isEqualTo(before);
        other.kill();
    }

    /// What it left looks like changes of the user's, which are not to be committed.
    @ParameterizedTest
    @ValueSource(strings = {"run", "worktree merge"})
    void aDeadMergeOfAnotherRunIsNamedWithTheCommandThatSettlesIt(String command) throws IOException {
        var other = sandbox.prodigy()
                .run("run", sandbox.workflow("other.yml", OTHER_FILE), "--no-merge", "-o", "json")
                .json()
                .text("run_id");
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");
        inTheHook("run", sandbox.workflow(NEW_FILE), "-y").kill();
        Files.delete(hookFile("pre-merge-commit"));
        var cut = sandbox.journals().getLast().runId();

        var refused = command.equals("run")
                ? sandbox.prodigy().run("run", sandbox.workflow("other.yml", OTHER_FILE), "-y", "-o", "json")
                : sandbox.prodigy().run("worktree", "merge", other, "-o", "json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        var error = refused.json().at(command.equals("run") ? "error" : "not_merged.0");
        assertThat(error.text("code")).isEqualTo("MERGE_REFUSED");
        assertThat(error.text("message") + error.text("reason"))
                .contains("a merge of " + cut + " into main was cut off; prodigy resume " + cut + " settles");
        assertThat(error.text("hint")).startsWith("prodigy resume " + cut + ", then prodigy ");

        assertThat(sandbox.prodigy().run("resume", cut, "-y").exitCode()).isZero();
        assertThat(sandbox.prodigy().run("worktree", "merge", other).exitCode()).isZero();
        assertThat(sandbox.repository().files("main")).contains("new file.txt", "other.txt");
    }

    @Test
    void aResumeThatWaitsForAnotherMergeBeforeItSettlesItsOwnSaysSo() throws IOException {
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");
        inTheHook("run", sandbox.workflow(NEW_FILE), "-y").kill();
        var cut = sandbox.journal().runId();
        sandbox.repository().git("reset", "-q", "--hard");
        Files.delete(inHook);
        var other = inTheHook("run", sandbox.workflow("other.yml", OTHER_FILE), "-y");
        Files.delete(hookFile("pre-merge-commit"));

        var resumed = sandbox.prodigy().start("resume", cut, "-y");
        resumed.until(
                "the wait is told",
                () -> Files.readString(resumed.err()).contains("MERGE_WAITS: the merge waits for another one"));

        resumed.kill();
        other.kill();
        assertThat(sandbox.journals().getFirst().events("warning_raised"))
                .anyMatch(each -> each.text("code").equals("MERGE_WAITS"));
    }

    private static void assertTimedOut(Ended ended) {
        assertThat(ended.json().text("status")).isEqualTo("failed");
        assertThat(ended.json().text("error.code")).isEqualTo("TIMEOUT");
        assertThat(ended.json().text("error.timeout_scope")).isEqualTo("phase");
    }

    @Test
    void aMergeThatEndsWithinTheGraceIsMade() throws IOException {
        var go = sandbox.folder().resolve("go");
        hook("pre-merge-commit", "touch '" + inHook + "'; while ! test -e '" + go + "'; do sleep 0.05; done");
        var running = inTheHook("run", sandbox.workflow(NEW_FILE), "-y", "-o", "json");

        running.signal("TERM")
                .until(
                        "the signal is heard",
                        () -> !Files.readString(running.err()).isBlank());
        Files.createFile(go);
        running.await();

        assertThat(sandbox.repository().files("main")).contains("new file.txt");
        assertThat(sandbox.prodigy().run("resume", "-y").exitCode()).isZero();
        assertMergedOnce();
    }

    @Test
    void aSecondSignalKillsTheHookAndUndoesTheMerge() throws IOException {
        var before = sandbox.repository().commit("main");
        hook("pre-merge-commit", "touch '" + inHook + "'; trap '' TERM INT; sleep 600 & wait; sleep 600");
        var running = inTheHook("run", sandbox.workflow(NEW_FILE), "-y");

        running.signal("TERM")
                .until(
                        "the signal is heard",
                        () -> Files.readString(running.err()).contains("SIGTERM"));
        var ended = running.signal("TERM").await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(143);
        sandbox.assertNothingLeftRunning();
        assertUntouched(before);
        Files.delete(hookFile("pre-merge-commit"));

        assertThat(sandbox.prodigy().run("resume", "-y").exitCode()).isZero();
        assertMergedOnce();
    }

    @ParameterizedTest
    @CsvSource({"KILL, 137", "TERM, 143"})
    void theMergeOfARunThatDoesNotGoOnIsCutOffLikewise(String signal, int exitCode) throws IOException {
        var workflow = sandbox.workflow(NEW_FILE + "  - shell: exit 1\n");
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(1);
        var before = sandbox.repository().commit("main");
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");

        var ended = inTheHook("worktree", "merge", "last").signal(signal).await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        if (signal.equals("TERM")) {
            assertUntouched(before);
            sandbox.assertNothingLeftRunning();
        }
        Files.delete(hookFile("pre-merge-commit"));
        var again = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertMergedOnce();
        sandbox.assertNothingLeftRunning();
    }

    /// Spec 05 §2.8: what is over stays over, and the command merges it when it is given again.
    @ParameterizedTest
    @CsvSource({"KILL, false", "TERM, false", "KILL, true", "TERM, true"})
    void theLateMergeOfACompletedRunThatIsCutOffLeavesItCompleted(String signal, boolean withSteps) throws IOException {
        var workflow = sandbox.workflow(NEW_FILE + (withSteps ? "merge: {commands: ['true']}\n" : ""));
        assertThat(sandbox.prodigy().run("run", workflow, "--no-merge").exitCode())
                .isZero();
        var before = shown("finished_at");
        hook("pre-merge-commit", "touch '" + inHook + "'; sleep 600");

        inTheHook("worktree", "merge", "last").signal(signal).await();

        assertThat(shown("status")).isEqualTo("completed");
        assertThat(shown("merge")).isEqualTo("not_merged");
        assertThat(shown("finished_at")).matches(at -> !signal.equals("KILL") || at.equals(before));
        assertThat(sandbox.prodigy()
                        .run("runs", "ls", "--resumable", "-o", "json")
                        .json()
                        .list("runs"))
                .isEmpty();
        assertThat(sandbox.prodigy().run("fsck", "-o", "json").exitCode()).isZero();
        Files.delete(hookFile("pre-merge-commit"));
        var again = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(shown("status")).isEqualTo("completed");
        assertMergedOnce();
    }

    private String shown(String member) throws IOException {
        return sandbox.prodigy()
                .run("runs", "show", "last", "-o", "json")
                .json()
                .text(member);
    }

    private Running inTheHook(String... command) {
        return sandbox.prodigy().start(command).until("the hook runs", () -> Files.exists(inHook));
    }

    private void assertUntouched(String before) throws IOException {
        assertThat(sandbox.repository().commit("main")).isEqualTo(before);
        assertThat(sandbox.repository().git("status", "--porcelain")).isEmpty();
        assertThat(sandbox.repository().directory().resolve(".git/MERGE_HEAD")).doesNotExist();
        assertThat(sandbox.repository().directory().resolve(".git/index.lock")).doesNotExist();
        assertThat(sandbox.repository().directory().resolve("README")).hasContent("read me");
        assertThat(sandbox.repository().directory().resolve("new file.txt")).doesNotExist();
    }

    private void assertMergedOnce() throws IOException {
        assertMergedOnce("");
    }

    private void assertMergedOnce(String status) throws IOException {
        assertThat(sandbox.repository()
                        .git("log", "--first-parent", "--merges", "--format=%s", "main")
                        .lines())
                .hasSize(1);
        assertThat(sandbox.repository().git("status", "--porcelain")).isEqualTo(status);
        assertThat(sandbox.repository().directory().resolve(".git/MERGE_HEAD")).doesNotExist();
        assertThat(sandbox.repository().directory().resolve("new file.txt")).hasContent("new");
        assertThat(sandbox.repository().directory().resolve("README")).doesNotExist();
        assertThat(sandbox.trace()).containsExactly("step");
    }

    /// A hook of merges into `main` alone: the steps' own commits go by it.
    private void hook(String name, String text) throws IOException {
        var file = hookFile(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/bash\ntest \"$(git branch --show-current)\" = main || exit 0\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path hookFile(String name) {
        return sandbox.repository().directory().resolve(".git/hooks/" + name);
    }
}
