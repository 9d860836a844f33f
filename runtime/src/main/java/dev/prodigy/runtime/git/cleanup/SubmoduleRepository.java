package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.SubmodulePlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The user's repository of a submodule, which work is saved in (spec 03 §12).
///
/// @param name its path below the repositories of all submodules
/// @param tree by which git is called in it: its files may be gone
/// @param outer the repository whose commits name those of this one
record SubmoduleRepository(Repository repository, String name, WorkTree tree, WorkTree outer) {
    private static final String FOLDER = "modules";

    /// Of a history that is longer than this nobody asks whether it is named anywhere: it is taken to be.
    private static final int MOST = 1000;

    private static final List<String> HOLDERS = List.of("--branches", "--tags", "--remotes");

    /// @return all of them, the outer one of two before the inner
    /// @throws GitFailure WORKTREE_ERROR when they cannot be read
    static List<SubmoduleRepository> of(Repository repository) {
        var folder = folder(repository);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try {
            return SubmodulePlaces.gitDirsBelow(folder).stream()
                    .map(each -> at(repository, folder.relativize(each).toString()))
                    .toList();
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot read " + folder, e);
        }
    }

    /// @param name its path below the repositories of all submodules
    static SubmoduleRepository at(Repository repository, String name) {
        var folder = folder(repository);
        var gitDir = folder.resolve(name);
        var outer = repository.checkout();
        for (var above = gitDir.getParent(); above != null && above.startsWith(folder); above = above.getParent()) {
            if (above.endsWith(FOLDER) && Files.isRegularFile(above.resolveSibling("HEAD")) && !above.equals(folder)) {
                outer = tree(above.resolveSibling(""));
                break;
            }
        }
        return new SubmoduleRepository(repository, name, tree(gitDir), outer);
    }

    private static Path folder(Repository repository) {
        return repository.commonDir().resolve(FOLDER);
    }

    private static WorkTree tree(Path gitDir) {
        return new WorkTree(gitDir, gitDir);
    }

    /// A commit that is merely checked out, as `git submodule update` leaves it, is one checkout away from being lost:
    /// what counts here is a branch or tag.
    ///
    /// @return whether a commit of the outer repository names this one, or what neither a branch nor a tag leads to
    ///     from it: with the reference it would be lost
    /// @throws GitFailure GIT_ERROR
    boolean isNamed(ObjectId commit) {
        var unheld = List.of("rev-list", "--max-count=" + (MOST + 1), commit.hex(), "--not");
        var alone = ask(tree, Stream.concat(unheld.stream(), HOLDERS.stream()).toList());
        if (alone.isEmpty() || alone.size() > MOST) {
            return !alone.isEmpty();
        }
        var log = new ArrayList<>(List.of("log", "--all", "-m", "--max-count=1", "--format=%H"));
        alone.forEach(each -> log.add("--find-object=" + each));
        return !ask(outer, log).isEmpty();
    }

    private List<String> ask(WorkTree place, List<String> command) {
        return repository
                .git()
                .run(GitCommand.at(place).and(command))
                .orThrow(GitCode.GIT_ERROR)
                .output()
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }
}
