package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.step.Step;
import java.util.List;

/// Runs the steps inside a step: the rounds of a loop, the steps of a template.
@FunctionalInterface
public interface BodyRunner {
    /// @param body in order
    /// @param frame what surrounds them
    /// @return how they went, up to the first that failed for good
    /// @throws Cut when the run ends meanwhile
    ListResult run(List<Step> body, Frame frame) throws Cut;
}
