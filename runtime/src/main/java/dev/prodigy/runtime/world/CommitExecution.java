package dev.prodigy.runtime.world;

import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitExecution;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs git for the commits of a step as the step's own programs are run.
final class CommitExecution implements GitExecution {
    /// What a shell says of a program that SIGTERM ended.
    private static final int TERMINATED = 143;

    private static final int SIGNAL_BASE = 128;

    private final Tree.Runner runner;
    private @Nullable Cut cut;

    CommitExecution(Tree.Runner runner) {
        this.runner = runner;
    }

    /// @throws Cut when a command was ended with the run
    void check() throws Cut {
        if (cut != null) {
            throw cut;
        }
    }

    @Override
    public GitResult run(GitCommand command, List<String> words, Map<String, String> environment) {
        try {
            check();
            var input = command.input().isEmpty() ? null : command.input();
            var program = new Call.Program.Direct(words, input, null);
            var ran = runner.run(program, command.directory().toString(), environment);
            return switch (ran.end()) {
                case Ran.End.Exited(int code) -> result(command, code, ran, false);
                case Ran.End.Killed(int signal) -> result(command, SIGNAL_BASE + signal, ran, false);
                case Ran.End.TimedOut _ -> result(command, TERMINATED, ran, true);
                case Ran.End.NotStarted(var message, var _) ->
                    throw new GitFailure(GitCode.GIT_ERROR, "cannot run `" + command + "`: " + message);
            };
        } catch (Cut e) {
            cut = e;
            return new GitResult(command, TERMINATED, "", "", true);
        }
    }

    private static GitResult result(GitCommand command, int exit, Ran ran, boolean interrupted) {
        return new GitResult(command, exit, ran.stdout(), ran.stderr(), interrupted);
    }
}
