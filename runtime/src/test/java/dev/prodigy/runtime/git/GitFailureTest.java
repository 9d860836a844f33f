package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.process.kernel.KernelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the machine is to blame for is no failure of the item that git worked for (spec 02 §2.2).
final class GitFailureTest {
    private static final GitCommand COMMAND = GitCommand.in(Path.of("/r"), "write-tree");

    @Test
    void aFullDiskOfTheRepositoryIsAFaultOfTheStorage() {
        var result = new GitResult(COMMAND, 128, "", "fatal: cannot write: No space left on device\n", false);
        assertThat(result.failure(GitCode.WORKTREE_ERROR))
                .isInstanceOfSatisfying(StorageFailure.class, failure -> {
                    assertThat(failure.reason()).isEqualTo(StorageFailure.Reason.DISK_FULL);
                    assertThat(failure.path()).isEqualTo(Path.of("/r"));
                })
                .hasMessage("`git write-tree` ended with exit code 128: "
                        + "fatal: cannot write: No space left on device (in /r)");
    }

    @Test
    void whatGitSaysOfTheRepositoryIsAFailureOfGit() {
        var result = new GitResult(COMMAND, 128, "", "fatal: bad object\n", false);
        assertThat(result.failure(GitCode.WORKTREE_ERROR)).isInstanceOf(GitFailure.class);
    }

    @Test
    void whatTheCommandSaidIsToldOnce() {
        var refused = new GitFailure(GitCode.GIT_ERROR, "the commit was refused", "no way\n");
        assertThat(refused).hasMessage("the commit was refused: no way");
        assertThat(refused.whole()).isEqualTo("the commit was refused: no way");
        assertThat(new GitFailure(GitCode.GIT_ERROR, "it was refused", "one\ntwo\n").whole())
                .isEqualTo("it was refused: one\ntwo");
        assertThat(new GitFailure(GitCode.GIT_ERROR, "it was refused").whole()).isEqualTo("it was refused");
    }

    @Test
    void aCallOfTheSystemIsToldInTheSameWay() {
        assertThat(GitFailure.of(GitCode.GIT_ERROR, "cannot read", new IOException("Too many open files\nor so")))
                .isInstanceOf(StorageFailure.class)
                .hasMessage("cannot read: Too many open files");
        assertThat(GitFailure.of(GitCode.GIT_ERROR, "cannot read", new IOException("is it there?")))
                .isInstanceOf(GitFailure.class);
    }

    @Test
    void peopleReadWhatTheSystemSaidAndOfWhichFile() {
        assertThat(GitFailure.of(GitCode.GIT_ERROR, "cannot use /r", new NoSuchFileException("/r/index")))
                .hasMessage("cannot use /r: no such file or folder: /r/index");
        assertThat(GitFailure.of(GitCode.GIT_ERROR, "cannot run `git`", new KernelException("posix_spawn", 2)))
                .hasMessage("cannot run `git`: posix_spawn: no such file or directory");
    }

    @Test
    void ofAFolderOfProdigysOwnOnlyThePlaceTellsWhoIsToBlame(@TempDir Path own) throws IOException {
        var failure = new GitFailure(GitCode.WORKTREE_ERROR, "it failed", "fatal: Permission denied\n");
        assertThat(failure.writingTo(own)).isSameAs(failure);

        var file = Files.createFile(own.resolve("file"));
        assertThat(failure.writingTo(file))
                .isInstanceOfSatisfying(StorageFailure.class, storage -> {
                    assertThat(storage.reason()).isEqualTo(StorageFailure.Reason.IO_ERROR);
                    assertThat(storage.path()).isEqualTo(file);
                })
                .hasMessage("cannot write to " + file + ": it failed: fatal: Permission denied");
    }
}
