package dev.prodigy.runtime.git.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.home.Owner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The states in which a dead `git merge` can leave a checkout. The run changes `a.txt`, deletes `sub/b.txt`, adds
/// `dir/new.txt` and puts a directory in the place of the file `turned`.
final class HalfMergeTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private ObjectId start;
    private ObjectId tip;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        repo.write("mine.txt", "mine\n");
        repo.write("turned", "a file\n");
        repo.git("add", "-A");
        repo.git("commit", "-q", "-m", "More");
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        start = repo.id("HEAD");
        repo.git("checkout", "-q", "-b", "prodigy/run-1");
        TempRepo.sh(repo.root, """
                echo four >> a.txt; git rm -q sub/b.txt turned
                mkdir -p dir turned; printf 'brand new' > dir/new.txt; echo x > turned/x.txt
                git add -A; git commit -q -m run""");
        tip = repo.id("HEAD");
        repo.git("checkout", "-q", "main");
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            nothing was begun                    | true
            the index is the merge's             | MERGE
            git had noted the merge              | MERGE; git update-ref MERGE_HEAD prodigy/run-1; echo no-ff > .git/MERGE_MODE
            it died between the files            | echo four >> a.txt; rm sub/b.txt
            it died in a file it adds            | mkdir dir; printf brand > dir/new.txt
            it had opened the file it adds       | mkdir dir; touch dir/new.txt
            it died in a file it changes         | head -c 3 a.txt > b; mv b a.txt
            it died before it wrote the file     | rm a.txt
            it died within a turned directory    | rm turned; mkdir turned; echo x > turned/x.txt
            all files were there and no index    | MERGE; git read-tree main
            power failed before the files        | MERGE; git update-ref MERGE_HEAD prodigy/run-1; : > dir/new.txt; rm a.txt
            it left its lock                     | echo four >> a.txt; touch .git/index.lock
            it left its lock on the branch       | MERGE; touch .git/refs/heads/main.lock .git/HEAD.lock
            a file of the user's was in the way  | mkdir dir; echo mine > dir/new.txt
            """)
    void whatADeadMergeLeftIsTakenBack(String state, String script) {
        lay(script);
        var kept = state.contains("user's") ? "?? dir/new.txt" : "";
        assertThat(undo()).isEqualTo(new MergeRecovery.Undone());
        assertThat(repo.git("status", "--porcelain=v1", "--untracked-files=all"))
                .isEqualTo(kept);
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        assertThat(repo.root.resolve(".git/index.lock")).doesNotExist();
        assertThat(repo.id("main")).isEqualTo(start);
        if (kept.isEmpty()) {
            assertThat(repo.root.resolve("dir")).doesNotExist();
            assertThat(merge()).isInstanceOf(TargetMergeResult.Merged.class);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a file of the merge was edited   | MERGE; echo mine >> a.txt                           | a.txt
            an added file was edited         | MERGE; echo mine >> dir/new.txt                     | dir/new.txt
            one is begun, another edited     | echo four >> a.txt; echo mine > sub/b.txt           | sub/b.txt
            something else was staged        | MERGE; echo more > mine.txt; git add mine.txt       | staged
            a new file was staged            | MERGE; echo more > s.txt; git add s.txt             | staged
            another merge is under way       | MERGE; git update-ref MERGE_HEAD main               | another operation
            a rebase is under way            | MERGE; mkdir .git/rebase-merge                      | another operation
            """)
    void whatIsMixedWithTheUsersIsLeftAlone(String state, String script, String reason) {
        lay(script);
        var before = everything();
        assertThat(undo())
                .as(state)
                .isInstanceOfSatisfying(
                        MergeRecovery.Entangled.class,
                        entangled -> assertThat(entangled.tangle().reason()).contains(reason));
        assertThat(everything()).isEqualTo(before);
    }

    /// Takes git at its word: what the message says to do leads on, and nothing of the user's is lost.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a hook staged files of its own | MERGE; echo hook >> a.txt; echo hook > hook.txt; git add -A     | hook.txt
            a hook had edited them, too    | MERGE; echo s > s.txt; git add s.txt; echo hook >> a.txt        | s.txt
            the user staged a file         | MERGE; echo mine > mine2.txt; git add mine2.txt                 | mine2.txt
            git had noted the merge        | MERGE; git update-ref MERGE_HEAD prodigy/run-1; echo x > s; git add s | s
            an added file was edited       | mkdir dir; echo mine > dir/new.txt; echo four >> a.txt          | dir/new.txt
            """)
    void theRemedyLeadsOn(String state, String script, String kept) {
        lay(script);
        assertThat(undo()).isInstanceOfSatisfying(MergeRecovery.Entangled.class, entangled -> {
            var remedy = entangled.tangle().remedy();
            TempRepo.sh(
                    repo.root, remedy.substring(remedy.indexOf('`') + 1, remedy.indexOf('`', remedy.indexOf('`') + 1)));
        });
        assertThat(undo()).isEqualTo(new MergeRecovery.Undone());
        assertThat(repo.git("status", "--porcelain")).isEmpty();
        assertThat(repo.git("log", "-1", "--format=", "--name-only", "--diff-merges=1", "stash@{0}")
                        + repo.git("ls-tree", "-r", "--name-only", "stash@{0}"))
                .satisfiesAnyOf(
                        names -> assertThat(names).contains(kept),
                        _ -> assertThat(repo.git("ls-tree", "-r", "--name-only", "stash@{0}^3"))
                                .contains(kept));
        assertThat(merge()).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            all was staged          | MERGE; git checkout -q -b other
            some files were written | echo four >> a.txt; git checkout -q -b other
            a file was added        | mkdir dir; echo -n 'brand new' > dir/new.txt; git checkout -q -b other
            on no branch            | MERGE; git checkout -q --detach
            """)
    void whatWentAlongToAnotherBranchIsFound(String state, String script) {
        lay(script);
        var before = everything();
        assertThat(undo())
                .isInstanceOfSatisfying(
                        MergeRecovery.Entangled.class,
                        entangled -> assertThat(entangled.tangle().reason()
                                        + entangled.tangle().remedy())
                                .contains("went along", "checkout main"));
        assertThat(everything()).isEqualTo(before);

        repo.git("checkout", "-q", "main");
        assertThat(undo()).isEqualTo(new MergeRecovery.Undone());
        assertThat(merge()).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void anotherBranchWithoutAnyOfTheMergeIsNoObstacle() {
        lay(
                "git checkout -q -b other; echo more >> mine.txt; echo five >> a.txt; echo u > untracked.txt; rm sub/b.txt");
        repo.git("checkout", "-q", "HEAD", "sub/b.txt");
        var before = everything();
        assertThat(undo()).isEqualTo(new MergeRecovery.Undone());
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void anEditBesideTheMergeStaysAndIsNoObstacle() {
        lay("MERGE; echo more >> mine.txt; echo u > untracked.txt");
        assertThat(undo()).isEqualTo(new MergeRecovery.Undone());
        assertThat(repo.git("status", "--porcelain=v1", "--untracked-files=all"))
                .isEqualTo("M mine.txt\n?? untracked.txt");
        assertThat(repo.root.resolve("mine.txt")).hasContent("mine\nmore");
    }

    @Test
    void aMergeThatGitHadMadeIsFoundWhereverTheBranchIsNow() {
        lay("git merge -q --no-ff -m merge prodigy/run-1; git update-ref MERGE_HEAD prodigy/run-1");
        var made = repo.id("main");
        assertThat(undo()).isEqualTo(new MergeRecovery.Made(made));
        assertThat(repo.root.resolve(".git/MERGE_HEAD")).doesNotExist();
        TempRepo.commit(repo.root, "later.txt", "x");
        assertThat(undo()).isEqualTo(new MergeRecovery.Made(made));
    }

    @Test
    void aBranchThatMovedOnIsTheUsers() {
        lay("MERGE; git commit -q -m 'my own'");
        var before = everything();
        assertThat(undo()).isEqualTo(new MergeRecovery.Undone());
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void processesAreEndedBeforeAnythingIsLookedAt() {
        var known = new Known(Map.of(), () -> lay("MERGE"));
        assertThat(target().recover(intent(), known)).isEqualTo(new MergeRecovery.Undone());
        assertThat(repo.git("status", "--porcelain")).isEmpty();
    }

    private void lay(String script) {
        TempRepo.sh(
                repo.root,
                script.replace("MERGE;", "MERGE ;")
                        .replaceAll("^MERGE( ;|$)", "git read-tree -u -m main prodigy/run-1;"));
    }

    private String everything() {
        return TempRepo.sh(repo.root, """
                git --no-optional-locks status --porcelain=v2 --untracked-files=all; git ls-files -s; ls .git
                git diff; git ls-files -o | xargs -r cat""");
    }

    private MergeRecovery undo() {
        return target().recover(intent(), Known.NONE);
    }

    private TargetMergeResult merge() {
        return target().merge(tip, Known.NONE, _ -> {});
    }

    private TargetMergeIntent intent() {
        return new TargetMergeIntent(tip, "main", start, null);
    }

    private TargetMerge target() {
        return new TargetMerge(site, turn(), "run-1", "main");
    }

    private MergeTurn turn() {
        var self = new Owner(1, "here", Instant.EPOCH, "run-1");
        return new MergeTurn(repo.locks().resolve("merge.lock"), self, _ -> {});
    }
}
