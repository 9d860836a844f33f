package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.CommandLimits;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.engine.step.Deadline;
import dev.prodigy.engine.step.Frame;
import dev.prodigy.engine.step.ListResult;
import dev.prodigy.engine.step.ListRunner;
import dev.prodigy.engine.step.Variables;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.item.ItemFile;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.workspace.AttemptPlace;
import dev.prodigy.runtime.world.StepWorld;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs one attempt of an item: place, start record, steps, evidence, leftovers, merge (spec 03 §6).
final class AttemptRunner {
    private final RunParts run;
    private final RunActor actor;
    private final Worlds worlds;
    private final MapPhase map;
    private final ItemStore items;
    private final StageRunner session;
    private static final int NAMED = 5;
    private static final ListResult NO_STEPS = new ListResult(List.of(), null);

    private final ListRunner lists = new ListRunner();

    AttemptRunner(RunParts run, RunActor actor, Worlds worlds, MapPhase map, ItemStore items, StageRunner session) {
        this.run = run;
        this.actor = actor;
        this.worlds = worlds;
        this.map = map;
        this.items = items;
        this.session = session;
    }

    /// Runs the attempt to its end.
    Signal run(Effect.StartAttempt start) {
        var attempt = new ItemAttempt(run.id().text(), ItemId.of(start.item()), start.attempt());
        return new Signal.AttemptEnded(start.item(), start.attempt(), result(start, attempt));
    }

    private AttemptResult result(Effect.StartAttempt start, ItemAttempt attempt) {
        var begun = run.clock().now().elapsed();
        var item = items.read(start.item());
        var agent = "agent-" + start.place();
        var context = Context.item(attempt.itemId(), attempt.attempt(), agent, agent + "-" + attempt.itemId());
        try (var file = ItemFile.write(run.folder(), item, attempt)) {
            run.halt().check();
            var variables = variables(item, start, file);
            try (var place = run.workspace().attempt(attempt, variables)) {
                return new Attempt(start, attempt, item, context, place, begun).run(variables);
            }
        } catch (Cut e) {
            return new AttemptResult.Interrupted("cancelled");
        } catch (GitFailure e) {
            var course = new AttemptResult.Course(0, 0, new Value.Items(List.of()));
            return failed(
                    course,
                    placed(GitErrors.of(e), attempt),
                    item,
                    AttemptPlace.Remains.NOTHING,
                    List.of(),
                    NO_STEPS,
                    start.attempt());
        }
    }

    private Map<String, String> variables(ItemStore.Item item, Effect.StartAttempt start, ItemFile file) {
        return ItemVariables.of(item, start, file, run.settings().variables());
    }

    /// One attempt under way.
    private final class Attempt {
        private final Effect.StartAttempt start;
        private final ItemAttempt attempt;
        private final ItemStore.Item item;
        private final Context context;
        private final String agent;
        private final AttemptPlace place;
        private final Duration begun;

        Attempt(
                Effect.StartAttempt start,
                ItemAttempt attempt,
                ItemStore.Item item,
                Context context,
                AttemptPlace place,
                Duration begun) {
            this.start = start;
            this.attempt = attempt;
            this.item = item;
            this.context = context;
            this.agent = "agent-" + start.place();
            this.place = place;
            this.begun = begun;
        }

        AttemptResult run(Map<String, String> variables) throws Cut {
            var unit = attempt.itemId() + "/" + attempt.attempt();
            var world = worlds.of(place.tree(), unit);
            world.record(
                    context,
                    new ItemEvent.Started(
                            item.key(),
                            place.path(),
                            place.branch(),
                            place.startCommit(),
                            run.id().text() + "/" + unit,
                            "logs/" + unit));
            try {
                var setup = place.needsSetup()
                        ? lists.run(run.workflow().header().worktree().setup(), frame(world, variables))
                        : new ListResult(List.of(), null);
                var list = setup.isGood()
                        ? lists.run(CommandLimits.in(map.agentTemplate(), map.timeouts()), frame(world, variables))
                        : new ListResult(List.of(), setupFailed(setup));
                run.programs().endMarked(run.id().text() + "/" + unit + "/");
                var error = list.error();
                return error == null
                        ? finished(list)
                        : failed(
                                course(list),
                                error,
                                item,
                                reported(place.failed()),
                                List.of(),
                                list,
                                attempt.attempt());
            } catch (Cut e) {
                run.programs().endMarked(run.id().text() + "/" + unit + "/");
                reported(place.failed());
                throw e;
            }
        }

        private Frame frame(StepWorld world, Map<String, String> variables) {
            var scope = new ItemScope(
                    session.variables(), item, items.count(), map.batchSize() != null, attempt.attempt(), agent);
            return Frame.outermost(
                    context,
                    new Variables(scope, Map.of(), run.settings().namespaces()),
                    run.settings().with(variables),
                    world,
                    deadline(),
                    new StepLedger());
        }

        /// The limit counts from the item's first step, waits between attempts included.
        private Deadline deadline() {
            var limit = run.plan().map() == null ? null : run.plan().map().agentLimit();
            if (limit == null) {
                return Deadline.NEVER;
            }
            var first = start.firstStart() == null ? run.clock().now().elapsed() : start.firstStart();
            return new Deadline(first.plus(limit), limit, TimeoutScope.AGENT);
        }

        private AttemptResult finished(ListResult list) {
            var course = course(list);
            var finish = finish((head, target, targetCommit, mergeCommit, commits) -> {
                var success = success(course, list, commits, List.of());
                actor.report(
                                context,
                                new WorktreeEvent.MergeStarted(
                                        head, target, targetCommit, mergeCommit, Outcomes.toValue(success)))
                        .join();
            });
            return switch (finish) {
                case AttemptPlace.Finish.Good good -> {
                    if (!good.leftovers().isEmpty()) {
                        salvaged(attempt.salvageRef(), "leftovers of a successful item");
                        run.warnings()
                                .warn(
                                        "LEFTOVERS_SAVED",
                                        attempt.itemId() + " left uncommitted files, which were saved and not merged: "
                                                + some(good.leftovers()));
                    }
                    yield success(course, list, good.commits(), good.filesChanged());
                }
                case AttemptPlace.Finish.Bad bad ->
                    failed(
                            course,
                            placed(ErrorRecord.of(KnownCode.valueOf(bad.code()).row(), bad.message()), attempt),
                            item,
                            reported(bad.remains()),
                            bad.conflicts(),
                            list,
                            attempt.attempt());
            };
        }

        /// A step that deleted its own worktree has failed, not the run.
        private AttemptPlace.Finish finish(AttemptPlace.Intent intent) {
            try {
                return place.succeeded(map.commitRequired(), intent);
            } catch (GitFailure e) {
                return new AttemptPlace.Finish.Bad(
                        e.code().name(), String.valueOf(e.getMessage()), List.of(), AttemptPlace.Remains.NOTHING);
            }
        }

        private AttemptPlace.Remains reported(AttemptPlace.Remains remains) {
            if (remains.salvageRef() != null) {
                salvaged(remains.salvageRef(), "uncommitted work of an attempt that did not succeed");
            }
            return remains;
        }

        private void salvaged(String ref, String reason) {
            var name = Path.of(place.path()).getFileName();
            actor.tell(context, new WorktreeEvent.Salvaged(String.valueOf(name), ref, null, reason));
        }

        private AttemptResult.Succeeded success(
                AttemptResult.Course course, ListResult list, List<String> commits, List<String> files) {
            var result = ItemResult.of(item, attempt.attempt(), list, course, commits, files);
            return new AttemptResult.Succeeded(course, commits, result.success(), list.hasTolerated());
        }

        private AttemptResult.Course course(ListResult list) {
            long ms = run.clock().now().elapsed().minus(begun).toMillis();
            return new AttemptResult.Course(ms, ItemResult.waits(list), ItemResult.steps(list));
        }
    }

    private static AttemptResult failed(
            AttemptResult.Course course,
            ErrorRecord error,
            ItemStore.Item item,
            AttemptPlace.Remains remains,
            List<String> conflicts,
            ListResult list,
            int attempt) {
        var result = ItemResult.of(item, attempt, list, course, List.of(), List.of());
        var signature = Signature.of(error, item.data());
        return new AttemptResult.Failed(
                course,
                error.withSignature(signature.id()),
                signature,
                new AttemptResult.Kept(remains.branch(), remains.salvageRef(), conflicts),
                result.failure());
    }

    private static String some(List<String> paths) {
        var named = String.join(", ", paths.subList(0, Math.min(NAMED, paths.size())));
        return paths.size() > NAMED ? named + " and " + (paths.size() - NAMED) + " more" : named;
    }

    private static ErrorRecord setupFailed(ListResult setup) {
        return ErrorRecord.of(KnownCode.WORKTREE_ERROR.row(), "worktree.setup failed")
                .causedBy(setup.error());
    }

    private ErrorRecord placed(ErrorRecord error, ItemAttempt attempt) {
        var origin = new Origin(
                "map.agent_template",
                "item",
                run.clock().wall(),
                run.id().text(),
                "map",
                attempt.itemId(),
                attempt.attempt());
        return error.with(origin);
    }
}
