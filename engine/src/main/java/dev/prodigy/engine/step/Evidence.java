package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an execution must show beside its exit status to count as good: commits, outputs, captures (spec 01 §4, 3).
final class Evidence {
    private final Step step;
    private final Frame frame;
    private final Tree.@Nullable Mark mark;

    /// Remembers the working tree as it is before the step, where anything asks what the step changed.
    Evidence(Step step, Frame frame) {
        this.step = step;
        this.frame = frame;
        boolean asked = frame.settings().tracksChanges()
                || step.options().commits().required()
                || step.options().commits().auto()
                || step.options().commits().config() != null
                || !step.options().captures().outputs().isEmpty();
        this.mark = asked ? frame.world().tree().mark() : null;
    }

    /// An execution after everything was asked of it.
    record Judged(
            Attempted attempted,
            Map<String, Value> outputs,
            @Nullable Value captured) {}

    /// @return what git shows since the step began, nothing where nobody asks
    Tree.Changes changes() {
        return mark == null ? Tree.Changes.NONE : frame.world().tree().since(mark);
    }

    Judged judge(Attempted attempted) throws Cut {
        var captures = step.options().captures();
        var outputs = new LinkedHashMap<String, Value>();
        var judged = attempted;
        if (judged.isGood()) {
            judged = failing(judged, commitTrouble());
        }
        if (judged.isGood()) {
            judged = failing(judged, outputTrouble(captures, outputs));
        }
        var capture =
                captures.name() == null ? new CaptureReader.Read(null, null) : CaptureReader.read(captures, judged);
        if (judged.isGood() && capture.trouble() != null) {
            judged = judged.failing(Failures.capture(captures.name(), capture.trouble()));
        }
        var trouble = writeOutput(captures, judged);
        if (judged.isGood()) {
            judged = failing(judged, trouble);
        }
        return new Judged(judged, outputs, capture.value());
    }

    /// @return the result with the capture that its replaced product makes
    StepResult capture(StepResult result) {
        var captures = step.options().captures();
        if (captures.name() == null) {
            return result;
        }
        var value =
                CaptureReader.read(captures, Attempted.good(result.product())).value();
        return new StepResult(
                result.outcome(),
                result.product(),
                result.error(),
                value,
                result.outputs(),
                result.commits(),
                result.filesChanged(),
                result.attempts(),
                result.executionMs(),
                result.waitMs());
    }

    private static Attempted failing(Attempted judged, @Nullable ErrorRecord trouble) {
        return trouble == null ? judged : judged.failing(trouble);
    }

    private @Nullable ErrorRecord commitTrouble() throws Cut {
        var commits = step.options().commits();
        if (mark == null) {
            return null;
        }
        boolean asked = commits.auto() || commits.required() || commits.config() != null;
        return asked ? CommitStep.complete(step, frame, mark) : null;
    }

    private @Nullable ErrorRecord outputTrouble(Captures captures, Map<String, Value> outputs) throws Cut {
        for (var each : captures.outputs().entrySet()) {
            switch (each.getValue()) {
                case Captures.Output.FilePattern(String glob) -> {
                    var found = GitMembers.firstMatch(changes(), glob);
                    if (found == null) {
                        return Failures.noOutput(each.getKey(), glob);
                    }
                    outputs.put(each.getKey(), Value.of(found));
                }
                case Captures.Output.Phrase(var text) -> {
                    switch (Texts.of(frame).value(text)) {
                        case Texts.Filled.Bad(var error) -> {
                            return error;
                        }
                        case Texts.Filled.Good(var value, var _) -> outputs.put(each.getKey(), value);
                    }
                }
            }
        }
        return null;
    }

    private @Nullable ErrorRecord writeOutput(Captures captures, Attempted judged) throws Cut {
        var file = captures.outputFile();
        if (file == null) {
            return null;
        }
        return switch (Texts.of(frame).filePath(file)) {
            case Texts.Filled.Bad(var error) -> error;
            case Texts.Filled.Good(var path, var nature) -> {
                var trouble = frame.world()
                        .tree()
                        .write(
                                frame.place().directory(),
                                Texts.plain(path),
                                CaptureReader.selected(captures.streams(), judged),
                                0644,
                                true,
                                nature == Nature.DATA);
                yield trouble == null ? null : Failures.notWritten(trouble);
            }
        };
    }
}
