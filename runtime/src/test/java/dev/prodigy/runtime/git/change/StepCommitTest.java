package dev.prodigy.runtime.git.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.change.CommitOptions.Files;
import dev.prodigy.runtime.git.change.CommitOptions.Style;
import dev.prodigy.runtime.git.conflict.ConflictResolution;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StepCommitTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private StepCommit commit;
    private WorkTree tree;
    private Path top;
    private ObjectId start;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        var site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        start = repo.id("HEAD");
        tree = site.registry().add(repo.worktrees().resolve("run-1"), start);
        top = tree.root();
        TempRepo.gitIn(top, "checkout", "-q", "-f", "-b", "prodigy/run-1", start.hex());
        commit = new StepCommit(
                site.repository(), (command, _, _) -> site.repository().git().run(command));
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void changedAndUntrackedFilesAreCommitted() {
        TempRepo.sh(top, "echo more >> a.txt; rm sub/b.txt; echo n > 'odd \"ü\nname'; echo i > ignored.log");
        var head = complete(auto(Files.ALL));
        assertThat(TempRepo.gitIn(top, "log", "-1", "--format=%B")).isEqualTo("The step (item-001)\n\nwith a body");
        assertThat(names(head)).containsExactlyInAnyOrder("a.txt", "sub/b.txt", "odd \"ü\nname");
        assertThat(TempRepo.gitIn(top, "status", "--porcelain")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aRepositoryOfItsOwnIsLeftOut(boolean all) {
        TempRepo.sh(
                top,
                "echo n > new; git init -q sub/in; cd sub/in; echo w > w; git add w; "
                        + "git -c user.name=A -c user.email=a@b commit -qm In; git init -q ../empty");
        var head = complete(auto(all ? Files.ALL : new Files(List.of("**"), List.of())));
        assertThat(names(head)).containsExactly("new");
        assertThat(TempRepo.gitIn(top, "status", "--porcelain", "--untracked-files=all"))
                .contains("?? sub/in/", "?? sub/empty/");
    }

    @Test
    void onlyARepositoryOfItsOwnMeansNoCommit() {
        TempRepo.sh(top, "git init -q in; echo w > in/w");
        assertThat(complete(auto(Files.ALL))).isEqualTo(start);
    }

    @Test
    void conflictsAreNotCommitted() {
        var head = inConflict();
        TempRepo.sh(top, "git merge -q side || true");
        assertThatThrownBy(() -> complete(auto(Files.ALL)))
                .isInstanceOfSatisfying(
                        GitFailure.class, e -> assertThat(e.code()).isEqualTo(GitCode.GIT_UNFINISHED))
                .hasMessageContaining("a.txt");
        assertThat(repo.id("prodigy/run-1")).isEqualTo(head);

        TempRepo.sh(top, "echo both > a.txt; git add a.txt");
        assertThat(repo.git(
                        "log", "-1", "--format=%P", complete(auto(Files.ALL)).hex()))
                .startsWith(head.hex())
                .hasSizeGreaterThan(41);
    }

    /// It is committed when all steps that resolve it have had their turn; which of them resolves which file is theirs.
    @ParameterizedTest
    @CsvSource({"'', true", "'git add a.txt', true", "'', false"})
    void aMergeOfProdigysIsLeftToItsEnd(String resolving, boolean all) {
        var files = all ? Files.ALL : new Files(List.of("*.txt"), List.of());
        var head = inConflict();
        var merge = ConflictResolution.begin(repo.open(), tree, repo.id("side"));
        TempRepo.sh(top, "echo both > a.txt; echo n > new.txt;" + resolving);

        assertThat(complete(options(true, true, null, Style.DEFAULT, files))).isEqualTo(head);
        var resolved = (ConflictResolution.Result.Resolved) merge.finish();

        assertThat(repo.git("log", "-1", "--format=%P", resolved.head().hex()))
                .isEqualTo(head.hex() + " " + repo.id("side").hex());
        assertThat(repo.git("show", resolved.head().hex() + ":a.txt")).isEqualTo("both");
        assertThat(repo.git("show", resolved.head().hex() + ":new.txt")).isEqualTo("n");
    }

    @Test
    void theCommitsOfAStepBecomeOneThatIsStillTheMerge() {
        var head = inConflict();
        var merge = ConflictResolution.begin(repo.open(), tree, repo.id("side"));
        TempRepo.sh(top, "echo both > a.txt; git commit -qam merged; echo n > n; git add n; git commit -qm more");

        commit.complete(tree, head, options(false, false, null, new Style(null, null, true), Files.ALL), Map.of());

        assertThat(merge.finish()).isInstanceOf(ConflictResolution.Result.Resolved.class);
        assertThat(TempRepo.gitIn(top, "log", "-1", "--format=%P"))
                .isEqualTo(head.hex() + " " + repo.id("side").hex());
    }

    private ObjectId inConflict() {
        TempRepo.sh(
                top,
                "git checkout -q -b side; echo side > a.txt; git commit -qam side; git checkout -q prodigy/run-1;"
                        + " echo own > a.txt; git commit -qam own");
        return repo.id("prodigy/run-1");
    }

    @Test
    void nothingChangedMeansNoCommit() {
        TempRepo.sh(top, "echo i > ignored.log; touch a.txt");
        assertThat(complete(auto(Files.ALL))).isEqualTo(start);
    }

    @Test
    void whatOnlySeemsChangedMeansNoCommit() {
        repo.git("config", "core.autocrlf", "input");
        TempRepo.sh(top, "printf 'one\\r\\ntwo\\r\\nthree\\r\\n' > a.txt");
        assertThat(complete(auto(Files.ALL))).isEqualTo(start);
    }

    @Test
    void aRefusingHookFailsTheStep() throws IOException {
        var hook = repo.root.resolve(".git/hooks/pre-commit");
        java.nio.file.Files.createDirectories(hook.getParent());
        java.nio.file.Files.writeString(hook, "#!/bin/sh\necho \"no, says $WHO\" >&2\nexit 1\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        TempRepo.sh(top, "echo more >> a.txt");
        assertThatThrownBy(() -> commit.complete(tree, start, auto(Files.ALL), Map.of("WHO", "the hook")))
                .isInstanceOfSatisfying(GitFailure.class, failure -> {
                    assertThat(failure.code()).isEqualTo(GitCode.GIT_ERROR);
                    assertThat(failure.evidence()).contains("no, says the hook");
                });
        assertThat(TempRepo.headOf(top)).isEqualTo(start);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *.java            | ''              | A.java src/B.java
            /*.java           | ''              | A.java
            src/**            | ''              | src/B.java src/c.txt
            src/*.txt,docs/** | ''              | docs/d.md src/c.txt
            ''                | *.java          | a.txt docs/d.md src/c.txt
            ''                | src/**,docs/*   | A.java a.txt
            *.java            | src/**          | A.java
            nothing           | ''              | ''
            [                 | ''              | ''
            """)
    void globsChooseWhatIsCommitted(String include, String exclude, String committed) {
        TempRepo.sh(top, "mkdir src docs; touch A.java src/B.java src/c.txt docs/d.md; echo more >> a.txt");
        var head = complete(auto(new Files(list(include), list(exclude))));
        assertThat(String.join(" ", names(head))).isEqualTo(committed);
    }

    @Test
    void whatIsStagedButNotChosenIsNotCommitted() {
        TempRepo.sh(top, "touch A.java; echo more >> a.txt; git add a.txt; git rm -q sub/b.txt");
        var head = complete(auto(new Files(List.of("*.java"), List.of())));
        assertThat(names(head)).containsExactly("A.java");
        assertThat(TempRepo.gitIn(top, "diff", "--cached", "--name-only").lines())
                .containsExactly("a.txt", "sub/b.txt");
    }

    /// What `worktree.setup` made or changed is committed with a step's work, but is none.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true                        | ''       | ''
            git add -A                  | ''       | ''
            git init -q in              | ''       | ''
            touch work.txt              | ''       | a.txt setup.txt staged.txt work.txt
            rm setup.txt                | ''       | ''
            echo more >> a.txt          | ''       | a.txt setup.txt staged.txt
            touch other                 | *.txt    | ''
            touch other; git add -A     | *.txt    | ''
            touch work.txt              | *.txt    | a.txt setup.txt staged.txt work.txt
            """)
    void whatEveryWorktreeGetsIsNoWorkOfAStep(String script, String include, String committed) {
        TempRepo.sh(top, "echo s > setup.txt; echo s >> a.txt; echo s > staged.txt; git add staged.txt");
        ProvidedFiles.remember(repo.open().git(), tree);
        TempRepo.sh(top, script);
        var options = options(true, true, null, Style.DEFAULT, new Files(list(include), List.of()));
        if (committed.isEmpty()) {
            assertThatThrownBy(() -> complete(options))
                    .isInstanceOfSatisfying(
                            GitFailure.class,
                            failure -> assertThat(failure.code()).isEqualTo(GitCode.COMMIT_MISSING));
            assertThat(TempRepo.headOf(top)).isEqualTo(start);
        } else {
            assertThat(String.join(" ", names(complete(options)))).isEqualTo(committed);
        }
    }

    @Test
    void whatEveryWorktreeGetsIsNoPartOfAMerge() {
        TempRepo.sh(
                top,
                "git checkout -q -b side; echo side > a.txt; git commit -qam side; git checkout -q prodigy/run-1;"
                        + " echo own > a.txt; git commit -qam own; echo s > setup.txt");
        ProvidedFiles.remember(repo.open().git(), tree);
        TempRepo.sh(top, "git merge -q side || true; echo both > a.txt; git add a.txt; echo n > new.txt");
        assertThat(names(complete(auto(Files.ALL)))).containsExactlyInAnyOrder("a.txt", "new.txt");
    }

    @Test
    void authorAndIdentityAreThoseAskedFor() {
        TempRepo.sh(top, "echo more >> a.txt");
        complete(options(true, false, null, new Style("Bot Ö <bot@example.org>", null, false), Files.ALL));
        assertThat(TempRepo.gitIn(top, "log", "-1", "--format=%an <%ae> %cn")).isEqualTo("Bot Ö <bot@example.org> Ada");
    }

    @Test
    void withoutAnIdentityItIsProdigys() {
        repo.git("config", "user.name", "");
        repo.git("config", "user.email", "");
        var site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        TempRepo.sh(top, "echo more >> a.txt");
        new StepCommit(
                        site.repository(),
                        (command, _, _) -> site.repository().git().run(command))
                .complete(tree, start, auto(Files.ALL), Map.of("GIT_CONFIG_GLOBAL", "/dev/null"));
        assertThat(TempRepo.gitIn(top, "log", "-1", "--format=%an <%ae>")).isEqualTo("prodigy <prodigy@localhost>");
    }

    @Test
    void signingIsAsTheUserConfiguredUnlessTheStepSaysOtherwise() {
        repo.git("config", "commit.gpgSign", "true");
        repo.git("config", "gpg.program", "false");
        TempRepo.sh(top, "echo more >> a.txt");
        assertThatThrownBy(() -> complete(auto(Files.ALL))).isInstanceOf(GitFailure.class);
        complete(options(true, false, null, new Style(null, false, false), Files.ALL));
        assertThat(TempRepo.headOf(top)).isNotEqualTo(start);
    }

    @Test
    void templatesAndCommentCharactersDoNotChangeTheMessage() {
        repo.git("config", "commit.template", "/nowhere");
        repo.git("config", "core.commentChar", "T");
        repo.git("config", "commit.verbose", "true");
        TempRepo.sh(top, "echo more >> a.txt");
        complete(auto(Files.ALL));
        assertThat(TempRepo.gitIn(top, "log", "-1", "--format=%B")).isEqualTo("The step (item-001)\n\nwith a body");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true                                                         | COMMIT_MISSING
            git commit -q --allow-empty -m empty                         | COMMIT_MISSING
            git commit -q --amend -m amended                             | COMMIT_MISSING
            echo x > a.txt; git commit -qam x                            | -
            echo x > a.txt                                               | -
            """)
    void aRequiredCommitIsCheckedAfterTheAutomaticOne(String script, String code) {
        TempRepo.sh(top, script);
        var options = options(true, true, null, Style.DEFAULT, Files.ALL);
        if (code.equals("-")) {
            assertThat(complete(options)).isNotEqualTo(start);
        } else {
            assertThatThrownBy(() -> complete(options))
                    .isInstanceOfSatisfying(
                            GitFailure.class,
                            failure -> assertThat(failure.code()).isEqualTo(GitCode.valueOf(code)));
        }
    }

    @Test
    void everyNewMessageMustMatchThePattern() {
        var feature = Pattern.compile("^feat: ").asPredicate();
        TempRepo.sh(top, "echo 1 > f1; git add f1; git commit -q -m 'feat: one'");
        assertThat(complete(options(false, false, feature, Style.DEFAULT, Files.ALL)))
                .isEqualTo(TempRepo.headOf(top));
        TempRepo.sh(
                top, "echo 2 > f2; git add f2; git commit -q -m 'fix two'; git commit -q --allow-empty -m 'feat: x'");
        assertThatThrownBy(() -> complete(options(false, false, feature, Style.DEFAULT, Files.ALL)))
                .isInstanceOfSatisfying(
                        GitFailure.class, failure -> assertThat(failure.code()).isEqualTo(GitCode.VALIDATION_ERROR))
                .hasMessageContaining("fix two");
    }

    @Test
    void theCommitsOfAStepBecomeOne() {
        TempRepo.sh(top, "for i in 1 2 3; do echo $i > f$i; git add f$i; git commit -q -m \"c $i\"; done; echo u > u");
        var head = complete(options(false, true, null, new Style("Bot <b@x>", null, true), Files.ALL));
        assertThat(TempRepo.gitIn(top, "log", "--format=%s", start + "..HEAD")).isEqualTo("The step (item-001)");
        assertThat(TempRepo.gitIn(top, "log", "-1", "--format=%P %an")).isEqualTo(start + " Bot");
        assertThat(names(head)).containsExactly("f1", "f2", "f3");
        assertThat(TempRepo.gitIn(top, "status", "--porcelain")).isEqualTo("?? u");
        assertThat(TempRepo.gitIn(top, "symbolic-ref", "HEAD")).isEqualTo("refs/heads/prodigy/run-1");
    }

    @Test
    void oneCommitStaysAsItIs() {
        var only = TempRepo.commit(top, "f", "f");
        assertThat(complete(options(false, false, null, new Style(null, null, true), Files.ALL)))
                .isEqualTo(only);
    }

    @Test
    void aDetachedHeadIsSquashedToo() {
        TempRepo.sh(
                top,
                "git checkout -q --detach; for i in 1 2; do echo $i > f$i; git add f$i; git commit -q -m $i; done");
        complete(options(false, false, null, new Style(null, null, true), Files.ALL));
        assertThat(TempRepo.gitIn(top, "rev-list", "--count", start + "..HEAD")).isEqualTo("1");
        assertThat(repo.id("prodigy/run-1")).isEqualTo(start);
    }

    @Test
    void theUsersCheckoutCanBeCommittedInWithoutIsolation() {
        repo.write("a.txt", "changed\n");
        var checkout = new WorkTree(repo.root, repo.root.resolve(".git"));
        var head = commit.complete(checkout, start, auto(Files.ALL), Map.of());
        assertThat(repo.id("main")).isEqualTo(head).isNotEqualTo(start);
    }

    @Test
    void aLongMessageIsNoProblem() {
        TempRepo.sh(top, "echo more >> a.txt");
        String message = "Subject\n\n" + "body ".repeat(60_000);
        complete(new CommitOptions(true, false, message, null, Style.DEFAULT, Files.ALL));
        assertThat(TempRepo.gitIn(top, "log", "-1", "--format=%s")).isEqualTo("Subject");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theFirstCommitOfARepositoryIsMadeToo(boolean all) throws IOException {
        try (var fresh = TempRepo.empty(java.nio.file.Files.createDirectory(base.resolve("fresh")))) {
            var repository = fresh.open();
            var first = new StepCommit(
                    repository, (command, _, _) -> repository.git().run(command));
            var checkout = repository.checkout();
            var files = all ? Files.ALL : new Files(List.of("**"), List.of());
            assertThatThrownBy(() ->
                            first.complete(checkout, null, options(true, true, null, Style.DEFAULT, files), Map.of()))
                    .isInstanceOfSatisfying(
                            GitFailure.class, e -> assertThat(e.code()).isEqualTo(GitCode.COMMIT_MISSING));
            fresh.write("new", "n");
            var squash = options(true, true, Pattern.compile("step").asPredicate(), new Style(null, null, true), files);
            assertThat(first.complete(checkout, null, squash, Map.of())).isEqualTo(fresh.id("HEAD"));
            TempRepo.commit(fresh.root, "second", "s");
            var one = first.complete(checkout, null, squash, Map.of());
            assertThat(fresh.git("log", "--format=%H %P")).isEqualTo(one.hex());
            assertThat(fresh.git("ls-files")).isEqualTo("new\nsecond");
        }
    }

    private ObjectId complete(CommitOptions options) {
        return commit.complete(tree, start, options, Map.of());
    }

    private static CommitOptions auto(Files files) {
        return options(true, false, null, Style.DEFAULT, files);
    }

    private static CommitOptions options(
            boolean auto, boolean required, @Nullable Predicate<String> pattern, Style style, Files files) {
        return new CommitOptions(auto, required, "The step (item-001)\n\nwith a body\n", pattern, style, files);
    }

    private List<String> names(ObjectId head) {
        var names = TempRepo.gitIn(top, "diff", "--name-only", "--no-renames", "-z", start.hex(), head.hex());
        return names.isEmpty() ? List.of() : List.of(names.split("\0"));
    }

    private static List<String> list(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }
}
