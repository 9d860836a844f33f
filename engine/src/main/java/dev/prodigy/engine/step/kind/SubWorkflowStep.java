package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.classify.Classifier;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.frame.CallLimits;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.engine.step.text.StepEnvironment;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.ChildCall;
import dev.prodigy.engine.world.ChildEnd;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `workflow`: runs another workflow as a run of its own in the step's place (spec 01 §12, 04 §5.8).
public final class SubWorkflowStep {
    private static final String CHILD_RUN = "child_run_id";

    private SubWorkflowStep() {}

    /// @param frame in the step's own place
    /// @return the call, ready to be made
    /// @throws Refused when a text has no value
    public static PreparedStep prepare(Step step, StepKind.SubWorkflow child, Frame frame) throws Refused, Cut {
        var texts = Texts.of(frame);
        var with = with(child, texts, frame);
        var environment = StepEnvironment.ofChild(texts, frame);
        var limits = CallLimits.of(step, frame);
        return new PreparedStep(child.file(), turn -> {
            var at = frame.of(step).inAttempt(turn.attempt(), turn.of());
            var interrupted = interrupted(step, turn, frame);
            var id = interrupted == null ? begun(child, at, frame) : interrupted.runId();
            boolean lostTree = interrupted != null && turn.history().isBeforeWorktree(interrupted.seq());
            var call = new ChildCall(
                    id,
                    child.file(),
                    with,
                    frame.place().directory(),
                    lostTree,
                    environment,
                    limits.now(frame, turn.used()));
            return attempted(step, child, id, whole(frame.world().run(call), limits), at, frame);
        });
    }

    private static Map<String, ChildCall.Given> with(StepKind.SubWorkflow child, Texts texts, Frame frame)
            throws Refused, Cut {
        var filled = new LinkedHashMap<String, Texts.Filled>();
        for (var each : child.with().entrySet()) {
            filled.put(each.getKey(), texts.data(each.getValue()));
        }
        var still = texts.areOfTheMoment() ? Texts.still(frame) : null;
        var with = new LinkedHashMap<String, ChildCall.Given>();
        for (var each : filled.entrySet()) {
            var written = Objects.requireNonNull(child.with().get(each.getKey()));
            var value = each.getValue().value();
            var form = still == null ? null : form(written, value, still);
            with.put(each.getKey(), new ChildCall.Given(value, each.getValue().nature(), spelling(written), form));
        }
        return with;
    }

    /// @param still a world in which not everything can be filled
    private static @Nullable Value form(Data written, Value value, Texts still) throws Cut {
        try {
            var form = still.data(written).value();
            return form.equals(value) ? null : form;
        } catch (Refused e) {
            return null;
        }
    }

    /// A limit of which an earlier process used a part is told as it is written.
    private static ChildEnd whole(ChildEnd end, CallLimits limits) {
        return end instanceof ChildEnd.TimedOut(var scope, var _, var duration)
                        && scope == Ran.Scope.ATTEMPT
                        && limits.attempt() != null
                ? new ChildEnd.TimedOut(scope, limits.attempt(), duration)
                : end;
    }

    private static @Nullable String spelling(Data written) {
        return written instanceof Data.Constant(var _, var spelling) ? spelling : null;
    }

    /// @return the run that was under way in this execution and goes on, or null: where a step was to commit what it
    ///     left, and that is gone with the working tree, it does not
    private static StepLedger.@Nullable Child interrupted(Step step, PreparedStep.Turn turn, Frame frame) {
        var key = frame.key(step);
        var child = key == null ? null : turn.history().child(key);
        return child == null || frame.site().isLost(child) ? null : child;
    }

    /// There will be a new run, and the journal knows of it before it begins.
    private static String begun(StepKind.SubWorkflow child, Context at, Frame frame) throws Cut {
        var id = frame.world().newChild(child.file());
        frame.world().record(at, new SubWorkflowEvent.Started(id, child.target(), child.file()));
        return id;
    }

    private static Attempted attempted(
            Step step, StepKind.SubWorkflow child, String id, ChildEnd end, Context at, Frame frame)
            throws Refused, Cut {
        return switch (end) {
            case ChildEnd.Refused(var code, var message) ->
                throw new Refused(Failures.definition(code, "`" + child.target() + "`: " + message));
            case ChildEnd.TimedOut timedOut -> {
                var error = timeout(timedOut, frame).with(CHILD_RUN, Value.of(id));
                frame.world().record(at, failed(id, "timed_out", timedOut.duration(), error));
                yield failed(error, Product.TIMED_OUT, timedOut.duration());
            }
            case ChildEnd.Ended ended
            when ended.isGood() -> {
                var ms = ended.duration().toMillis();
                frame.world().record(at, new SubWorkflowEvent.Completed(id, ended.status(), ms));
                yield good(step, child, ended);
            }
            case ChildEnd.Ended ended -> {
                var error = error(child, id, ended);
                frame.world().record(at, failed(id, ended.status(), ended.duration(), error));
                yield failed(error, ended.exitCode(), ended.duration());
            }
        };
    }

    private static SubWorkflowEvent.Failed failed(String id, String status, Duration duration, ErrorRecord error) {
        return new SubWorkflowEvent.Failed(id, status, duration.toMillis(), error);
    }

    /// The child's own report names the steps in it whose failures stand; here it is the step that called it.
    private static Attempted good(Step step, StepKind.SubWorkflow child, ChildEnd.Ended ended) {
        var given = ended.outputs();
        var lack = lack(child, "`" + child.target() + "`", given);
        if (lack != null) {
            return Attempted.failed(lack);
        }
        var chosen = new LinkedHashMap<>(given.values().members());
        if (!child.outputs().isEmpty()) {
            chosen.keySet().retainAll(child.outputs());
        }
        var outputs = new Value.Fields(chosen);
        var product =
                Product.of(Json.write(outputs), ended.duration().toMillis()).with(given.with(outputs));
        return new Attempted(
                product,
                product.stdout(),
                null,
                ended.isMarred() ? new Attempted.Inner(List.of(step.label()), false) : Attempted.Inner.CLEAN);
    }

    /// @param product of what took the call's place
    /// @return that it lacks outputs which the call demands, or null
    public static @Nullable ErrorRecord lack(StepKind.SubWorkflow call, Product product) {
        return lack(call, "what took the place of `" + call.target() + "`", product.outputs());
    }

    /// @param who gave the outputs, for people
    private static @Nullable ErrorRecord lack(StepKind.SubWorkflow call, String who, Outputs given) {
        var there = given.names();
        return call.outputs().stream()
                .filter(name -> !there.contains(name))
                .findFirst()
                .map(name -> who + " gave no output `" + name + "`; it gave " + (there.isEmpty() ? "none" : there))
                .map(message -> Failures.validation("OUTPUT_MISSING", message))
                .orElse(null);
    }

    private static Attempted failed(ErrorRecord error, int exitCode, Duration duration) {
        var product = Product.of("", duration.toMillis()).exited(exitCode).failed(error.message());
        return new Attempted(product, error.message(), error, Attempted.Inner.CLEAN);
    }

    /// The child's codes are among its own, so that what matches them matches it (spec 04 §5.8).
    private static ErrorRecord error(StepKind.SubWorkflow child, String id, ChildEnd.Ended ended) {
        var cause = ended.error();
        var because = cause == null ? "" : ": " + cause.code() + ": " + cause.message();
        var message = "sub-workflow `" + child.target() + "` ended " + ended.status() + because;
        var error = ErrorRecord.of(KnownCode.SUBWORKFLOW_FAILED.row(), message).with(CHILD_RUN, Value.of(id));
        if (cause == null) {
            return error;
        }
        // what the child's failed step printed is the evidence here too
        var printed = error.evidence().withOutput(cause.evidence().output());
        return error.withCodes(cause.codes()).causedBy(cause).with(printed);
    }

    private static ErrorRecord timeout(ChildEnd.TimedOut timedOut, Frame frame) {
        return switch (timedOut.scope()) {
            case ATTEMPT, IDLE -> Classifier.ofTimeout(timedOut.limit().toMillis(), TimeoutScope.ATTEMPT, null);
            case DEADLINE -> Failures.timeout(frame.deadline());
        };
    }
}
