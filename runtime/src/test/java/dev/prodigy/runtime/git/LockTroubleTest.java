package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LockTroubleTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fatal: Unable to create '/r/.git/index.lock': File exists.",
                "fatal: commit: cannot lock ref 'refs/heads/x': Unable to create '/r/.git/refs/heads/x.lock': File exists.",
                "error: could not lock config file .git/config: File exists",
                "fatal: failed to read .git/worktrees/slot-01/commondir: Success",
                "fatal: could not open '/r/.git/worktrees/slot-041/gitdir' for writing: No such file or directory",
                "fatal: could not create directory of '/r/.git/worktrees/slot-01': No such file or directory",
                "fatal: Unable to create '/r/.git/worktrees/slot-01/HEAD.lock': No such file or directory",
                "fatal: failed to read /r/.git/worktrees/a b/commondir: No such file or directory",
                "fatal: Invalid path '/r/.git/worktrees/slot-041': No such file or directory"
            })
    void whatPassesWhenTheOtherProcessIsDone(String errors) {
        assertThat(LockTrouble.in(errors)).isPresent();
        assertThat(LockTrouble.in("noise\n" + errors + "\nnoise")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fatal: not a git repository",
                "fatal: Invalid path '/home/r': No such file or directory",
                "fatal: cannot change to '/home/worktrees/r/slot-01': No such file or directory",
                "error: pathspec 'x.lock' did not match any file(s) known to git",
                "fatal: commit: cannot lock ref 'refs/heads/x': is at 1 but expected 2",
                "fatal: Unable to create '/r/.git/index.lock': Permission denied",
                "fatal: Unable to create '/r/.git/index.lock': No space left on device"
            })
    void whatDoesNot(String errors) {
        assertThat(LockTrouble.in(errors)).isEmpty();
    }

    @Test
    void theLockFileIsNamed() {
        var trouble = LockTrouble.in("fatal: Unable to create '/r/.git/index.lock': File exists.");
        assertThat(trouble).contains(new LockTrouble(Path.of("/r/.git/index.lock")));
        assertThat(trouble.orElseThrow().advice()).contains("/r/.git/index.lock");
    }

    @Test
    void whoReadsOfItLearnsItsAgeAndWhatRemovesIt(@TempDir Path folder) throws IOException {
        var lock = Files.createFile(folder.resolve("packed-refs.lock"));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.parse("2026-01-31T12:00:00Z")));
        var trouble = LockTrouble.in("error: Unable to create '" + lock + "': File exists.");
        assertThat(trouble.orElseThrow().advice())
                .contains("lock file " + lock + " made at 2026-01-31T12:00:00Z", "with rm " + lock);
    }
}
