package dev.prodigy.runtime.run.attempt;

import dev.prodigy.engine.item.HandlerResult;
import dev.prodigy.engine.item.Handling;
import dev.prodigy.engine.run.NextCommands;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.result.ErrorMembers;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.engine.step.result.TakenOver;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemHandler;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.runtime.run.actor.RunActor;
import dev.prodigy.runtime.run.stage.RunParts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A custom failure handler in the place of the item's last attempt (spec 02 §5.2).
final class RunningHandler {
    private static final Value.Fields NOTHING = new Value.Fields(Map.of());

    private final RunParts run;
    private final RunActor actor;
    private final ItemSteps steps;
    private final AttemptSite site;
    private final Handling handling;
    private final @Nullable ItemHandler handler;
    private final OnConflict onConflict;
    private final Duration begun;

    RunningHandler(AttemptParts parts, ItemSteps steps, Handling handling) {
        this.run = parts.run();
        this.actor = parts.actor();
        this.steps = steps;
        this.site = steps.site();
        this.handling = handling;
        this.onConflict = parts.map().onConflict().withoutRetry();
        this.begun = run.clock().now().elapsed();
        this.handler = parts.workflow().handlers().get(handling.handler());
    }

    /// Runs it to its end.
    Signal run() {
        try {
            site.halt().check();
            return site.handled(handler == null ? missing() : result(handler));
        } catch (Cut e) {
            steps.saved();
            return site.handled(new HandlerResult.Interrupted("cancelled"));
        } catch (UnstoredRead e) {
            steps.saved();
            var without = "prodigy skip " + run.root() + " " + site.attempt().itemId();
            actor.lacks(
                    EndEvent.Interrupted.CAPTURED_SECRET,
                    NextCommands.behind(String.valueOf(e.getMessage()), List.of(without)));
            return site.handled(new HandlerResult.Interrupted("halt"));
        }
    }

    private HandlerResult result(ItemHandler handler) throws Cut {
        showFailure();
        var deadline =
                Deadline.in(handler.timeout(), TimeoutScope.STEP, steps.world().worked());
        var trouble = steps.setUp(deadline);
        var list = trouble == null ? steps.run(handler.steps(), deadline) : new ListResult(List.of(), trouble);
        var error = list.error();
        if (error != null) {
            return new HandlerResult.Bad(lasted(), error, steps.saved());
        }
        return handler.then() == Then.RESOLVED ? resolved(deadline) : new HandlerResult.Good(lasted(), steps.saved());
    }

    /// The workflow was changed since.
    private HandlerResult missing() {
        var message = "there is no handler " + handling.handler() + " in the workflow any more";
        var error = ErrorRecord.of(KnownCode.VALIDATION_ERROR.row(), message);
        return new HandlerResult.Bad(0, site.placed(error), steps.saved());
    }

    private void showFailure() {
        var failure = handling.failure();
        var left = failure.kept().left();
        boolean masked = left != null && TakenOver.isMasked(left);
        var origin = failure.error().origin();
        var step = origin.actionId() == null ? "agent_template" : origin.actionId();
        var given = failure.result() instanceof Value.Fields result ? result : NOTHING;
        var shown = masked ? Unstored.mark(given, step) : given;
        var output = shown.get("output") instanceof Value.Text(var text) ? text : "";
        var error = masked ? TakenOver.masked(failure.error(), step) : failure.error();
        var product = Product.of(output, failure.course().durationMs());
        steps.variables()
                .namespace(
                        "error",
                        ErrorMembers.of(error, product, run.programs().masking().redactor()));
    }

    /// No attempt follows upon a handler, which runs once: a conflict fails it.
    private HandlerResult resolved(Deadline deadline) throws Cut {
        var merged = steps.merged(
                (commits, files) ->
                        site.resolved(handling.failure(), steps.all().tolerated(), commits, files),
                onConflict,
                deadline);
        return switch (merged) {
            case ItemSteps.Merged.Good(var success) -> new HandlerResult.Resolved(lasted(), success);
            case ItemSteps.Merged.Bad(var error, var kept) -> new HandlerResult.Bad(lasted(), error, kept);
        };
    }

    private long lasted() {
        return run.clock().now().elapsed().minus(begun).toMillis();
    }
}
