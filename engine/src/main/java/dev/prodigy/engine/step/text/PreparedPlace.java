package dev.prodigy.engine.step.text;

import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.frame.StepPlace;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import java.util.Map;

/// The directory and environment that a step's own options give it (spec 01 §3, §4 "PreparedStep").
public final class PreparedPlace {
    private PreparedPlace() {}

    /// @return where the step's own entries and its agent's, `clear_env` and interpreter hold, in the directory around
    ///     it
    public static StepPlace around(Step step, Frame frame) {
        var own = step.options().surroundings();
        return frame.place().asking(agentEnv(step, frame)).inner(own.env(), own.clearEnv(), own.interpreter());
    }

    private static Map<String, EnvEntry> agentEnv(Step step, Frame frame) {
        var agent = step.kind() instanceof StepKind.Agent asked
                ? frame.settings().agents().get(asked.agent())
                : null;
        return agent == null ? Map.of() : agent.env();
    }

    /// @param frame in the step's own directory
    /// @return the same, with what its entries come to: the same for all its attempts, and for everything inside it
    /// @throws Refused when a limit passed meanwhile
    public static Frame settled(Frame frame) throws Refused, Cut {
        if (!frame.place().isOpen()) {
            return frame;
        }
        var texts = Texts.of(frame);
        var layers = texts.scope().settled();
        texts.checkCut();
        for (var entries : layers) {
            var ended = entries.ended();
            if (ended != null) {
                throw new Refused(ended);
            }
        }
        return frame.at(frame.place().settled(layers));
    }

    /// @param frame in which the step's own entries hold already
    /// @return the same in the step's own directory
    public static StepPlace of(Step step, Frame frame) throws Refused, Cut {
        var workingDir = step.options().surroundings().workingDir();
        if (workingDir == null) {
            return frame.place();
        }
        var path = Texts.of(frame).filePath(workingDir);
        var tree = frame.world().tree();
        var resolved = tree.resolveDirectory(frame.place().directory(), path.text());
        if (resolved == null) {
            throw new Refused(Failures.directoryNotFound(path.text()));
        }
        boolean inside = resolved.equals(tree.root()) || resolved.startsWith(tree.root() + "/");
        if (path.nature() == Nature.DATA && !inside) {
            throw new Refused(Failures.leavesTree(path.text()));
        }
        return frame.place().in(resolved);
    }
}
