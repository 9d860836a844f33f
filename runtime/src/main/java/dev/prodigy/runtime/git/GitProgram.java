package dev.prodigy.runtime.git;

import dev.prodigy.runtime.process.kernel.Errand;
import dev.prodigy.runtime.process.kernel.OwnProcesses;
import dev.prodigy.runtime.process.kernel.Start;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs the installed `git`.
public final class GitProgram implements Git {
    /// A pipe takes this much without a reader, so that shorter input needs no thread of its own.
    private static final int PIPE_CAPACITY = 32 * 1024;

    private static final int SIGKILL = 9;

    /// How often a command is made that is killed each time.
    private static final int TRIES = 3;

    private static final Duration GRACE = Duration.ofSeconds(2);

    private final String executable;
    private final Path scratch;
    private final String file;
    private final List<String> ownSession;
    private final AnswerWatch.Limits limits;
    private volatile boolean hurried;

    /// Runs the first `git` on the path.
    ///
    /// @param scratch an existing directory for short-lived files
    public GitProgram(Path scratch) {
        this("git", scratch);
    }

    /// @param executable name or path of the program
    /// @param scratch an existing directory for short-lived files
    public GitProgram(String executable, Path scratch) {
        this(executable, scratch, AnswerWatch.Limits.OF_GIT);
    }

    /// @param limits of commands that are kept open
    GitProgram(String executable, Path scratch, AnswerWatch.Limits limits) {
        this.limits = limits;
        this.executable = executable;
        this.scratch = scratch;
        this.file = OwnSession.file(executable, OwnSession.path());
        this.ownSession = OwnSession.before(executable, OwnSession.path());
    }

    @Override
    public GitResult run(GitCommand command) {
        try {
            return switch (command.conduct()) {
                case OWN -> uninterrupted(command);
                case USER -> interruptible(command);
            };
        } catch (IOException e) {
            throw cannotRun(command, e);
        }
    }

    @Override
    public GitDialogue open(GitCommand command) {
        try {
            var process = start(builder(command));
            var watch = new AnswerWatch(process, limits, () -> hurried);
            return new GitDialogue(process, command.directory(), watch);
        } catch (IOException e) {
            throw cannotRun(command, e);
        }
    }

    @Override
    public Git within(GitExecution execution) {
        return new ExecutedGit(this, execution);
    }

    @Override
    public void hurry() {
        hurried = true;
    }

    @Override
    public boolean isHurried() {
        return hurried;
    }

    static GitFailure directoryGone(GitCommand command) {
        return new GitFailure(GitCode.WORKTREE_ERROR, "the directory " + command.directory() + " is gone");
    }

    private static RuntimeException cannotRun(GitCommand command, IOException e) {
        return Files.isDirectory(command.directory())
                ? GitFailure.of(GitCode.GIT_ERROR, "cannot run `" + command + "` in " + command.directory(), e)
                : directoryGone(command);
    }

    /// What somebody kills from outside, such as a machine without memory, is nothing that a step did: what only
    /// reads is made again, and so is what a signal to our process group met before it led a session of its own.
    private GitResult uninterrupted(GitCommand command) throws IOException {
        for (int tries = 1; ; tries++) {
            var result = once(command);
            if (result.signal() == 0) {
                return result;
            }
            boolean begun = result.signal() == SIGKILL
                    || !result.output().isEmpty()
                    || !result.errors().isEmpty();
            if (tries == TRIES || (begun && !command.onlyReads())) {
                throw result.killed();
            }
        }
    }

    private GitResult once(GitCommand command) throws IOException {
        var environment = new HashMap<>(System.getenv());
        GitEnvironment.apply(environment, command);
        var entries = environment.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .toList();
        var words = words(command);
        if (words.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            throw new IOException("an argument has a NUL character");
        }
        var input = command.input().isEmpty() ? null : command.input();
        var ended = Errand.run(new Start(file, words, command.directory(), entries, input));
        return new GitResult(command, ended.exitCode(), text(ended.stdout()), text(ended.stderr()), false);
    }

    /// A command in the user's name writes to files: when prodigy is killed it goes on to its end
    /// undisturbed, where a broken pipe would end it half way through a merge.
    private GitResult interruptible(GitCommand command) throws IOException {
        var output = Scratch.file(scratch, "git-out");
        var errors = Scratch.file(scratch, "git-err");
        try {
            var builder = builder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
            var process = OwnProcesses.start(builder, true);
            feed(process, command.input());
            boolean interrupted = !endedUndisturbed(process);
            int exit = exitOf(process);
            return new GitResult(
                    command, exit, text(Files.readAllBytes(output)), text(Files.readAllBytes(errors)), interrupted);
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(errors);
        }
    }

    /// @return the program and all its arguments
    List<String> words(GitCommand command) {
        var words = new ArrayList<String>();
        words.add(executable);
        for (var setting : GitEnvironment.settings(command.conduct())) {
            words.addAll(List.of("-c", setting));
        }
        words.addAll(command.arguments());
        return words;
    }

    /// What goes between is killed by a signal to the whole process group: the second time it is over.
    private static Process start(ProcessBuilder builder) throws IOException {
        try {
            return OwnProcesses.start(builder, false);
        } catch (IOException e) {
            return OwnProcesses.start(builder, false);
        }
    }

    private ProcessBuilder builder(GitCommand command) {
        var words = new ArrayList<String>(
                switch (command.conduct()) {
                    case OWN -> ownSession;
                    // the user's hooks and signing may talk to the terminal
                    case USER -> List.of();
                });
        words.addAll(words(command));
        var builder = new ProcessBuilder(words).directory(command.directory().toFile());
        GitEnvironment.apply(builder.environment(), command);
        return builder;
    }

    private static void feed(Process process, String input) throws IOException {
        byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= PIPE_CAPACITY) {
            write(process, bytes);
        } else {
            aside(() -> write(process, bytes));
        }
    }

    /// Works at a pipe: a virtual thread would keep its carrier from all others as long as git runs.
    private static void aside(Runnable work) {
        Thread.ofPlatform().daemon().name("git-pipe").start(work);
    }

    private static void write(Process process, byte[] bytes) {
        try (var input = process.getOutputStream()) {
            input.write(bytes);
        } catch (IOException e) {
            // The command ended without reading everything: its exit code says why.
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int exitOf(Process process) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean endedUndisturbed(Process process) {
        try {
            process.waitFor();
            return true;
        } catch (InterruptedException e) {
            end(process);
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// TERM to git and to the hooks below it, then KILL. On TERM git removes its own lock files.
    private static void end(Process process) {
        var below = process.descendants().toList();
        process.destroy();
        below.forEach(ProcessHandle::destroy);
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
        below.forEach(ProcessHandle::destroyForcibly);
    }
}
