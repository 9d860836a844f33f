package dev.prodigy.testkit.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A git repository for one test, with an identity of its own and nothing of the user's configuration.
///
/// @param directory its working tree
public record TemporaryRepository(Path directory) {

    /// Makes a repository with one commit on branch `main`.
    ///
    /// @param directory created when missing
    /// @param files how many files of one line, spread over folders of a hundred, beside a `README`
    public static TemporaryRepository create(Path directory, int files) throws IOException {
        Files.createDirectories(directory);
        var repository = new TemporaryRepository(directory);
        repository.git("init", "--quiet", "--initial-branch=main");
        repository.git("config", "user.name", "Test");
        repository.git("config", "user.email", "test@example.org");
        repository.git("config", "gc.auto", "0");
        repository.write("README", "a repository for a test\n");
        for (int i = 0; i < files; i++) {
            repository.write("src/%02d/file-%04d.txt".formatted(i / 100, i), "line of file " + i + "\n");
        }
        repository.commitAll("first commit");
        return repository;
    }

    /// Writes a file of the working tree; its folders are created.
    public TemporaryRepository write(String path, String content) throws IOException {
        var file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    /// Commits everything that is not ignored.
    public TemporaryRepository commitAll(String message) throws IOException {
        git("add", "--all");
        git("commit", "--quiet", "--message", message);
        return this;
    }

    /// @return the commit a name stands for
    public String commit(String name) throws IOException {
        return git("rev-parse", "--verify", name + "^{commit}");
    }

    /// @return the tree a name stands for: equal trees hold equal files
    public String tree(String name) throws IOException {
        return git("rev-parse", "--verify", name + "^{tree}");
    }

    /// @return the full names of all references that begin with a prefix such as `refs/heads/prodigy`
    public List<String> refs(String prefix) throws IOException {
        return lines(git("for-each-ref", "--format=%(refname)", prefix));
    }

    /// @return the paths of all files of a commit
    public List<String> files(String name) throws IOException {
        return lines(git("ls-tree", "-r", "--name-only", name));
    }

    /// @return the paths of all worktrees but the main one
    public List<String> worktrees() throws IOException {
        return lines(git("worktree", "list", "--porcelain")).stream()
                .filter(line -> line.startsWith("worktree "))
                .skip(1)
                .map(line -> line.substring("worktree ".length()))
                .toList();
    }

    /// @param parents how to walk: `--first-parent` or nothing
    /// @return the values of a trailer in the history of a name, newest first
    public List<String> trailers(String key, String name, String... parents) throws IOException {
        var words = new ArrayList<>(List.of("log", "--format=%(trailers:key=" + key + ",valueonly,separator=%x0a)"));
        words.addAll(List.of(parents));
        words.add(name);
        return lines(git(words.toArray(String[]::new)));
    }

    /// Runs git in the working tree.
    ///
    /// @return what it printed, without the last line end
    /// @throws IOException when it fails; the message holds what it said
    public String git(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_SYSTEM", "/dev/null");
        var process = builder.start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
        try {
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new IOException(String.join(" ", command) + " exited with " + exitCode + ":\n" + output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return output;
    }

    private static List<String> lines(String text) {
        return text.lines().filter(line -> !line.isBlank()).toList();
    }
}
