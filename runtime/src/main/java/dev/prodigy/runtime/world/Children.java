package dev.prodigy.runtime.world;

import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.world.ChildCall;
import dev.prodigy.engine.world.ChildEnd;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.event.StepEvent;
import java.util.List;

/// Runs of other workflows, for the steps that call them (spec 01 §12).
public interface Children {
    /// @param file path of a workflow's file
    /// @return an id for a run of it that does not exist yet
    String newId(String file);

    /// @return whether such a run merges what items commit into the branch checked out in the caller's tree
    boolean movesBranch(String file);

    /// Runs a workflow to its end.
    ///
    /// @throws Cut when the caller is ending; the run has been ended then, or drained
    ChildEnd run(ChildCall call, At at) throws Cut;

    /// @return what the steps of a run that a step started have left, as {@link
    ///     dev.prodigy.engine.world.World#leftBy} tells it
    List<StepEvent.Ended> leftBy(String runId);

    /// Tells the runs under way what holds for them from now on.
    void tell(CallersWord word);

    /// Where the calling step stands.
    ///
    /// @param tree top of the caller's working tree, absolute
    /// @param mark what the marks of the caller's processes there begin with
    /// @param halt ends the caller's work there
    /// @param clock measures the limits around the step
    /// @param ofList whether the step stands outside of items
    record At(String tree, String mark, Halt halt, LimitClock clock, boolean ofList) {}
}
