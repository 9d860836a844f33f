package dev.prodigy.runtime.run.attempt;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.CommandLimits;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.session.SessionGone;
import dev.prodigy.runtime.run.stage.GitErrors;
import dev.prodigy.runtime.run.stage.RunParts;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An attempt of an item in its place, and the handler that may follow it there.
final class RunningAttempt {
    private final AttemptParts parts;
    private final RunParts run;
    private final ItemSteps steps;
    private final AttemptSite site;
    private final Duration begun;
    private final Deadline deadline;
    private final OnConflict onConflict;

    private RunningAttempt(AttemptParts parts, ItemSteps steps, Effect.StartAttempt start) {
        this.parts = parts;
        this.run = parts.run();
        this.steps = steps;
        this.site = steps.site();
        this.begun = run.clock().now().elapsed();
        var rules = run.plan().map();
        var limit = rules == null ? null : rules.timeouts().limit();
        var first = start.firstStart();
        var from = first == null ? begun : first;
        var onConflict = parts.map().onConflict();
        this.onConflict = start.repeatsConflict() ? onConflict : onConflict.withoutRetry();
        this.deadline = limit == null ? Deadline.NEVER : new Deadline(from.plus(limit), limit, TimeoutScope.AGENT);
    }

    /// Journals that it begins. From then on its time counts, as people reckon it from the record.
    ///
    /// @param start the item's limit counts from when its first attempt began, waits between attempts included,
    ///     waiting for a slot before it not
    /// @throws Cut when the run is ending
    static RunningAttempt begin(AttemptParts parts, ItemSteps steps, Effect.StartAttempt start) throws Cut {
        var site = steps.site();
        var place = steps.place();
        steps.world().record(site.context(), site.begins(place.path(), place.branch(), place.startCommit()));
        return new RunningAttempt(parts, steps, start);
    }

    /// Runs it to its end.
    ///
    /// @throws Cut when the run is ending; what it left is saved then
    Signal run() throws Cut {
        try {
            var list = template();
            var error = list.error();
            return error == null ? finished(list) : failed(list, error, null);
        } catch (Cut e) {
            steps.saved();
            throw e;
        } catch (UnstoredRead e) {
            steps.saved();
            parts.actor().lacks(EndEvent.Interrupted.CAPTURED_SECRET, e.getMessage());
            return site.ended(new AttemptResult.Interrupted("halt"));
        }
    }

    /// A step that deleted its own worktree has failed; what it committed before is kept.
    private ListResult template() throws Cut {
        try {
            return templateSteps();
        } catch (SessionGone e) {
            throw e;
        } catch (GitFailure e) {
            if (site.halt().awaitWord()) {
                throw new Cut();
            }
            return new ListResult(steps.all().ended(), site.placed(GitErrors.of(e), steps.all()));
        }
    }

    private ListResult templateSteps() throws Cut {
        var trouble = steps.setUpFirst(deadline);
        return trouble == null
                ? steps.run(
                        CommandLimits.in(
                                parts.map().agentTemplate(), parts.map().timeouts()),
                        deadline)
                : new ListResult(List.of(), trouble);
    }

    private Signal finished(ListResult list) throws Cut {
        var merged = steps.merged(
                (commits, files) -> site.success(course(), list, steps.all().tolerated(), commits, files),
                onConflict,
                deadline);
        return switch (merged) {
            case ItemSteps.Merged.Good(var success) -> site.ended(success);
            case ItemSteps.Merged.Bad(var error, var kept) -> failed(list, error, kept);
        };
    }

    /// @param kept what is saved of it already, or null
    private Signal failed(ListResult list, ErrorRecord error, AttemptResult.@Nullable Kept kept) throws Cut {
        var failure = site.failure(
                course(), list, steps.all().tolerated(), error, kept == null ? AttemptResult.Kept.NOTHING : kept);
        if (parts.mayBeHandled()) {
            failure = failure.keeping(
                    failure.kept().at(steps.place().head(), steps.variables().toFields()));
            var next = parts.handovers()
                    .ask(new Signal.AttemptFailed(
                            site.item().index(), site.attempt().attempt(), failure));
            if (next instanceof Effect.RunHandler order) {
                return new RunningHandler(parts, steps, order.handling()).run();
            }
        }
        return site.ended(kept == null ? failure.keeping(steps.saved()) : failure);
    }

    private AttemptResult.Course course() {
        var all = steps.all();
        long ms = run.clock().now().elapsed().minus(begun).toMillis();
        long waits =
                all.ended().stream().mapToLong(each -> each.result().waitMs()).sum();
        return new AttemptResult.Course(ms, waits, steps.world().parked().toMillis(), steps(all));
    }

    /// Written for every item, which is to take no more than a KiB: that a step is a shell's, and that it needed one
    /// attempt, goes without saying.
    private static Value steps(ListResult list) {
        return new Value.Items(list.ended().stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("step", each.step().label())
                        .put("kind", kind(each.step()))
                        .put("status", each.result().outcome().word())
                        .put("attempts", attempts(each.result().attempts()))
                        .put("execution_ms", each.result().executionMs())
                        .done())
                .toList());
    }

    private static @Nullable String kind(Step step) {
        var keyword = step.kind().keyword();
        return keyword.equals(ItemEvent.UNSAID_KIND) ? null : keyword;
    }

    private static @Nullable Long attempts(int number) {
        return number == 1 ? null : Long.valueOf(number);
    }
}
