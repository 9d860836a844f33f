package dev.prodigy.testkit.program;

/// What stands in for the programs that steps run.
@FunctionalInterface
public interface Program {
    /// @return how the execution goes
    ScriptedAnswer answer(VirtualExecution execution);

    /// @return agents by the name of their program, and something else for all other executions
    static Program withAgent(String name, Program agent, Program others) {
        return execution -> execution.program().equals(name) ? agent.answer(execution) : others.answer(execution);
    }

    /// @return one answer after the other; the last one for all that follow
    static Program inTurn(ScriptedAnswer... answers) {
        var turn = new int[1];
        return _ -> answers[Math.min(turn[0]++, answers.length - 1)];
    }
}
