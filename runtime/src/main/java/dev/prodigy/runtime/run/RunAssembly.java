package dev.prodigy.runtime.run;

import dev.prodigy.engine.decide.Machine;
import dev.prodigy.engine.decide.RunDecider;
import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.environment.StepDeclarations;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.engine.step.frame.RunSettings;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.process.SystemTimers;
import dev.prodigy.runtime.run.actor.ClockMark;
import dev.prodigy.runtime.run.actor.RunActor;
import dev.prodigy.runtime.run.actor.RunClock;
import dev.prodigy.runtime.run.actor.RunJournal;
import dev.prodigy.runtime.run.input.KnownSecrets;
import dev.prodigy.runtime.run.input.SessionScope;
import dev.prodigy.runtime.run.input.ShellProgram;
import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.stage.Preparation;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.run.stage.StageRunner;
import dev.prodigy.runtime.run.stage.Warnings;
import dev.prodigy.runtime.run.stage.Worlds;
import dev.prodigy.runtime.view.RunViews;
import dev.prodigy.runtime.workspace.Workspace;
import dev.prodigy.runtime.workspace.WorktreeListener;
import dev.prodigy.runtime.world.AdmissionRequests;
import dev.prodigy.runtime.world.Halt;
import dev.prodigy.runtime.world.LimitClock;
import dev.prodigy.runtime.world.LogFolder;
import dev.prodigy.runtime.world.Masking;
import dev.prodigy.runtime.world.Programs;
import dev.prodigy.runtime.world.RetryWaits;
import dev.prodigy.runtime.world.StepWorld;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Puts the parts of a live run together.
final class RunAssembly {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final RunRequest.Host host;
    private final InstantSource clock;
    private final RandomGenerator random;

    RunAssembly(RunRequest.Host host, InstantSource clock, RandomGenerator random) {
        this.host = host;
        this.clock = clock;
        this.random = random;
    }

    RunRequest.Host host() {
        return host;
    }

    InstantSource clock() {
        return clock;
    }

    /// What is known of the run before it is put together.
    record Basis(
            RunRequest request,
            RunRef ref,
            Storage storage,
            Workspace workspace,
            OwnerLock lock,
            JournalWriter writer,
            RunParts.Merging merging,
            InputValues inputs) {}

    /// @param first the signal that the run will begin with
    LiveRun assemble(Basis basis, RunState state, Signal first, RunService.Audience audience) {
        var request = basis.request();
        var id = basis.ref().run();
        var home = host.home();
        var folder = home.events(basis.ref().repo(), id);
        var masking = new Masking(
                KnownSecrets.of(request, basis.inputs(), host),
                KnownSecrets.declared(request, basis.inputs(), host),
                host.settings().redaction().patterns());
        var caller = request.caller();
        var above = caller == null ? null : caller.live();
        var processes = above == null ? new ProcessRunner(new SystemTimers()) : above.processes();
        var grace = request.workflow() instanceof Workflow.MapReduce mapReduce
                ? mapReduce.map().timeouts().grace()
                : GRACE;
        var actorLater = new AtomicReference<RunActor>();
        Warnings warnings = (code, message) -> {
            var actor = actorLater.get();
            if (actor != null) {
                actor.tell(Context.RUN, new RunEvent.WarningRaised(code, message));
            }
        };
        var logs = new LogFolder(
                home.logs(basis.ref().repo(), id),
                home.root(),
                basis.storage().folder(home.tmp(id)),
                host.settings().log(),
                state.logged().copy()::of);
        var programs = new Programs(processes, logs, masking, grace, (at, names) -> {
            var actor = actorLater.get();
            if (actor != null) {
                actor.tell(at, new StepEvent.ProcessLeaked(names));
            }
        });
        var runClock = RunClock.after(clock, state.elapsed(), ClockMark.read(ClockMark.of(home, basis.ref())));
        var plain = settings(basis);
        var switches = new RunParts.Switches(new Halt(), new RetryWaits());
        switches.halt().of(_ -> basis.workspace().hurry());
        var mark = above == null ? id.text() : above.mark();
        var scope = scope(basis, request);
        var run = new RunParts(
                id,
                request.workflow(),
                plan(request, Preparation.isWork(plain.environment())),
                new AtomicReference<>(plain),
                basis.workspace(),
                programs,
                switches,
                runClock,
                random,
                new RunParts.Places(host.directory(), folder, mark, caller == null ? null : caller.rootId()),
                basis.merging(),
                warnings);
        var machine = new Machine(id.text(), new RunDecider(run.plan()), state, random::nextDouble);
        var conductorLater = new AtomicReference<Conductor>();
        var views = views(basis, masking, actorLater, warnings);
        var actor = new RunActor(
                machine,
                runClock,
                new RunJournal(basis.writer(), masking),
                effect -> {
                    var conductor = conductorLater.get();
                    if (conductor != null) {
                        conductor.accept(effect);
                    }
                },
                events -> {
                    views.take(events);
                    audience.events().accept(events);
                });
        actorLater.set(actor);
        basis.workspace().tellTo(new WorktreeListener() {
            @Override
            public void happened(WorktreeEvent event) {
                actor.tell(Context.RUN, event);
            }

            @Override
            public void warn(String code, String message) {
                warnings.warn(code, message);
            }

            @Override
            public Redactor redactor() {
                return masking.redactor();
            }
        });
        var admission = new AdmissionRequests(
                run.plan().policy().retryBudget() != null,
                actor::send,
                above == null ? LimitClock.NONE : above.clock());
        var children = new ChildRuns(run, actor, request, this, basis.ref().repo());
        var worlds = new Worlds(run, actor, new StepWorld.Doers(programs, children), admission);
        var stages = new StageRunner(run, worlds, scope, state.done(first));
        var preparation = new Preparation(run, worlds, scope, stages, finished(run, state, first));
        var conductor = new Conductor(run, actor, worlds, stages, preparation, scope, views);
        conductorLater.set(conductor);
        if (state.loaded() != null) {
            conductor.useItems(state.loaded());
        }
        if (!run.plan().prepares()) {
            preparation.run();
        }
        return new LiveRun(
                run,
                actor,
                conductor,
                new LiveRun.Holdings(
                        basis.ref(),
                        basis.lock(),
                        basis.writer(),
                        above == null ? processes : null,
                        masking,
                        views,
                        home.control(id),
                        ClockMark.of(home, basis.ref()),
                        home.objects(basis.ref().repo(), id)));
    }

    private RunViews views(Basis basis, Masking masking, AtomicReference<RunActor> actorLater, Warnings warnings) {
        var place = new RunViews.Place(
                host.home(), basis.storage().disk(), basis.ref(), basis.lock().owner(), masking);
        return new RunViews(place, new RunViews.Source() {
            @Override
            public <T> CompletableFuture<T> look(Function<RunState, T> question) {
                return actorLater.get().lookDurably(question);
            }

            @Override
            public void checkpointDue() {
                actorLater.get().send(new Signal.CheckpointDue());
            }

            @Override
            public void warn(String message) {
                warnings.warn("VIEW_NOT_WRITTEN", message);
            }
        });
    }

    /// @return the stages that lie behind and have left something behind, in order
    private static List<Stage> finished(RunParts run, RunState state, Signal first) {
        var finished = new ArrayList<Stage>();
        for (var stage : run.plan().stages()) {
            if ((stage instanceof Stage.Steps || stage instanceof Stage.Pass)
                    && state.stage(stage) instanceof StageState.Done
                    && !(stage.name().equals("reduce") && state.repeatsReduce(first))) {
                finished.add(stage);
            }
        }
        if (first instanceof Signal.Resume && isMerged(run, state)) {
            finished.add(new Stage.Merge());
        }
        return finished;
    }

    /// Whether nothing is left to do but to end the run, whose outputs may read what its merge steps left behind.
    private static boolean isMerged(RunParts run, RunState state) {
        return state.stage(new Stage.Merge()) instanceof StageState.Done
                && run.plan().stages().stream()
                        .allMatch(stage -> state.stage(stage).isSettled());
    }

    private SessionScope scope(Basis basis, RunRequest request) {
        var names = new HashMap<String, Binding>();
        names.put("PROJECT_ROOT", Binding.text(basis.workspace().checkout().toString()));
        names.put("WORKTREE", Binding.text(worktree(basis)));
        names.putAll(request.options().passes().names());
        return SessionScope.of(
                request.workflow().header().name(),
                basis.ref().run().text(),
                request.workflow().mode().word(),
                names);
    }

    private String worktree(Basis basis) {
        var caller = basis.request().caller();
        if (caller != null) {
            return caller.place().tree().toString();
        }
        var session = basis.workspace().sessionPath();
        return session == null ? host.directory().toString() : session;
    }

    private RunSettings settings(Basis basis) {
        var request = basis.request();
        var header = request.workflow().header();
        var variables = new LinkedHashMap<String, String>();
        variables.put("PRODIGY_AUTOMATION", "true");
        variables.put("PRODIGY_RUN_ID", basis.ref().run().text());
        variables.put("PRODIGY_WORKFLOW", header.name());
        variables.put("PRODIGY_WORKTREE", worktree(basis));
        variables.put("PRODIGY_REPO", basis.workspace().checkout().toString());
        if (basis.workspace().branch() != null) {
            variables.put("PRODIGY_BRANCH", basis.workspace().branch());
        }
        return new RunSettings(
                basis.ref().run().text(),
                new Language(),
                layers(basis),
                header.agents(),
                new RunSettings.Shell(header.interpreter(), ShellProgram.of(host.environment())),
                variables,
                StepDeclarations.of(request.workflow(), ChangesAsked.by(Json.write(request.normalForm()))));
    }

    private EnvironmentLayers layers(Basis basis) {
        return basis.inputs().layers(basis.request().workflow(), host);
    }

    private static Plan plan(RunRequest request, boolean prepares) {
        var options = request.options();
        var stages = new ArrayList<Stage>();
        MapRules rules = null;
        var reduceWhen = PhaseSteps.When.ENDED;
        var workflow = request.workflow();
        switch (workflow) {
            case Workflow.Standard _ -> stages.addAll(options.passes().stages());
            case Workflow.MapReduce mapReduce -> {
                boolean entries = workflow.header().workflows().stream().anyMatch(entry -> !entry.isCalled());
                if (mapReduce.setup() != null || entries) {
                    stages.add(new Stage.Steps("setup"));
                }
                stages.add(new Stage.Map());
                if (mapReduce.reduce() != null) {
                    stages.add(new Stage.Steps("reduce"));
                    reduceWhen = mapReduce.reduce().when();
                }
                rules = ItemRules.of(mapReduce, options);
            }
        }
        stages.add(new Stage.Merge());
        // what a child's items committed is handed to its caller in any case; it has no merge steps of its own
        var merge = request.caller() == null ? workflow.header().merge().phase().when() : PhaseSteps.When.ENDED;
        var timeout = request.timeout();
        return new Plan(
                prepares,
                stages,
                rules,
                new Plan.Conditions(reduceWhen, merge),
                new Plan.Passing(options.passes().failFast(), options.passes().untilUnchanged()),
                request.caller() == null
                        ? new Plan.Limits(timeout, null, CallersWord.FREE)
                        : new Plan.Limits(
                                timeout,
                                request.caller().left(),
                                request.caller().word()),
                options.allowFailures(),
                policy(request.workflow()));
    }

    private static RunPolicy policy(Workflow workflow) {
        var errors = workflow.header().errorPolicy();
        boolean agents = AllSteps.of(workflow).stream()
                .filter(step -> step.path().startsWith("map.agent_template"))
                .anyMatch(step -> step.kind() instanceof StepKind.Agent);
        return new RunPolicy(errors.quota(), errors.runRetryBudget(), agents);
    }
}
