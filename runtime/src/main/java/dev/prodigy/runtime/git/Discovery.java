package dev.prodigy.runtime.git;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What git says of a directory. Only {@link Found} allows `isolation: worktree`; the others say why not
/// (spec 03 §1).
public sealed interface Discovery {

    /// A repository with at least one commit.
    record Found(RepositoryPaths paths) implements Discovery {}

    /// A repository in which nothing was committed yet.
    record Empty(RepositoryPaths paths) implements Discovery {}

    /// A bare repository, or a git directory: there are no files to work on, only git's own.
    record GitDirectory() implements Discovery {}

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

    /// @return the repository that the directory is in, with a commit or without; null where it is in none that can be
    ///     worked with
    default @Nullable RepositoryPaths repository() {
        return switch (this) {
            case Found(var paths) -> paths;
            case Empty(var paths) -> paths;
            case GitDirectory _, Outside _, TooOld _, Missing _ -> null;
        };
    }

    /// Top, git directory, common directory, prefix and, where there is one, the commit; a line each.
    private static String[] questions() {
        return new String[] {
            "rev-parse",
            "--path-format=absolute",
            "--show-toplevel",
            "--git-dir",
            "--git-common-dir",
            "--show-prefix",
            "-q",
            "--verify",
            "HEAD^{commit}"
        };
    }

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
        // One call instead of five: they stand before the first step of every run.
        var answer = git.run(GitCommand.in(directory, questions()));
        if (answer.exit() > 1 || answer.output().isBlank()) {
            var inside = git.run(GitCommand.in(directory, "rev-parse", "--is-inside-git-dir"));
            if (inside.ok() && inside.line().equals("true")) {
                return new GitDirectory();
            }
            return new Outside(
                    answer.errors().isBlank()
                            ? "not in a work tree"
                            : answer.errors().strip());
        }
        var lines = answer.output().lines().toList();
        int expected = answer.ok() ? 5 : 4;
        var paths = lines.size() == expected
                ? new RepositoryPaths(
                        new WorkTree(Path.of(lines.get(0)), Path.of(lines.get(1))),
                        Path.of(lines.get(2)),
                        Path.of(lines.get(3)))
                : askOneByOne(directory, git);
        return answer.ok() ? new Found(paths) : new Empty(paths);
    }

    /// For a path with a line break in it.
    private static RepositoryPaths askOneByOne(Path directory, Git git) {
        return new RepositoryPaths(
                new WorkTree(askPath(git, directory, "--show-toplevel"), askPath(git, directory, "--git-dir")),
                askPath(git, directory, "--git-common-dir"),
                askPath(git, directory, "--show-prefix"));
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
