package dev.prodigy.runtime.git.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.conflict.ConflictResolution;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The session's commits go to the user's branch in one merge, exactly once (spec 03 §11).
final class TargetMergeTest extends TargetMergeFixture {
    @Test
    void aCleanCheckoutIsMergedIntoThere() {
        repo.write("untracked.txt", "stays");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Merged.class, merged -> {
            assertThat(merged.checkout()).isEqualTo(repo.root);
            assertThat(merged.before()).isEqualTo(start);
            assertThat(merged.commit()).isEqualTo(repo.id("main"));
        });
        assertThat(repo.root.resolve("a.txt")).content().endsWith("four\n");
        assertThat(repo.git("log", "-1", "--format=%P %B"))
                .isEqualTo(start + " " + tip + " Merge prodigy/run-1 into main\n\nProdigy-Run: run-1");
        assertThat(repo.git("status", "--porcelain")).isEqualTo("?? untracked.txt");
        assertThat(intents).containsExactly(new TargetMergeIntent(tip, "main", start, null));
        repo.git("revert", "-m", "1", "--no-edit", "HEAD");
        assertThat(repo.git("diff", start.hex(), "HEAD")).isEmpty();
    }

    @Test
    void mergingIsExactlyOnce() {
        merge("main");
        var after = repo.id("main");
        assertThat(merge("main")).isEqualTo(new TargetMergeResult.AlreadyContained(after));
        assertThat(target("main").isContained(tip)).isTrue();
        assertThat(repo.id("main")).isEqualTo(after);
    }

    @Test
    void aConflictIsFoundBeforeAnythingIsTouched() {
        var target = TempRepo.commit(repo.root, "a.txt", "other\n");
        assertThat(target("main").preview(tip)).contains(new TargetMergeResult.Conflict(target, List.of("a.txt")));
        assertThat(merge("main")).isEqualTo(new TargetMergeResult.Conflict(target, List.of("a.txt")));
        assertThat(repo.id("main")).isEqualTo(target);
        assertThat(repo.git("status", "--porcelain")).isEmpty();
        assertThat(intents).isEmpty();
    }

    @Test
    void aConflictResolvedInTheSessionWorktreeMerges() {
        var target = TempRepo.commit(repo.root, "a.txt", "other\n");
        var tree = WorktreeLink.at(session).orElseThrow();
        var resolution = ConflictResolution.begin(site.repository(), tree, target);
        TempRepo.sh(session, "echo both > a.txt");
        var resolved = (ConflictResolution.Result.Resolved) resolution.finish();
        tip = resolved.head();
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.root.resolve("a.txt")).hasContent("both");
    }

    @ParameterizedTest
    @CsvSource({"branch.main.mergeOptions,-s ours", "pull.twohead,ours"})
    void aStrategyOfTheBranchDoesNotDropTheRunsChanges(String setting, String value) {
        repo.git("config", setting, value);
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.git("diff", tip.hex(), "HEAD")).isEmpty();
    }

    @Test
    void aMergeThatIsInTheTargetIsNoLongerUnderWay() {
        merge("main");
        repo.write(".git/MERGE_HEAD", tip + "\n");
        target("main").tidyUp(start);
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).exists();
        target("main").tidyUp(tip);
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTargetWithAForeignHistoryIsRefusedWithAWayThatLeadsOn(boolean checkedOut) {
        repo.git("checkout", "-q", "--orphan", "new");
        repo.git("rm", "-q", "-r", "-f", ".");
        TempRepo.commit(repo.root, "new.txt", "new");
        repo.git("branch", "-q", "-f", "main", "new");
        if (checkedOut) {
            repo.git("checkout", "-q", "main");
        }
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Refused.class, refused -> {
            assertThat(refused.reason()).contains("nothing in common").doesNotContain("merge-tree");
            TempRepo.sh(repo.root, MergeObstacle.wayOut(refused.explained()));
        });
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.AlreadyContained.class);
    }

    @Test
    void aTargetThatMovesMeanwhileIsMergedAnew() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        var moved = TempRepo.commit(repo.root, "moved.txt", "x");
        var result = target("main").merge(tip, Known.NONE, intent -> {
            intents.add(intent);
            if (intents.size() == 1) {
                repo.git("update-ref", "refs/heads/main", moved.hex());
            }
        });
        assertThat(result).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(intents).hasSize(2);
        assertThat(repo.git("log", "-1", "--format=%P", "main")).isEqualTo(moved + " " + tip);
    }

    @Test
    void settingsForMergesDoNotChangeWhatIsMade() {
        repo.git("config", "merge.ff", "only");
        repo.git("config", "merge.autoStash", "true");
        repo.git("config", "merge.log", "true");
        repo.git("config", "branch.main.mergeOptions", "--squash");
        repo.git("config", "commit.template", "/nowhere");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.git("log", "-1", "--format=%P")).isEqualTo(start + " " + tip);
        assertThat(repo.git("log", "-1", "--format=%(trailers:key=Prodigy-Run,valueonly)"))
                .isEqualTo("run-1");
    }
}
