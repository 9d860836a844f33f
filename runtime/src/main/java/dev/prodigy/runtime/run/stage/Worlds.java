package dev.prodigy.runtime.run.stage;

import dev.prodigy.engine.admission.Answer;
import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.run.actor.RunActor;
import dev.prodigy.runtime.workspace.AttemptPlace;
import dev.prodigy.runtime.world.AdmissionRequests;
import dev.prodigy.runtime.world.Halt;
import dev.prodigy.runtime.world.StepWorld;
import dev.prodigy.runtime.world.Turns;

/// Makes the worlds of a run's working trees.
public final class Worlds {
    private final RunParts run;
    private final StepWorld.Shared shared;
    private final AdmissionRequests admission;
    private final Turns ofSharedTree = new Turns();

    /// @param doers what carries out what steps want
    /// @param admission what stands before their attempts
    public Worlds(RunParts run, RunActor actor, StepWorld.Doers doers, AdmissionRequests admission) {
        this.run = run;
        this.admission = admission;
        this.shared =
                new StepWorld.Shared(actor::report, run.clock()::now, doers, run.random(), run.waits(), admission);
    }

    /// @param unit what the processes belong to, such as `setup` or `item-007/2`
    StepWorld of(Tree tree, String unit) {
        return new StepWorld(shared, run.halt(), tree, run.mark() + "/" + unit);
    }

    /// @param unit the attempt of an item that the processes belong to
    /// @param halt ends the attempt
    public StepWorld ofItem(AttemptPlace place, String unit, Halt halt) {
        var turns = place.path() == null ? ofSharedTree : new Turns();
        return new StepWorld(shared, halt, place.tree(), run.mark() + "/" + unit, false, turns);
    }

    /// Lets the clock of the step that called the run stand still, or go on.
    public void callerStands(boolean still) {
        admission.callerStands(still);
    }

    /// Tells the runs that steps called what holds for them from now on.
    public void tellChildren(CallersWord word) {
        shared.doers().children().tell(word);
    }

    /// Tells a step what it asked.
    public void answer(long request, Answer answer) {
        admission.answer(request, answer);
    }
}
