package dev.prodigy.runtime.git.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the user's hooks and signing programs do in a merge (spec 03 §11).
final class TargetMergeHooksTest extends TargetMergeFixture {
    @ParameterizedTest
    @CsvSource({"pre-merge-commit", "commit-msg", "prepare-commit-msg"})
    void aRefusingHookLeavesTheCheckoutAsItWas(String hook) throws IOException {
        hook(hook, "echo 'the hook says no' >&2; exit 1");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Failed.class, failed -> {
            assertThat(failed.evidence()).contains("the hook says no");
            assertThat(failed.checkout()).isEqualTo(repo.root);
        });
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        Files.delete(repo.root.resolve(".git/hooks/" + hook));
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo hook >> a.txt
            echo hook >> a.txt; echo new > new.txt; git add new.txt; echo more >> new.txt
            """)
    void whatAFailingHookChangedIsSavedAndGivesWay(String script) throws IOException {
        hook("pre-merge-commit", script + "; echo 'formatted' >&2; exit 1");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Failed.class, failed -> {
            assertThat(failed.evidence()).contains("formatted");
            assertThat(failed.explained("main")).contains("refs/prodigy/salvage/run-1/merge-1", "formatted");
        });
        assertThat(repo.git("show", "refs/prodigy/salvage/run-1/merge-1:a.txt")).endsWith("four\nhook");
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        Files.delete(repo.root.resolve(".git/hooks/pre-merge-commit"));
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void aDiskThatCannotTakeTheFilesIsTheMachinesFault() throws IOException {
        hook("pre-merge-commit", "echo 'error: unable to write file a.txt' >&2; exit 1");
        assertThatThrownBy(() -> merge("main"))
                .isInstanceOf(StorageFailure.class)
                .hasMessageContaining("unable to write file a.txt");
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
    }

    @Test
    void signingThatFailsFailsTheMergeAndLeavesTheCheckoutAsItWas() {
        repo.git("config", "commit.gpgSign", "true");
        repo.git("config", "gpg.program", "false");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Failed.class);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.id("main")).isEqualTo(start);
    }

    @Test
    void aGitThatIsKilledAfterItMovedTheBranchLeavesNoMergeUnderWay() throws IOException {
        hook("post-merge", "kill -9 $PPID");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
    }

    @Test
    void aMergeThatIsKilledSaysSoAndLeavesTheCheckoutAsItWas() throws IOException {
        hook("pre-merge-commit", "kill -9 $PPID");
        assertThat(merge("main"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Failed.class,
                        failed -> assertThat(failed.explained("main")).endsWith("taken back: killed by signal 9"));
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        Files.delete(repo.root.resolve(".git/hooks/pre-merge-commit"));
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void hooksSeeTheVariablesTheyAreGiven() throws IOException {
        hook("post-merge", "echo \"$PRODIGY_MARKER\" > '" + base.resolve("seen") + "'");
        assertThat(target("main").merge(tip, new Known(Map.of("PRODIGY_MARKER", "m-1"), () -> {}), intents::add))
                .isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(base.resolve("seen")).hasContent("m-1");
    }

    @Test
    void aSlowHookIsInterruptedAndTheMergeAborted() throws Exception {
        var began = base.resolve("began");
        hook("pre-merge-commit", "touch '" + began + "'; exec sleep 60");
        var result = new CompletableFuture<TargetMergeResult>();
        var thread = Thread.ofPlatform().start(() -> result.complete(merge("main")));
        while (!Files.exists(began)) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        assertThat(result.get(10, TimeUnit.SECONDS)).isInstanceOf(TargetMergeResult.Interrupted.class);
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(repo.git("status", "--porcelain=v2")).isEmpty();
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        assertThat(repo.root.resolve(".git/index.lock")).doesNotExist();
    }
}
