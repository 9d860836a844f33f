package dev.prodigy.engine.step.result;

import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a step has come to, as later steps read it (spec 01 §7).
///
/// @param error the failure that stands, or null
/// @param tolerated labels of steps in the lists inside it, or that reacted to it, whose failures stand and are
///     accepted
/// @param isAccepted whether the kind accepts the failure of its execution: a loop that goes on after failed rounds
public record StepResult(
        Outcome outcome,
        Product product,
        @Nullable ErrorRecord error,
        Gain gain,
        Effort effort,
        List<String> tolerated,
        boolean isAccepted) {
    private static final String ACCEPTED = "accepted";

    public StepResult {
        tolerated = List.copyOf(tolerated);
    }

    /// What the step leaves behind beside what it printed.
    ///
    /// @param captured the explicit capture's value, null where there is none
    /// @param outputs what `outputs:` gave
    /// @param changes what git shows since the step began
    /// @param left what its validation and handlers left behind
    public record Gain(@Nullable Value captured, Map<String, Value> outputs, Tree.Changes changes, Left left) {
        /// Nothing.
        public static final Gain NONE = of(Tree.Changes.NONE);

        /// @return nothing but changes
        public static Gain of(Tree.Changes changes) {
            return new Gain(null, Map.of(), changes, Left.NOTHING);
        }
    }

    /// What it took.
    ///
    /// @param attempts executions of the step's own kind
    /// @param waitMs time spent waiting between them
    public record Effort(int attempts, long executionMs, long waitMs) {
        /// None.
        public static final Effort NONE = new Effort(0, 0, 0);

        /// @return the same and one execution more
        public Effort plusExecution(long ms) {
            return new Effort(attempts + 1, executionMs + ms, waitMs);
        }

        /// @return the same and a wait more
        public Effort plusWait(long ms) {
            return new Effort(attempts, executionMs, waitMs + ms);
        }
    }

    /// @return the result of a step whose `when` was false
    public static StepResult skipped() {
        return new StepResult(Outcome.SKIPPED, Product.NONE, null, Gain.NONE, Effort.NONE, List.of(), false);
    }

    /// @return the same, judged otherwise
    public StepResult as(Outcome judged, @Nullable ErrorRecord standing) {
        return new StepResult(judged, product, standing, gain, effort, tolerated, isAccepted);
    }

    /// @return a step that failed before anything was executed
    public static StepResult refused(ErrorRecord error, Tree.Changes changes, Effort effort) {
        return new StepResult(
                Outcome.FAILED, Product.NONE.failed(""), error, Gain.of(changes), effort, List.of(), false);
    }

    /// @return the same of an execution before, where another one was refused: that is never accepted
    public StepResult refused(ErrorRecord error) {
        return new StepResult(Outcome.FAILED, product, error, gain, effort, tolerated, false);
    }

    /// @return the same, where another step's product took the place of this one's
    public StepResult with(Product other) {
        return new StepResult(outcome, product.replacedBy(other), error, gain, effort, tolerated, isAccepted);
    }

    /// @return the same, with what it leaves behind now
    public StepResult with(Gain newer) {
        return new StepResult(outcome, product, error, newer, effort, tolerated, isAccepted);
    }

    /// @return the same, with what its validation and handlers left behind
    public StepResult leaving(Left left) {
        return with(new Gain(gain.captured(), gain.outputs(), gain.changes(), left));
    }

    /// @return the same, with the steps that belong to it and whose failures stand
    public StepResult tolerating(Collection<String> labels) {
        return new StepResult(outcome, product, error, gain, effort, List.copyOf(labels), isAccepted);
    }

    /// @return the explicit capture's value, null where there is none
    public @Nullable Value captured() {
        return gain.captured();
    }

    /// @return the ids of the commits made since the step began, oldest first
    public List<String> commits() {
        return gain.changes().commits();
    }

    /// @return the paths changed since the step began, in byte order
    public List<String> filesChanged() {
        return GitMembers.changed(gain.changes());
    }

    /// @return executions of the step's own kind
    public int attempts() {
        return effort.attempts();
    }

    /// @return time spent executing, in milliseconds
    public long executionMs() {
        return effort.executionMs();
    }

    /// @return time spent waiting between executions, in milliseconds
    public long waitMs() {
        return effort.waitMs();
    }

    /// @return the object that the journal keeps
    public Value.Fields toFields() {
        var out = new FieldsWriter()
                .put("outcome", outcome.word())
                .put("product", product.toFields())
                .put("value", gain.captured());
        if (!gain.outputs().isEmpty()) {
            out.put("outputs", new Value.Fields(gain.outputs()));
        }
        if (!gain.changes().equals(Tree.Changes.NONE)) {
            out.put("changes", ChangesJson.write(gain.changes()));
        }
        if (!gain.left().equals(Left.NOTHING)) {
            out.put("left", gain.left().toFields());
        }
        if (!tolerated.isEmpty()) {
            out.put(StepEvent.Completed.MARRED, tolerated);
        }
        if (isAccepted) {
            out.put(ACCEPTED, true);
        }
        return out.put("attempts", effort.attempts())
                .put("execution_ms", effort.executionMs())
                .put("wait_ms", effort.waitMs())
                .done();
    }

    private static List<String> tolerated(FieldsReader in) {
        var member = StepEvent.Completed.MARRED;
        return in.valueOrNull(member) instanceof Value.Items ? in.texts(member) : List.of();
    }

    /// @return what {@link #toFields} wrote, without the error
    public static StepResult read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        return new StepResult(
                Outcome.ofWord(in.text("outcome")),
                Product.read(in.fields("product")),
                null,
                new Gain(
                        in.valueOrNull("value"),
                        in.fields("outputs").members(),
                        ChangesJson.read(in.fields("changes")),
                        Left.read(in.fields("left"))),
                new Effort(in.integer("attempts"), in.number("execution_ms"), in.number("wait_ms")),
                tolerated(in),
                in.truth(ACCEPTED));
    }
}
