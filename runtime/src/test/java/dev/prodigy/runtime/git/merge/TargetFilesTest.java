package dev.prodigy.runtime.git.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files of the user's that stand where a merge would write (spec 03 §11).
final class TargetFilesTest extends TargetMergeFixture {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            an ignored file             | echo run > x.log                     | echo mine > x.log            | x.log
            an ignored folder           | echo run > build                     | mkdir build; echo 1 > build/x | build/x
            a file where a folder comes | mkdir x.log; echo run > x.log/y      | echo mine > x.log            | x.log
            a file in a folder that goes| git rm -q -r sub; echo run > sub     | echo mine > sub/x.log        | sub/x.log
            a link                      | mkdir x.log; echo run > x.log/y      | ln -s a.txt x.log            | x.log
            an untracked file           | echo run > new                       | echo mine > new              | new
            """)
    void noFileThatGitDoesNotTrackIsOverwritten(String name, String run, String mine, String inTheWay) {
        TempRepo.sh(session, run + "; git add -A -f; git commit -q -m run");
        TempRepo.sh(repo.root, mine);
        var files = "ls -R; cat a.txt " + inTheWay;
        var before = TempRepo.sh(repo.root, files);
        tip = TempRepo.headOf(session);
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Refused.class, refused -> {
            assertThat(refused.reason()).contains("overwritten", inTheWay);
            assertThat(refused.checkout()).isEqualTo(repo.root);
        });
        assertThat(TempRepo.sh(repo.root, files)).isEqualTo(before);
        assertThat(intents).isEmpty();
        TempRepo.sh(repo.root, "git clean -q -ffdx");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void ignoredFilesBesideTheMergeStay() {
        TempRepo.sh(
                session,
                "mkdir build; echo run > build/run.txt; git rm -q sub/b.txt; git add -A -f; git commit -q -m run");
        TempRepo.sh(repo.root, "mkdir build; echo mine > build/mine.txt; echo mine > sub/x.log");
        tip = TempRepo.headOf(session);
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(TempRepo.sh(repo.root, "cat build/mine.txt build/run.txt sub/x.log"))
                .isEqualTo("mine\nrun\nmine");
    }

    @ParameterizedTest
    @CsvSource({"assume-unchanged", "skip-worktree"})
    void whatTheUserHidFromGitIsNotOverwritten(String option) {
        repo.git("update-index", "--" + option, "a.txt", "sub/b.txt");
        repo.write("sub/b.txt", "beside the merge");
        repo.write("a.txt", "mine\n");
        assertThat(merge("main"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Refused.class,
                        refused -> assertThat(refused.explained())
                                .contains("git -C " + repo.root + " update-index --no-" + option + " a.txt`"));
        assertThat(repo.root.resolve("a.txt")).hasContent("mine");
        assertThat(intents).isEmpty();
        TempRepo.sh(repo.root, "git show HEAD:a.txt > a.txt; touch -d '1 hour ago' a.txt");
        assertThat(merge("main")).as("git would refuse").isInstanceOf(TargetMergeResult.Refused.class);
        repo.git("update-index", "--no-" + option, "a.txt");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.root.resolve("sub/b.txt")).hasContent("beside the merge");
    }
}
