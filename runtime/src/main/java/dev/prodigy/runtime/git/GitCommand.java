package dev.prodigy.runtime.git;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// One call of the `git` program.
///
/// @param directory where it runs
/// @param arguments what follows `git`
/// @param input what it reads, as UTF-8
/// @param variables environment beside the inherited one
public record GitCommand(
        Path directory, List<String> arguments, String input, Map<String, String> variables, Conduct conduct) {

    private static final Set<String> READING = Set.of(
            "cat-file",
            "check-ignore",
            "diff-index",
            "diff-tree",
            "for-each-ref",
            "hash-object",
            "log",
            "ls-files",
            "ls-tree",
            "merge-base",
            "merge-tree",
            "rev-list",
            "rev-parse",
            "status",
            "var",
            "version");

    private static final Set<String> READING_PAIRS =
            Set.of("config --get", "config -z", "config --type=bool", "symbolic-ref -q", "worktree list");

    public GitCommand {
        arguments = List.copyOf(arguments);
        variables = Map.copyOf(variables);
    }

    /// @return a command of prodigy's own in a directory, whose repository git finds by itself
    public static GitCommand in(Path directory, String... arguments) {
        return new GitCommand(directory, List.of(arguments), "", Map.of(), Conduct.OWN);
    }

    /// @return a command of prodigy's own on a worktree, whose git directory is given and not searched
    public static GitCommand at(WorkTree tree, String... arguments) {
        return in(tree.root(), arguments)
                .with("GIT_DIR", tree.gitDir().toString())
                .with("GIT_WORK_TREE", tree.root().toString());
    }

    /// @return whether it leaves the repository as it is, but for new objects that nothing points to: then it may be
    ///     made again at any time
    public boolean onlyReads() {
        int at = 0;
        while (at + 1 < arguments.size() && arguments.get(at).equals("-c")) {
            at += 2;
        }
        return at < arguments.size()
                && (READING.contains(arguments.get(at))
                        || READING_PAIRS.contains(
                                String.join(" ", arguments.subList(at, Math.min(at + 2, arguments.size())))));
    }

    /// @return this, run in another directory; the repository stays the same when its git directory was given
    public GitCommand runIn(Path elsewhere) {
        return new GitCommand(elsewhere, arguments, input, variables, conduct);
    }

    /// @return this with more arguments
    public GitCommand and(List<String> more) {
        var all = new ArrayList<>(arguments);
        all.addAll(more);
        return new GitCommand(directory, all, input, variables, conduct);
    }

    /// @return this with more arguments
    public GitCommand and(String... more) {
        return and(List.of(more));
    }

    /// @return this with a text to read
    public GitCommand reading(String text) {
        return new GitCommand(directory, arguments, text, variables, conduct);
    }

    /// @return this with one more environment variable
    public GitCommand with(String name, String value) {
        return with(Map.of(name, value));
    }

    /// @return this with more environment variables
    public GitCommand with(Map<String, String> more) {
        var all = new HashMap<>(variables);
        all.putAll(more);
        return new GitCommand(directory, arguments, input, all, conduct);
    }

    /// @return this with the user's hooks and signing
    public GitCommand asUser() {
        return new GitCommand(directory, arguments, input, variables, Conduct.USER);
    }

    /// @return the command as one would type it, in one line: of an argument with several lines the first
    @Override
    public String toString() {
        return arguments.stream().map(GitCommand::firstLine).collect(Collectors.joining(" ", "git ", ""));
    }

    private static String firstLine(String argument) {
        int end = argument.indexOf('\n');
        return end < 0 ? argument : argument.substring(0, end) + "…";
    }
}
