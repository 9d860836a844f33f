package dev.prodigy.runtime.git;

import java.nio.file.Files;
import java.util.HashMap;

/// The installed `git`, run by an execution (spec 03 §13).
final class ExecutedGit implements Git {
    private final GitProgram program;
    private final GitExecution execution;

    ExecutedGit(GitProgram program, GitExecution execution) {
        this.program = program;
        this.execution = execution;
    }

    @Override
    public GitResult run(GitCommand command) {
        if (!Files.isDirectory(command.directory())) {
            throw GitProgram.directoryGone(command);
        }
        var environment = new HashMap<>(System.getenv());
        GitEnvironment.apply(environment, command);
        return execution.run(command, program.words(command), environment);
    }

    @Override
    public void hurry() {
        program.hurry();
    }

    @Override
    public boolean isHurried() {
        return program.isHurried();
    }

    @Override
    public GitDialogue open(GitCommand command) {
        return program.open(command);
    }

    @Override
    public Git within(GitExecution other) {
        return new ExecutedGit(program, other);
    }
}
