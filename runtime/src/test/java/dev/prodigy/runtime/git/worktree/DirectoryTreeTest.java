package dev.prodigy.runtime.git.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DirectoryTreeTest {
    @TempDir
    Path base;

    @Test
    void linksAreDeletedAndNotFollowed() throws IOException {
        TempRepo.sh(base, "mkdir -p keep tree/deep; touch keep/file tree/deep/x; ln -s ../../keep tree/deep/link");
        DirectoryTree.delete(base.resolve("tree"));
        assertThat(base.resolve("tree")).doesNotExist();
        assertThat(base.resolve("keep/file")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "300", "600", "000"})
    void closedFoldersAreOpened(String mode) throws IOException {
        TempRepo.sh(
                base, "mkdir -p tree/closed/deep; touch tree/closed/deep/x; cd tree/closed; chmod " + mode + " deep .");
        DirectoryTree.delete(base.resolve("tree"));
        assertThat(base.resolve("tree")).doesNotExist();
    }

    @Test
    void whatTheOwnerMayNotReadIsOpened() throws IOException {
        TempRepo.sh(
                base, "mkdir -p tree/closed/deep; cd tree/closed; echo x > deep/x; chmod 200 deep/x; chmod 0 deep .");
        DirectoryTree.open(base.resolve("tree"));
        assertThat(base.resolve("tree/closed/deep/x")).hasContent("x");
        assertThat(DirectoryTree.open(base.resolve("tree"))).isFalse();
    }

    @Test
    void whatIsNotThereIsNoProblem() throws IOException {
        DirectoryTree.delete(base.resolve("nothing"));
        assertThat(DirectoryTree.bytes(base.resolve("nothing"))).isZero();
    }

    @Test
    void bytesAreWholeBlocks() throws IOException {
        TempRepo.sh(base, "mkdir tree; printf x > tree/a; head -c 5000 /dev/zero > tree/b");
        assertThat(DirectoryTree.bytes(base.resolve("tree"))).isEqualTo(4096 + 4096 + 8192);
    }

    @Test
    void madeFoldersAreTheOwnersAlone() throws IOException {
        DirectoryTree.make(base.resolve("a/b"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(base.resolve("a"))))
                .isEqualTo("rwx------");
    }
}
