package dev.prodigy.runtime.git;

import dev.prodigy.runtime.time.Waiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A real repository in a temporary directory, with a home for what prodigy makes beside it.
public final class TempRepo implements AutoCloseable {
    public static final Map<String, String> NO_VARIABLES = Map.of();
    public static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    public final Path root;
    public final Path home;
    public final List<Duration> waits = new ArrayList<>();
    private final CountedGit.Calls calls = new CountedGit.Calls();
    private final List<Repository> opened = new ArrayList<>();

    private TempRepo(Path base) throws IOException {
        this.root = base.resolve("repo");
        this.home = base.resolve("home");
        Files.createDirectories(root);
        Files.createDirectories(home.resolve("tmp"));
        Files.createDirectories(home.resolve("locks"));
    }

    /// Makes a repository with one commit, of `a.txt` and `sub/b.txt`, on the branch `main`.
    public static TempRepo create(Path base, String... initOptions) throws IOException {
        var repo = empty(base, initOptions);
        repo.write("a.txt", "one\ntwo\nthree\n");
        repo.write("sub/b.txt", "b\n");
        repo.write(".gitignore", "*.log\n.env\nbuild/\n");
        repo.git("add", "-A");
        repo.git("commit", "-q", "-m", "Start");
        return repo;
    }

    /// Makes a repository without a commit.
    public static TempRepo empty(Path base, String... initOptions) throws IOException {
        var repo = new TempRepo(base.toRealPath());
        var init = new ArrayList<>(List.of("init", "-q", "-b", "main", "--template="));
        init.addAll(List.of(initOptions));
        repo.git(init.toArray(String[]::new));
        var config = repo.root.resolve(repo.isBare() ? "config" : ".git/config");
        var settings = "[user]\n\tname = Ada\n\temail = ada@example.org\n[core]\n\tfsync = none\n";
        Files.writeString(config, settings, StandardOpenOption.APPEND);
        return repo;
    }

    private boolean isBare() {
        return !Files.exists(root.resolve(".git"));
    }

    public Path tmp() {
        return home.resolve("tmp");
    }

    public Path worktrees() {
        return home.resolve("worktrees/repo");
    }

    public Path locks() {
        return home.resolve("locks");
    }

    /// Opens the repository from its top; closed with this.
    public Repository open() {
        return open(root);
    }

    public Repository open(Path directory) {
        return open(directory, new GitProgram(tmp()));
    }

    public Repository open(Path directory, Git program) {
        return open(directory, program, pause -> {
            synchronized (waits) {
                waits.add(pause);
            }
            calls.awaitOne();
        });
    }

    public Repository open(Path directory, Git program, Waiter waiter) {
        return open(directory, program, waiter, NO_VARIABLES);
    }

    /// Opens the repository from its top, with an inherited environment.
    public Repository openWith(Map<String, String> variables) {
        return open(root, new GitProgram(tmp()), _ -> calls.awaitOne(), variables);
    }

    private Repository open(Path directory, Git program, Waiter waiter, Map<String, String> variables) {
        var git = new PatientGit(new CountedGit(program, calls), waiter);
        var paths = Discovery.of(directory, git).repository();
        if (paths == null) {
            throw new IllegalStateException("no repository at " + directory);
        }
        var repository = new Repository(git, paths, new Host(variables, tmp(), waiter, () -> NOW));
        opened.add(repository);
        return repository;
    }

    public String git(String... arguments) {
        return gitIn(root, arguments);
    }

    /// Runs git as a user or a step would, and fails when it fails.
    public static String gitIn(Path directory, String... arguments) {
        var words = new ArrayList<>(List.of("git"));
        words.addAll(List.of(arguments));
        return run(directory, words);
    }

    /// Runs a shell text, and fails when it fails.
    public static String sh(Path directory, String text) {
        return run(directory, List.of("sh", "-ec", text));
    }

    public ObjectId id(String revision) {
        return new ObjectId(git("rev-parse", "--verify", revision));
    }

    public static ObjectId headOf(Path directory) {
        return new ObjectId(gitIn(directory, "rev-parse", "HEAD"));
    }

    public void write(String path, String content) {
        write(root, path, content);
    }

    public static void write(Path top, String path, String content) {
        try {
            var file = top.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Commits a file in a worktree, as an agent would.
    public static ObjectId commit(Path top, String path, String content) {
        write(top, path, content);
        gitIn(top, "add", "--", path);
        gitIn(top, "commit", "-q", "-m", "Change " + path);
        return headOf(top);
    }

    @Override
    public void close() {
        opened.forEach(Repository::close);
    }

    private static String run(Path directory, List<String> words) {
        try {
            var builder = new ProcessBuilder(words).directory(directory.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
            builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
            builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
            var process = builder.redirectErrorStream(true).start();
            process.getOutputStream().close();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IllegalStateException(words + " in " + directory + " ended with " + exit + ": " + output);
            }
            return output.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
