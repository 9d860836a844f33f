package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.run.actor.RunActor;
import dev.prodigy.runtime.run.attempt.AttemptParts;
import dev.prodigy.runtime.run.attempt.AttemptRunner;
import dev.prodigy.runtime.run.input.SessionScope;
import dev.prodigy.runtime.run.merge.MergeOffer;
import dev.prodigy.runtime.run.stage.GitErrors;
import dev.prodigy.runtime.run.stage.Handovers;
import dev.prodigy.runtime.run.stage.MapMembers;
import dev.prodigy.runtime.run.stage.Preparation;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.run.stage.StageRunner;
import dev.prodigy.runtime.run.stage.WorkflowOutputs;
import dev.prodigy.runtime.run.stage.Worlds;
import dev.prodigy.runtime.view.RunViews;
import dev.prodigy.runtime.workspace.PlaceQueue;
import dev.prodigy.runtime.workspace.WorktreeNews;
import dev.prodigy.runtime.world.Halt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Carries out the effects of a run's decisions, each on a virtual thread that answers with a signal.
final class Conductor implements Consumer<Effect> {
    private final RunParts run;
    private final RunActor actor;
    private final Worlds worlds;
    private final StageRunner stages;
    private final Preparation preparation;
    private final SessionScope scope;
    private final RunViews views;
    private final Handovers handovers;
    /// Its one party for good is whoever waits for all others, which are pieces of work that have not answered yet.
    private final Phaser underway = new Phaser(1);
    private final Map<Integer, Halt> attempts = new ConcurrentHashMap<>();
    private final PlaceQueue places = new PlaceQueue();
    private volatile @Nullable AttemptRunner runner;

    Conductor(
            RunParts run,
            RunActor actor,
            Worlds worlds,
            StageRunner stages,
            Preparation preparation,
            SessionScope scope,
            RunViews views) {
        this.run = run;
        this.actor = actor;
        this.worlds = worlds;
        this.stages = stages;
        this.preparation = preparation;
        this.scope = scope;
        this.views = views;
        this.handovers = new Handovers(actor);
    }

    /// Uses items that were loaded, by this process or an earlier one.
    void useItems(ItemEvent.Loaded loaded) {
        run.workspace().itemsReadFrom(loaded.source());
        var items = ItemStore.open(run.folder(), loaded);
        runner = new AttemptRunner(new AttemptParts(run, actor, worlds, items, stages, handovers));
    }

    @Override
    public void accept(Effect effect) {
        switch (effect) {
            case Effect.Prepare _ ->
                begin(
                        "prodigy-prepare",
                        () -> new Signal.Prepared(preparation.run()),
                        () -> new Signal.Prepared(new StepsResult.Interrupted()));
            case Effect.RunSteps(var stage) ->
                begin(
                        "prodigy-" + stage.name(),
                        () -> {
                            if (stage.name().equals("reduce")) {
                                showMap();
                            }
                            return stages.run(stage);
                        },
                        () -> cut(stage));
            case Effect.LoadItems _ -> begin("prodigy-items", this::loadItems, () -> cut(new Stage.Map()));
            case Effect.StartAttempt start ->
                attempt(
                        start.item(),
                        start.attempt() == 1,
                        (turn, halt) -> attempts().run(start, turn, halt));
            case Effect.EndAttempt(var item) -> {
                var halt = attempts.get(item);
                if (halt != null) {
                    Thread.ofVirtual().start(() -> halt.end(false));
                }
            }
            case Effect.TellChildren(var word) -> worlds.tellChildren(word);
            case Effect.CallerStands(boolean still) -> worlds.callerStands(still);
            case Effect.EndWaits(boolean ofLists) -> run.waits().end(ofLists);
            case Effect.Settle settle -> handovers.answer(settle.item(), settle);
            case Effect.RunHandler order -> {
                if (!handovers.answer(order.item(), order)) {
                    attempt(order.item(), false, (turn, halt) -> attempts().handle(order, turn, halt));
                }
            }
            case Effect.AskCanary(var report) ->
                begin(
                        "prodigy-canary",
                        () -> new Signal.CanaryAnswered(run.merging().consent().mayGoOn(report)));
            case Effect.OfferMerge _ ->
                begin(
                        "prodigy-merge",
                        () -> {
                            showMap();
                            return new MergeOffer(run, actor, stages, scope).make();
                        },
                        () -> new Signal.MergeEnded(new MergeResult.Interrupted()));
            case Effect.EvaluateOutputs _ ->
                begin("prodigy-outputs", () -> {
                    showMap();
                    return WorkflowOutputs.evaluate(run, stages, run.isChild());
                });
            case Effect.TidyUp(boolean wholly) -> begin("prodigy-tidy", () -> tidy(wholly));
            case Effect.AnswerStep(long request, var answer) -> worlds.answer(request, answer);
            case Effect.EndWork(var immediately) ->
                Thread.ofVirtual().start(() -> run.halt().end(immediately));
            case Effect.SaveCheckpoint _ -> views.saveCheckpoint();
            case Effect.WakeAt _, Effect.DeadlineAt _, Effect.Finish _ ->
                throw new IllegalStateException("the actor's own: " + effect);
        }
    }

    /// Waits until all pieces of work have answered. To be called once.
    ///
    /// @param patience the longest that it waits
    void awaitAnswers(Duration patience) {
        try {
            underway.awaitAdvanceInterruptibly(underway.arrive(), patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // What does not end by itself is killed when its run is let go.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// What the items came to can be read from now on.
    private void showMap() {
        if (run.workflow() instanceof Workflow.MapReduce) {
            scope.namespace("map", MapMembers.of(run, actor));
        }
    }

    /// What the last steps left behind is ended while it can still be journaled.
    private Signal tidy(boolean wholly) {
        run.programs().runner().sweep();
        try {
            run.workspace().tidy(wholly);
        } catch (GitFailure e) {
            run.warnings().warn(WorktreeNews.NOT_TIDIED, WorktreeNews.notRemoved(e));
        }
        return new Signal.Tidied();
    }

    private Signal loadItems() {
        var signal = new ItemLoading(run, stages, map()).load();
        if (signal instanceof Signal.ItemsLoaded(var event)) {
            useItems(event);
            try {
                warnOfUnseenFiles();
                run.workspace().itemsBegin();
            } catch (GitFailure e) {
                return new Signal.ItemsRefused(GitErrors.of(e));
            }
        }
        return signal;
    }

    /// What setup did not commit stays where it worked (spec 03 §2). Found out before an item fails for want of it.
    private void warnOfUnseenFiles() {
        boolean setUp = run.workflow() instanceof Workflow.MapReduce job && job.setup() != null;
        var unseen = setUp ? run.workspace().unseenByItems() : List.<String>of();
        if (!unseen.isEmpty()) {
            run.warnings()
                    .warn(
                            "SETUP_UNCOMMITTED",
                            "setup left uncommitted files, which items do not see, since they start from the commit: "
                                    + FewNames.of(unseen) + "; auto_commit: true on a step of setup commits them");
        }
    }

    /// What ends it is known before its thread begins: it may be ended at any time.
    private void attempt(int item, boolean isNew, BiFunction<PlaceQueue.Turn, Halt, Signal> work) {
        var turn = places.join(isNew);
        var halt = run.halt().below();
        attempts.put(item, halt);
        begin("prodigy-item-" + (item + 1), () -> {
            try (turn) {
                return work.apply(turn, halt);
            } finally {
                attempts.remove(item, halt);
                run.halt().forget(halt);
            }
        });
    }

    private AttemptRunner attempts() {
        return Objects.requireNonNull(runner, "the items are not loaded");
    }

    private MapPhase map() {
        if (run.workflow() instanceof Workflow.MapReduce mapReduce) {
            return mapReduce.map();
        }
        throw new IllegalStateException("a workflow without a map phase has no items");
    }

    private static Signal cut(Stage stage) {
        return new Signal.StepsEnded(stage, new StepsResult.Interrupted());
    }

    /// @param cut the answer of work that cannot go on for want of a secret that was not stored
    private void begin(String name, Supplier<Signal> work, Supplier<Signal> cut) {
        begin(name, () -> {
            try {
                return work.get();
            } catch (UnstoredRead e) {
                actor.lacks(EndEvent.Interrupted.CAPTURED_SECRET, e.getMessage());
                return cut.get();
            }
        });
    }

    /// Work that breaks in a way nobody foresaw must not leave the run hanging.
    private void begin(String name, Supplier<Signal> work) {
        underway.register();
        Thread.ofVirtual().name(name).start(() -> {
            try {
                actor.send(work.get());
            } catch (RuntimeException | Error e) {
                actor.poison(e);
            } finally {
                underway.arriveAndDeregister();
            }
        });
    }
}
