package dev.prodigy.engine.step.evidence;

import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.kind.WriteFileStep;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.CaptureReader;
import dev.prodigy.engine.step.result.GitMembers;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.engine.step.text.FilledPatterns;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an execution must show beside its exit status to count as good: commits, outputs, captures (spec 01 §4, 3).
public final class RequiredEvidence {
    private final Step step;
    private final Tree.@Nullable Mark mark;
    private Frame frame;
    /// Where the selected streams go, or null.
    private Texts.@Nullable Filled outputFile;

    /// Remembers the working tree as it is before the step, where anything asks what the step changed.
    ///
    /// @param base as an earlier process remembered it, or null where none began the step
    public RequiredEvidence(Step step, Frame frame, @Nullable String base) {
        this.step = step;
        this.frame = frame;
        boolean asked = frame.settings().declared().tracksChanges(frame.isInItem())
                || asksForCommits(step.options().commits())
                || !step.options().captures().outputs().isEmpty();
        var remembered = asked && base != null ? frame.world().tree().mark(base) : null;
        this.mark = remembered == null && asked ? frame.world().tree().mark() : remembered;
    }

    /// @return what the working tree was before the step, as the journal keeps it; null where nobody asks
    @Nullable
    public String base() {
        return mark == null ? null : frame.world().tree().written(mark);
    }

    /// Moves to the step's own place.
    public void in(Frame prepared) {
        frame = prepared;
    }

    /// Fills where the selected streams of all executions of a cycle go, as the step's other texts (spec 01 §4, 2).
    ///
    /// @throws Refused when it has no value, or nothing can be written there
    public void prepare() throws Refused, Cut {
        var file = step.options().captures().outputFile();
        if (file == null) {
            return;
        }
        var path = WriteFileStep.path(file, frame);
        var obstacle = frame.world().tree().obstacle(frame.place().directory(), path.text(), isConfined(path));
        if (obstacle != null) {
            throw new Refused(Failures.definition("INVALID_PATH", "output_file: " + obstacle));
        }
        outputFile = path;
    }

    private static boolean isConfined(Texts.Filled path) {
        return path.nature() == Nature.DATA;
    }

    /// An execution after everything was asked of it.
    public record Judged(
            Attempted attempted,
            Map<String, Value> outputs,
            @Nullable Value captured) {}

    /// @return what git shows since the step began, nothing where nobody asks
    public Tree.Changes changes() {
        return mark == null ? Tree.Changes.NONE : frame.world().tree().since(mark);
    }

    /// Takes in what an execution has brought forth so far, for the texts that are filled next.
    @FunctionalInterface
    public interface Published {
        /// Where nobody reads it.
        Published NOWHERE = () -> {};

        /// @throws Cut when the run ends
        void anew() throws Cut;
    }

    /// Asks in the order of the specification; the first lack fails the execution. `output_file` is written before: it
    /// is among the files that a commit has and `outputs` find.
    ///
    /// @param begun when the execution began, on the clock of limits: its commits are part of it
    /// @param published called behind the step's commit, which `outputs` read
    public Judged judge(Attempted attempted, Duration begun, Published published) throws Cut {
        var captures = step.options().captures();
        var outputs = new LinkedHashMap<String, Value>();
        var written = written(captures, attempted);
        var judged = failing(attempted, () -> written);
        judged = failing(judged, () -> commitTrouble(begun));
        judged = failing(judged, this::historyTrouble);
        if (judged.isGood() && asksForCommits(step.options().commits())) {
            published.anew();
        }
        judged = failing(judged, () -> outputTrouble(captures, outputs));
        var capture = captures.areRead() ? CaptureReader.read(captures, judged) : new CaptureReader.Read(null, null);
        judged = failing(
                judged, () -> capture.trouble() == null ? null : Failures.capture(captures.name(), capture.trouble()));
        return new Judged(judged, outputs, captures.name() == null ? null : capture.value());
    }

    /// Commits what validation and handlers have made of a good step's files, where they are to be committed.
    ///
    /// @return the result with the changes of now, or failed
    public StepResult committed(StepResult good) throws Cut {
        if (!step.options().commits().auto()) {
            return good;
        }
        var attempted = Attempted.by(good.product(), null);
        var judged = failing(attempted, () -> commitTrouble(frame.world().worked()));
        var trouble = judged.error();
        var gain = good.gain();
        return trouble == null
                ? good.with(new StepResult.Gain(gain.captured(), gain.outputs(), changes(), gain.left()))
                : good.as(Outcome.FAILED, trouble);
    }

    /// Looks for what keeps an execution from being good.
    @FunctionalInterface
    private interface Look {
        @Nullable
        ErrorRecord trouble() throws Refused, Cut;
    }

    private static Attempted failing(Attempted judged, Look look) throws Cut {
        if (!judged.isGood()) {
            return judged;
        }
        try {
            var trouble = look.trouble();
            return trouble == null ? judged : judged.failing(trouble);
        } catch (Refused e) {
            return judged.failing(e.error());
        }
    }

    private @Nullable ErrorRecord commitTrouble(Duration begun) throws Refused, Cut {
        return mark != null && asksForCommits(step.options().commits())
                ? CommitStep.complete(step, frame, mark, begun)
                : null;
    }

    /// Items are asked at the end of their attempt.
    private @Nullable ErrorRecord historyTrouble() {
        var trouble = frame.isInItem() ? null : frame.world().tree().rewritten();
        return trouble == null ? null : Failures.of(trouble);
    }

    private static boolean asksForCommits(Commits commits) {
        return commits.auto() || commits.required() || commits.config() != null;
    }

    private @Nullable ErrorRecord outputTrouble(Captures captures, Map<String, Value> outputs) throws Refused, Cut {
        for (var each : captures.outputs().entrySet()) {
            switch (each.getValue()) {
                case Captures.Output.FilePattern(Text text) -> {
                    var glob = FilledPatterns.glob(text, frame);
                    var found = GitMembers.firstMatch(changes(), glob);
                    if (found == null) {
                        return Failures.noOutput(each.getKey(), glob);
                    }
                    outputs.put(each.getKey(), Value.of(found));
                }
                case Captures.Output.Phrase(var text) ->
                    outputs.put(each.getKey(), Texts.of(frame).value(text).value());
            }
        }
        return null;
    }

    private @Nullable ErrorRecord written(Captures captures, Attempted attempted) {
        var path = outputFile;
        if (path == null) {
            return null;
        }
        var masked = frame.world().masked(CaptureReader.selected(captures.streams(), attempted));
        var trouble = frame.world()
                .tree()
                .write(frame.place().directory(), path.text(), masked, 0644, true, isConfined(path));
        return trouble == null ? null : Failures.notWritten(trouble);
    }
}
