package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.OsLock;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.home.OwnerOnly;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Makes, lists, moves and removes linked worktrees. git reads all registrations while it writes one, so everything
/// that changes them happens under one lock that all prodigy processes of the repository share (spec 03 §9).
public final class WorktreeRegistry {
    private final Repository repository;
    private final Path creationLock;

    /// @param creationLock lock file, the same for all processes that work in the repository
    public WorktreeRegistry(Repository repository, Path creationLock) {
        this.repository = repository;
        this.creationLock = creationLock;
    }

    /// Makes a worktree with a detached HEAD and without files, which are checked out later and outside the lock.
    ///
    /// @param root its directory, in a folder of prodigy's own
    /// @throws GitFailure WORKTREE_ERROR, GIT_LOCK
    /// @throws StorageFailure when nothing can be written to that folder
    public WorkTree add(Path root, ObjectId commit) {
        var folder = root.toAbsolutePath().resolveSibling("");
        try (var _ = OsLock.acquire(creationLock)) {
            DirectoryTree.make(folder);
            var add = at("worktree", "add", "-f", "--no-checkout", "--detach", root.toString(), commit.hex());
            repository.git().run(add).orThrow(GitCode.WORKTREE_ERROR);
            Files.setPosixFilePermissions(root, OwnerOnly.FOLDER);
        } catch (IOException e) {
            throw StorageFailure.of("make", root, e);
        } catch (GitFailure e) {
            throw e.writingTo(folder);
        }
        return WorktreeLink.at(root)
                .orElseThrow(() -> new GitFailure(GitCode.WORKTREE_ERROR, root + " was not made a worktree"));
    }

    /// @return all worktrees of the repository, the user's too
    public List<Registration> list() {
        var listed = repository.git().run(at("worktree", "list", "--porcelain", "-z"));
        return Registration.parse(listed.orThrow(GitCode.GIT_ERROR).fields()).stream()
                .map(this::whereItIs)
                .toList();
    }

    /// git takes a git directory that lies elsewhere (of a submodule, or by `--separate-git-dir`) for the checkout.
    private Registration whereItIs(Registration listed) {
        var checkout = repository.checkout();
        boolean isOurs = listed.path().equals(repository.commonDir())
                && checkout.gitDir().equals(listed.path());
        return isOurs ? listed.at(checkout.root()) : listed;
    }

    /// @param branch full name
    /// @return whether a worktree has it checked out
    public boolean isCheckedOut(String branch) {
        return list().stream().anyMatch(each -> branch.equals(each.branch()));
    }

    /// Removes the worktree at a directory, registration and files, whatever state it is in; no other is touched.
    ///
    /// @throws GitFailure WORKTREE_ERROR when the directory cannot be deleted
    public void remove(Path root) {
        try (var _ = OsLock.acquire(creationLock)) {
            var remove = at("worktree", "remove", "--force", "--force", root.toString());
            if (!repository.git().run(remove).ok()) {
                // Damaged, or not registered: git does not recognise it. What belongs to it is known all the same.
                for (var gitDir : WorktreeLink.gitDirsOf(root, repository.commonDir())) {
                    DirectoryTree.delete(gitDir);
                }
            }
            DirectoryTree.delete(root);
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot remove " + root, e);
        }
    }

    /// Moves a worktree to another directory of the same file system, submodules and all.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public WorkTree move(WorkTree tree, Path newRoot) {
        try (var _ = OsLock.acquire(creationLock)) {
            var submodules = SubmodulePlaces.of(tree);
            Files.move(tree.root(), newRoot);
            repository.git().run(at("worktree", "repair", newRoot.toString())).orThrow(GitCode.WORKTREE_ERROR);
            submodules.moveTo(newRoot, repository.git());
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot move " + tree.root() + " to " + newRoot, e);
        }
        return new WorkTree(newRoot, tree.gitDir());
    }

    /// Lets git know where worktrees are that were moved with the home they lie in; any other stays as it is. One with
    /// submodules has paths in it that cannot be told from here: like one that is damaged it is no worktree then.
    ///
    /// @param folder of worktrees, which may be missing
    /// @throws GitFailure WORKTREE_ERROR, GIT_LOCK
    public void takeInMoved(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (var found = Files.newDirectoryStream(folder)) {
            for (var root : found) {
                if (isMoved(root) && Files.notExists(root.resolve(".gitmodules"))) {
                    repair(root);
                }
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot read " + folder, e);
        }
    }

    private boolean isMoved(Path root) {
        return WorktreeLink.at(root)
                .filter(tree -> WorktreeLink.isMoved(tree, repository.commonDir()))
                .isPresent();
    }

    private void repair(Path root) throws IOException {
        try (var _ = OsLock.acquire(creationLock)) {
            repository.git().run(at("worktree", "repair", root.toString()));
        }
    }

    private GitCommand at(String... arguments) {
        return GitCommand.at(repository.checkout(), arguments);
    }
}
