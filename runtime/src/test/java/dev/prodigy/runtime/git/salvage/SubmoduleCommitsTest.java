package dev.prodigy.runtime.git.salvage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import dev.prodigy.runtime.git.worktree.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubmoduleCommitsTest {
    private static final String REF = "refs/prodigy/salvage/run-1/item-001-1";
    private static final String UPDATE =
            "git -c protocol.file.allow=always submodule --quiet update --init --recursive";
    private static final String COMMIT =
            "git config user.name u; git config user.email u@x; echo fix > fix; git add fix;" + " git commit -q -m fix";

    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private WorkTree tree;

    /// The submodule `lib` has a submodule `in`; the worktree has both.
    @BeforeEach
    void make() throws IOException {
        var inner = Files.createDirectories(base.resolve("inner"));
        var lib = Files.createDirectories(base.resolve("lib"));
        for (var each : List.of(inner, lib)) {
            TempRepo.sh(each, "git init -q -b main; " + COMMIT);
        }
        TempRepo.sh(
                lib,
                "git -c protocol.file.allow=always submodule --quiet add '%s' in; git commit -q -m in"
                        .formatted(inner));
        repo = TempRepo.create(Files.createDirectories(base.resolve("app")));
        TempRepo.sh(
                repo.root,
                "git -c protocol.file.allow=always submodule --quiet add '%s' lib; git commit -q -m lib"
                        .formatted(lib));
        TempRepo.sh(repo.root, "git submodule --quiet deinit -f lib; rm -r .git/modules");
        site = Worksite.of(repo.open(), repo.locks().resolve("w.lock"));
        tree = site.registry().add(repo.worktrees().resolve("slot-01"), repo.id("HEAD"));
        TempRepo.sh(tree.root(), "git reset -q --hard; " + UPDATE);
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void nothingIsMadeOfASubmoduleWithoutCommits() {
        assertThat(save()).isEqualTo(new Saved.Nothing());
        assertThat(repo.root.resolve(".git/modules")).doesNotExist();
    }

    @Test
    void whatIsCommittedInASubmoduleTheUserDoesNotHaveCanBeCheckedOut() {
        var fix = commit("lib");
        bump();
        save();
        remove();
        repo.git("merge", "-q", "--ff-only", "work");
        TempRepo.sh(repo.root, UPDATE);
        assertThat(TempRepo.headOf(repo.root.resolve("lib"))).isEqualTo(fix);
        assertThat(repo.root.resolve("lib/fix")).hasContent("new");
        assertThat(TempRepo.gitIn(repo.root.resolve("lib"), "remote", "get-url", "origin"))
                .isEqualTo(base.resolve("lib").toString());
        assertThat(TempRepo.gitIn(repo.root.resolve("lib"), "rev-parse", REF)).isEqualTo(fix.hex());
        assertThat(TempRepo.gitIn(repo.root.resolve("lib"), "for-each-ref", "refs/heads", "refs/stash"))
                .as("no branch of a worktree's is the user's")
                .isEmpty();
    }

    @Test
    void aNestedOneIsSavedInsideOfItsOuterOne() {
        var fix = commit("lib/in");
        TempRepo.sh(tree.root(), "cd lib; git -c user.name=u -c user.email=u@x commit -q -a -m bump");
        bump();
        save();
        remove();
        repo.git("merge", "-q", "--ff-only", "work");
        TempRepo.sh(repo.root, UPDATE);
        assertThat(TempRepo.headOf(repo.root.resolve("lib/in"))).isEqualTo(fix);
    }

    @Test
    void theUsersRepositoryGetsThemWhetherItsFilesAreThereOrNot() {
        TempRepo.sh(repo.root, UPDATE + "; git submodule --quiet deinit -f lib");
        var fix = commit("lib");
        bump();
        save();
        assertThat(repo.git("--git-dir=.git/modules/lib", "rev-parse", REF)).isEqualTo(fix.hex());
        save();
        assertThat(repo.git("--git-dir=.git/modules/lib", "for-each-ref", "refs/prodigy"))
                .as("once")
                .hasLineCount(1);
    }

    @Test
    void whatWasPushedIsNotSaved() {
        commit("lib");
        TempRepo.sh(tree.root(), "cd lib; git push -q origin HEAD:refs/heads/fix");
        bump();
        save();
        assertThat(repo.root.resolve(".git/modules")).doesNotExist();
    }

    @Test
    void whatCannotBeSavedKeepsItsWorktree() throws IOException {
        var fix = commit("lib");
        bump();
        Files.writeString(repo.root.resolve(".git/modules"), "in the way");
        assertThatThrownBy(() -> site.salvage().saveInPlace(tree, status(), REF, Survivors.ALL))
                .isInstanceOf(GitFailure.class)
                .hasMessageContaining("submodule");
        assertThat(save())
                .isInstanceOfSatisfying(
                        Saved.Retired.class,
                        retired -> assertThat(
                                        TempRepo.headOf(retired.where().root().resolve("lib")))
                                .isEqualTo(fix));
    }

    @Test
    void oneThatAStepHasClonedByItselfIsSavedToo() {
        TempRepo.sh(tree.root(), """
                git -c protocol.file.allow=always clone -q '%s' other
                git -c protocol.file.allow=always submodule --quiet add '%1$s' other
                """.formatted(base.resolve("inner")));
        var fix = commit("other");
        TempRepo.sh(tree.root(), "git add other; git commit -q -m other");
        save();
        assertThat(repo.git("--git-dir=.git/modules/other", "rev-parse", REF)).isEqualTo(fix.hex());
    }

    @Test
    void aDeletedDirectoryTakesNoCommitsAlong() throws IOException {
        var fix = commit("lib");
        DirectoryTree.delete(tree.root());
        new Wreck(site).clear(tree.root(), _ -> new Saved.Nothing());
        assertThat(repo.git("--git-dir=.git/modules/lib", "rev-parse", "refs/prodigy/salvage/slot-01/submodules"))
                .isEqualTo(fix.hex());
        assertThat(tree.gitDir()).doesNotExist();
    }

    private ObjectId commit(String place) {
        TempRepo.sh(tree.root().resolve(place), COMMIT.replace("echo fix", "echo new"));
        return TempRepo.headOf(tree.root().resolve(place));
    }

    private void bump() {
        TempRepo.sh(tree.root(), "git checkout -q -b work; git commit -q -a -m bump");
    }

    private Status status() {
        return Status.ofAll(site.repository().git(), tree);
    }

    private Saved save() {
        return site.salvage().save(tree, status(), REF, Survivors.ALL);
    }

    private void remove() {
        site.registry().remove(tree.root());
        assertThat(tree.gitDir()).doesNotExist();
    }
}
