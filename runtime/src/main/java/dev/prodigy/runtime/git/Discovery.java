package dev.prodigy.runtime.git;

import java.nio.file.Path;
import java.util.regex.Pattern;

/// What git says of a directory. Only {@link Found} allows `isolation: worktree`; the others say why not
/// (spec 03 §1).
public sealed interface Discovery {

    /// A repository with at least one commit.
    record Found(RepositoryPaths paths) implements Discovery {}

    /// A repository in which nothing was committed yet.
    record Empty(RepositoryPaths paths) implements Discovery {}

    /// No worktree of a repository.
    ///
    /// @param reason git's words
    record Outside(String reason) implements Discovery {}

    /// git is older than 2.38.
    ///
    /// @param version as it names itself
    record TooOld(String version) implements Discovery {}

    /// There is no `git` program.
    record Missing(String reason) implements Discovery {}

    /// Looks at a directory.
    static Discovery of(Path directory, Git git) {
        GitResult version;
        try {
            version = git.run(GitCommand.in(directory, "version"));
        } catch (GitFailure e) {
            return new Missing(String.valueOf(e.getMessage()));
        }
        if (!isRecentEnough(version.line())) {
            return new TooOld(version.line().replaceFirst("^git version ", ""));
        }
        var top = git.run(GitCommand.in(directory, "rev-parse", "--show-toplevel"));
        if (!top.ok() || top.line().isEmpty()) {
            return new Outside(
                    top.errors().isBlank() ? "not in a work tree" : top.errors().strip());
        }
        var paths = new RepositoryPaths(
                new WorkTree(Path.of(top.line()), askPath(git, directory, "--git-dir")),
                askPath(git, directory, "--git-common-dir"),
                Path.of(git.run(GitCommand.in(directory, "rev-parse", "--show-prefix"))
                        .line()));
        var head = git.run(GitCommand.in(directory, "rev-parse", "-q", "--verify", "HEAD^{commit}"));
        return head.ok() ? new Found(paths) : new Empty(paths);
    }

    /// @param version the line that `git version` prints
    /// @return whether it is 2.38 or newer, which has `merge-tree --write-tree`
    static boolean isRecentEnough(String version) {
        var numbers = Pattern.compile("^git version (\\d{1,6})\\.(\\d{1,6})").matcher(version);
        if (!numbers.find()) {
            return false;
        }
        int major = Integer.parseInt(numbers.group(1));
        return major > 2 || (major == 2 && Integer.parseInt(numbers.group(2)) >= 38);
    }

    private static Path askPath(Git git, Path directory, String option) {
        return Path.of(git.run(GitCommand.in(directory, "rev-parse", "--path-format=absolute", option))
                .orThrow(GitCode.GIT_ERROR)
                .line());
    }
}
