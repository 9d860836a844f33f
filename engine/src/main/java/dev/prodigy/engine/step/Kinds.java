package dev.prodigy.engine.step;

import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.kind.AgentStep;
import dev.prodigy.engine.step.kind.ForeachStep;
import dev.prodigy.engine.step.kind.InlineStep;
import dev.prodigy.engine.step.kind.ShellStep;
import dev.prodigy.engine.step.kind.SubWorkflowStep;
import dev.prodigy.engine.step.kind.WriteFileStep;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;

/// Makes a step of any kind ready. The one switch over kinds: a new kind is one more branch here.
final class Kinds {
    private final ForeachStep foreach;
    private final InlineStep inline;

    Kinds(ListRunner lists) {
        this.foreach = new ForeachStep(lists);
        this.inline = new InlineStep(lists);
    }

    /// @param frame in the step's own place
    /// @param cycles the step's own
    PreparedStep prepare(Step step, Frame frame, StepCycles cycles) throws Refused, Cut {
        return switch (step.kind()) {
            case StepKind.Shell shell -> ShellStep.prepare(step, shell.command(), frame);
            case StepKind.Agent agent -> AgentStep.prepare(step, agent, frame);
            case StepKind.WriteFile write -> WriteFileStep.prepare(write, frame);
            case StepKind.Foreach loop -> foreach.prepare(step, loop, frame, cycles.bound());
            case StepKind.Inline template -> inline.prepare(step, template, frame, cycles.bound());
            case StepKind.Validate(var validation) -> ValidateStep.prepare(step, validation, frame, cycles);
            case StepKind.SubWorkflow child -> SubWorkflowStep.prepare(step, child, frame);
            case StepKind.Removed _ -> throw new IllegalStateException("a removed kind is skipped");
        };
    }
}
