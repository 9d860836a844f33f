package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.step.Step;

/// Finds the directory and environment that a step's own options give it (spec 01 §3, §4 "Preparation").
sealed interface PreparedPlace {

    /// The place is there.
    record Found(Frame frame) implements PreparedPlace {}

    /// It is not; the step failed.
    record Missing(ErrorRecord error) implements PreparedPlace {}

    static PreparedPlace of(Step step, Frame frame) throws Cut {
        var own = step.options().surroundings();
        var directory = frame.place().directory();
        if (own.workingDir() != null) {
            switch (Texts.of(frame).filePath(own.workingDir())) {
                case Texts.Filled.Bad(var error) -> {
                    return new Missing(error);
                }
                case Texts.Filled.Good(var path, var nature) -> {
                    var resolved = frame.world().tree().resolveDirectory(directory, Texts.plain(path));
                    if (resolved == null) {
                        return new Missing(Failures.directoryNotFound(Texts.plain(path)));
                    }
                    var root = frame.world().tree().root();
                    if (nature == Nature.DATA && !resolved.equals(root) && !resolved.startsWith(root + "/")) {
                        return new Missing(Failures.leavesTree(Texts.plain(path)));
                    }
                    directory = resolved;
                }
            }
        }
        return new Found(frame.at(frame.place().inner(directory, own.env(), own.clearEnv(), own.interpreter())));
    }
}
