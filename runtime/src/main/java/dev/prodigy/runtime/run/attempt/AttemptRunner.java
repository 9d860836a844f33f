package dev.prodigy.runtime.run.attempt;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.HandlerResult;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.NextCommands;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.text.EnvCommandFailed;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.session.SessionGone;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.item.ItemFile;
import dev.prodigy.runtime.run.stage.GitErrors;
import dev.prodigy.runtime.workspace.AttemptPlace;
import dev.prodigy.runtime.workspace.NoRoomForSlots;
import dev.prodigy.runtime.workspace.PlaceQueue;
import dev.prodigy.runtime.world.Halt;
import dev.prodigy.runtime.world.LogFolder;
import java.util.List;
import java.util.Map;

/// Runs one attempt of an item: place, start record, steps, evidence, leftovers, merge (spec 03 §6). A
/// custom handler that follows its failure runs in the same place (spec 02 §5.2).
public final class AttemptRunner {
    private static final AttemptResult.Course NOTHING_DONE =
            new AttemptResult.Course(0, 0, 0, new Value.Items(List.of()));
    private static final ListResult NO_STEPS = new ListResult(List.of(), null);

    private final AttemptParts parts;
    private final boolean mayOpenLogs;

    /// @param parts what the attempts of a run share
    public AttemptRunner(AttemptParts parts) {
        this.parts = parts;
        this.mayOpenLogs = AllSteps.of(parts.workflow()).stream().anyMatch(AttemptRunner::mayOpenLogs);
    }

    /// Whether a step's processes may want to write beside its logs. Shell texts that do not name the
    /// folder do not get one made for them: a quiet item would pay for it with four changes of directories.
    private static boolean mayOpenLogs(Step step) {
        return step.kind() instanceof StepKind.Agent || step.toString().contains("PRODIGY_LOG_DIR");
    }

    /// Runs the attempt to its end.
    ///
    /// @param turn when it may ask for its place
    /// @param halt ends this attempt
    public Signal run(Effect.StartAttempt start, PlaceQueue.Turn turn, Halt halt) {
        var run = parts.run();
        var site = AttemptSite.of(
                run, parts.items().read(start.item()), start.attempt(), start.place(), start.firstPlace(), halt);
        try (var logs = run.programs().attemptLogs(site.logScope(), mayOpenLogs)) {
            halt.check();
            var variables = variables(site, logs);
            AttemptPlace made;
            try {
                made = run.workspace().attempt(site.attempt(), variables, turn, halt);
            } catch (SessionGone e) {
                throw e;
            } catch (GitFailure e) {
                return withoutPlace(site, e);
            }
            try (var place = made) {
                return RunningAttempt.begin(parts, new ItemSteps(parts, site, place, variables), start)
                        .run();
            }
        } catch (Cut e) {
            return site.ended(new AttemptResult.Interrupted("cancelled"));
        } catch (NoRoomForSlots e) {
            noRoom(e);
            return site.ended(new AttemptResult.Interrupted("halt"));
        } catch (EnvCommandFailed e) {
            refuse(e, halt);
            return site.ended(new AttemptResult.Interrupted("halt"));
        } catch (SessionGone e) {
            parts.actor().send(new Signal.ItemsRefused(GitErrors.of(e)));
            return site.ended(new AttemptResult.Interrupted("halt"));
        } catch (GitFailure e) {
            return failed(site, e);
        }
    }

    /// An attempt whose place cannot be made has begun and failed like any other: it is counted by its beginning, and
    /// nothing else limits how often it is made (spec 02 §5, 03 §12).
    private Signal withoutPlace(AttemptSite site, GitFailure trouble) {
        var ended = failed(site, trouble);
        long begun = parts.actor()
                .report(site.context(), site.begins(null, null, null))
                .join();
        return begun == 0 ? site.ended(new AttemptResult.Interrupted("cancelled")) : ended;
    }

    private static Signal failed(AttemptSite site, GitFailure trouble) {
        if (site.halt().awaitWord()) {
            return site.ended(new AttemptResult.Interrupted("cancelled"));
        }
        var error = site.placed(GitErrors.of(trouble));
        return site.ended(site.failure(NOTHING_DONE, NO_STEPS, List.of(), error, AttemptResult.Kept.NOTHING));
    }

    /// Runs a handler whose attempt does not hold its place any more, because it was cut off: the place is
    /// made as the attempt left it.
    ///
    /// @param turn when it may ask for the place
    /// @param halt ends this handler
    public Signal handle(Effect.RunHandler order, PlaceQueue.Turn turn, Halt halt) {
        var run = parts.run();
        var site = AttemptSite.of(
                run, parts.items().read(order.item()), order.attempt(), order.place(), order.firstPlace(), halt);
        try (var logs = run.programs().attemptLogs(site.logScope(), mayOpenLogs)) {
            halt.check();
            var variables = variables(site, logs);
            try (var place = run.workspace().again(site.attempt(), variables, turn, halt)) {
                var head = order.handling().failure().kept().head();
                if (head != null) {
                    place.goBackTo(head);
                }
                var steps = new ItemSteps(parts, site, place, variables);
                steps.takeOver(order.handling().failure());
                return new RunningHandler(parts, steps, order.handling()).run();
            }
        } catch (Cut e) {
            return site.handled(new HandlerResult.Interrupted("cancelled"));
        } catch (NoRoomForSlots e) {
            noRoom(e);
            return site.handled(new HandlerResult.Interrupted("halt"));
        } catch (EnvCommandFailed e) {
            refuse(e, halt);
            return site.handled(new HandlerResult.Interrupted("halt"));
        } catch (SessionGone e) {
            parts.actor().send(new Signal.ItemsRefused(GitErrors.of(e)));
            return site.handled(new HandlerResult.Interrupted("halt"));
        } catch (GitFailure e) {
            return site.handled(new HandlerResult.Bad(0, site.placed(GitErrors.of(e)), AttemptResult.Kept.NOTHING));
        }
    }

    /// The item is not to blame, and no other could do better.
    private void refuse(EnvCommandFailed trouble, Halt halt) {
        if (!halt.awaitWord()) {
            parts.actor().send(new Signal.ItemsRefused(trouble.error()));
        }
    }

    /// The item is not to blame: a full disk is the machine's fault, a limit that is too small that of
    /// the workflow (spec 03 §9).
    private void noRoom(NoRoomForSlots trouble) {
        var home = parts.run().folder();
        switch (trouble.limit()) {
            case FREE_DISK ->
                parts.actor()
                        .poison(new StorageFailure(
                                StorageFailure.Reason.DISK_FULL,
                                home,
                                "no room for a worktree: " + trouble.getMessage(),
                                null));
            case MAX_DISK -> {
                var message = NextCommands.behind(
                        "worktree.max_disk is too small: " + trouble.getMessage() + "; raise it",
                        List.of("prodigy resume " + parts.run().root() + " --accept-changes"));
                parts.actor().send(new Signal.ItemsRefused(ErrorRecord.of(KnownCode.WORKTREE_ERROR.row(), message)));
            }
        }
    }

    private Map<String, String> variables(AttemptSite site, LogFolder.Attempt logs) {
        var run = parts.run();
        var file = ItemFile.write(run.folder(), site.item(), site.place());
        return ItemVariables.of(site, file, logs.path(), run.settings().variables());
    }
}
