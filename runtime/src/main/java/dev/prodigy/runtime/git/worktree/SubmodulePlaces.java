package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// The git directories of a worktree's submodules, each of which names where its files are. `git worktree repair`
/// leaves these names as they were.
///
/// @param root of the worktree, without symbolic links
/// @param gitDirs those of all submodules, nested ones too
public record SubmodulePlaces(Path root, List<Path> gitDirs) {
    private static final String NAME = "core.worktree";

    /// @throws IOException when they cannot be read
    static SubmodulePlaces of(WorkTree tree) throws IOException {
        var modules = tree.own("modules");
        var found = Files.isDirectory(modules) ? gitDirsBelow(modules.toRealPath()) : List.<Path>of();
        return new SubmodulePlaces(tree.root().toRealPath(), found);
    }

    /// @param modules what holds the git directories of submodules
    /// @return all of them, the outer one of two before the inner
    /// @throws IOException when they cannot be read
    public static List<Path> gitDirsBelow(Path modules) throws IOException {
        var found = new ArrayList<Path>();
        Files.walkFileTree(modules, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (folder.endsWith("objects")) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                if (Files.isRegularFile(folder.resolve("HEAD")) && Files.isRegularFile(folder.resolve("config"))) {
                    found.add(folder);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return List.copyOf(found);
    }

    /// Makes them name the directory that the worktree was moved to.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    /// @throws IOException when the directory cannot be read
    void moveTo(Path newRoot, Git git) throws IOException {
        var moved = newRoot.toRealPath();
        for (var gitDir : gitDirs) {
            var config = gitDir.resolve("config").toString();
            var named = git.run(GitCommand.in(moved, "config", "-f", config, "--get", NAME));
            if (named.ok()) {
                var place = gitDir.resolve(named.line()).normalize();
                if (place.startsWith(root)) {
                    var now = gitDir.relativize(moved.resolve(root.relativize(place)));
                    git.run(GitCommand.in(moved, "config", "-f", config, NAME, now.toString()))
                            .orThrow(GitCode.WORKTREE_ERROR);
                }
            }
        }
    }
}
