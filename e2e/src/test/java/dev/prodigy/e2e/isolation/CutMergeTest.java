package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A merge into the user's checkout that is cut off while a slow hook of the user's runs (spec 03 §8, §11, §14).
class CutMergeTest {
    private static final String OTHER_FILE = """
            commands:
              - shell: echo other >other.txt; git add -A; git commit -q -m other
            """;

    @NewSandbox
    private Sandbox sandbox;

    private HookedMerge merge;

    @BeforeEach
    void tree() throws IOException {
        merge = HookedMerge.in(sandbox);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre-merge-commit", "prepare-commit-msg", "commit-msg"})
    void aMergeThatDiedWithTheProgramIsTakenBackAndMadeAgain(String hook) throws IOException {
        merge.holdUp(hook);
        merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y").kill();
        assertThat(sandbox.repository().git("status", "--porcelain")).isNotEmpty();
        Files.delete(merge.hookFile(hook));

        var resumed = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        merge.assertMergedOnce();
        sandbox.assertNothingLeftRunning();
    }

    @Test
    void aHookThatRefusesTheMergeIsNamedWithWhatItRefused() throws IOException {
        merge.hook("pre-merge-commit", "echo not today; exit 1");

        var ended = sandbox.prodigy().run("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.message"))
                .startsWith("git merge into main in ")
                .endsWith("failed and was taken back: not today");
        assertThat(sandbox.repository().git("status", "--porcelain")).isEmpty();
    }

    @Test
    void aMergeThatGitHadMadeBeforeTheProgramDiedCountsOnce() throws IOException {
        merge.holdUp("post-merge");
        merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y").kill();

        var resumed = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        merge.assertMergedOnce();
        assertThat(sandbox.journal().count("merge_completed")).isEqualTo(1);
        sandbox.assertNothingLeftRunning();
    }

    @ParameterizedTest
    @ValueSource(strings = {"last", "--all"})
    void theCommandThatMergesEndsSuchARunToo(String which) throws IOException {
        merge.holdUp("post-merge");
        merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y").kill();

        var merged = sandbox.prodigy().run("worktree", "merge", which, "-o", "json");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        merge.assertMergedOnce();
        assertThat(sandbox.prodigy().run("runs", "show", "-o", "json").json().text("status"))
                .isEqualTo("completed");
    }

    @Test
    void whatTheMergeStepsLeftBehindIsThereWhenTheMergeWasMadeBefore() throws IOException {
        merge.holdUp("post-merge");
        var workflow = sandbox.workflow("""
                commands: ['echo new > "new file.txt"; git add .; git commit -qm new']
                merge: {commands: [{id: mid, shell: 'echo merged', capture: WORD}]}
                outputs: {word: "${WORD}", status: "${mid.status}"}
                """);
        merge.inTheHook("run", workflow, "-y").kill();

        var resumed = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().text("outputs.word")).isEqualTo("merged");
        assertThat(resumed.json().text("outputs.status")).isEqualTo("succeeded");
    }

    @Test
    void withoutConsentTheCheckoutIsPutBackAllTheSame() throws IOException {
        var before = sandbox.repository().commit("main");
        merge.holdUp("pre-merge-commit");
        merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y").kill();

        var resumed = sandbox.prodigy().run("resume");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        merge.assertUntouched(before);
    }

    @Test
    void theLockThatADeadGitLeftIsRemovedWithItsMerge() throws IOException {
        merge.holdUp("pre-merge-commit");
        merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y").kill();
        Files.createFile(sandbox.repository().directory().resolve(".git/index.lock"));
        Files.delete(merge.hookFile("pre-merge-commit"));

        var resumed = sandbox.prodigy().run("resume", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        merge.assertMergedOnce();
    }

    @Test
    void whatTheUserStagedMeanwhileIsNeverLost() throws IOException {
        merge.holdUp("pre-merge-commit");
        merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y").kill();
        sandbox.repository().write("mine.txt", "mine").git("add", "mine.txt");
        Files.delete(merge.hookFile("pre-merge-commit"));

        var refused = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("error.code")).isEqualTo("merge_unfinished");
        assertThat(refused.json().text("error.hint")).contains("stash");
        assertThat(sandbox.repository().git("show", ":mine.txt")).isEqualTo("mine");

        sandbox.repository().git("rm", "-q", "--cached", "mine.txt");
        var resumed = sandbox.prodigy().run("resume", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        merge.assertMergedOnce("?? mine.txt");
    }

    @Test
    void whatWentAlongToAnotherBranchIsNamedAndTakenBackOnceTheUserIsBack() throws IOException {
        merge.holdUp("pre-merge-commit");
        merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y").kill();
        sandbox.repository().git("checkout", "-q", "-b", "other");
        Files.delete(merge.hookFile("pre-merge-commit"));

        var refused = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("error.code")).isEqualTo("merge_unfinished");
        assertThat(refused.json().text("error.hint")).contains("checkout main", "stash");

        sandbox.repository().git("checkout", "-q", "main");
        var resumed = sandbox.prodigy().run("resume", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        merge.assertMergedOnce();
    }

    @Test
    void aSignalAbortsTheMergeAtTheEndOfTheGrace() throws IOException {
        var before = sandbox.repository().commit("main");
        merge.hook("pre-merge-commit", merge.entered() + "trap '' TERM; sleep 600 & wait; sleep 600");
        var running = merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y", "-o", "json");
        long begun = System.nanoTime();

        var stopped = running.signal("TERM").await();

        assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(143);
        assertThat(stopped.json().text("status")).isEqualTo("cancelled");
        assertThat(stopped.json().text("error.hint")).endsWith(" -y");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
        merge.assertUntouched(before);
        sandbox.assertNothingLeftRunning();
        Files.delete(merge.hookFile("pre-merge-commit"));

        var resumed = sandbox.prodigy().run("resume", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        merge.assertMergedOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ", commands: ['true']"})
    void theLimitOfThePhaseAbortsTheMerge(String steps) throws IOException {
        var before = sandbox.repository().commit("main");
        merge.holdUp("pre-merge-commit");
        var workflow = sandbox.workflow(HookedMerge.NEW_FILE + "merge: {timeout: 4s" + steps + "}\n");

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(merge.inHook()).exists();
        assertTimedOut(ended);
        merge.assertUntouched(before);
        sandbox.assertNothingLeftRunning();
        Files.delete(merge.hookFile("pre-merge-commit"));

        assertThat(sandbox.prodigy().run("resume", "-y").exitCode()).isZero();
        merge.assertMergedOnce();
    }

    @Test
    void theLimitOfThePhaseEndsTheWaitForAnotherRunsMerge() throws IOException {
        var before = sandbox.repository().commit("main");
        merge.holdUp("pre-merge-commit");
        var other = merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y");
        var workflow = sandbox.workflow(HookedMerge.NEW_FILE + "merge: {timeout: 2s}\n");

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
        merge.holdUp("pre-merge-commit");
        merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y").kill();
        Files.delete(merge.hookFile("pre-merge-commit"));
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
        merge.holdUp("pre-merge-commit");
        merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y").kill();
        var cut = sandbox.journal().runId();
        sandbox.repository().git("reset", "-q", "--hard");
        Files.delete(merge.inHook());
        var other = merge.inTheHook("run", sandbox.workflow("other.yml", OTHER_FILE), "-y");
        Files.delete(merge.hookFile("pre-merge-commit"));

        var resumed = sandbox.prodigy().start("resume", cut, "-y");
        resumed.until(
                "the wait is told",
                () -> Files.readString(resumed.err()).contains("MERGE_WAITS: the merge waits for another one"));

        resumed.kill();
        other.kill();
        assertThat(sandbox.journals().getFirst().events("warning_raised"))
                .anyMatch(each -> each.text("code").equals("MERGE_WAITS"));
    }

    @Test
    void aMergeThatEndsWithinTheGraceIsMade() throws IOException {
        var go = sandbox.folder().resolve("go");
        merge.hook("pre-merge-commit", merge.entered() + "while ! test -e '" + go + "'; do sleep 0.05; done");
        var running = merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y", "-o", "json");

        running.signal("TERM")
                .until(
                        "the signal is heard",
                        () -> !Files.readString(running.err()).isBlank());
        Files.createFile(go);
        running.await();

        assertThat(sandbox.repository().files("main")).contains("new file.txt");
        assertThat(sandbox.prodigy().run("resume", "-y").exitCode()).isZero();
        merge.assertMergedOnce();
    }

    @Test
    void aSecondSignalKillsTheHookAndUndoesTheMerge() throws IOException {
        var before = sandbox.repository().commit("main");
        merge.hook("pre-merge-commit", merge.entered() + "trap '' TERM INT; sleep 600 & wait; sleep 600");
        var running = merge.inTheHook("run", sandbox.workflow(HookedMerge.NEW_FILE), "-y");

        running.signal("TERM")
                .until(
                        "the signal is heard",
                        () -> Files.readString(running.err()).contains("SIGTERM"));
        var ended = running.signal("TERM").await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(143);
        sandbox.assertNothingLeftRunning();
        merge.assertUntouched(before);
        Files.delete(merge.hookFile("pre-merge-commit"));

        assertThat(sandbox.prodigy().run("resume", "-y").exitCode()).isZero();
        merge.assertMergedOnce();
    }

    private static void assertTimedOut(Ended ended) {
        assertThat(ended.json().text("status")).isEqualTo("failed");
        assertThat(ended.json().text("error.code")).isEqualTo("TIMEOUT");
        assertThat(ended.json().text("error.timeout_scope")).isEqualTo("phase");
    }
}
