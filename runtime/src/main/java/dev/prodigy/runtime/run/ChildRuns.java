package dev.prodigy.runtime.run;

import dev.prodigy.engine.decide.RunDeadline;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.ChildCall;
import dev.prodigy.engine.world.ChildEnd;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.actor.RunActor;
import dev.prodigy.runtime.run.input.SecretMissing;
import dev.prodigy.runtime.run.input.StepNames;
import dev.prodigy.runtime.run.replay.ChildJournal;
import dev.prodigy.runtime.run.request.Caller;
import dev.prodigy.runtime.run.request.ProfileChoice;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.view.EndError;
import dev.prodigy.runtime.view.RunStatus;
import dev.prodigy.runtime.world.Children;
import dev.prodigy.runtime.world.Halt;
import dev.prodigy.runtime.world.LimitClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs the workflows that a run's steps call, each as a run of its own in this process (spec 04 §5.8): own
/// id, journal, lock and logs; no display, no merge of its own. Whatever ends the caller ends them.
final class ChildRuns implements Children {
    /// Nobody looks more often at a clock that stands still.
    private static final Duration LEAST_WAIT = Duration.ofMillis(10);

    private final RunParts run;
    private final RunActor actor;
    private final RunRequest request;
    private final RunRequest.Host host;
    private final String repo;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final RunDeadline deadline;
    private final Set<String> given;
    private final Set<Called> underway = ConcurrentHashMap.newKeySet();

    ChildRuns(RunParts run, RunActor actor, RunRequest request, RunAssembly assembly, String repo) {
        this.run = run;
        this.actor = actor;
        this.request = request;
        this.host = assembly.host();
        this.repo = repo;
        this.clock = assembly.clock();
        this.random = run.random();
        this.deadline = new RunDeadline(run.plan().limits());
        this.given = given(request);
    }

    /// What is asked at each start, and costs a look at all steps, is asked only where there are calls.
    private static Set<String> given(RunRequest request) {
        if (request.loaded().children().isEmpty()) {
            return Set.of();
        }
        var names = StepNames.of(request.workflow());
        var above = request.caller() == null ? null : request.caller().live();
        if (above != null) {
            names.addAll(above.given());
        }
        return names;
    }

    @Override
    public void tell(CallersWord word) {
        underway.forEach(each -> each.hear(word));
    }

    @Override
    public String newId(String file) {
        return RunId.create(RunOpening.kind(called(file).workflow()), clock.instant(), random)
                .text();
    }

    @Override
    public boolean movesBranch(String file) {
        return isolation() == Isolation.WORKTREE && called(file).hasItems();
    }

    @Override
    public List<StepEvent.Ended> leftBy(String runId) {
        var state = ChildJournal.read(host.home(), new RunRef(repo, new RunId(runId)));
        if (state == null) {
            return List.of();
        }
        var own = state.ledger().ended().stream()
                .filter(StepLedger.Ended::letListGoOn)
                .sorted(Comparator.comparingLong(StepLedger.Ended::seq))
                .flatMap(each -> each.event() instanceof StepEvent.Ended left ? Stream.of(left) : Stream.empty());
        var further = state.ledger().children().stream().flatMap(child -> leftBy(child.runId()).stream());
        return Stream.concat(own, further).toList();
    }

    @Override
    public ChildEnd run(ChildCall call, At at) throws Cut {
        at.halt().check();
        var now = standing();
        if (at.ofList() && now.word().draining()) {
            throw new Cut();
        }
        long begun = System.nanoTime();
        LiveRun live;
        var limit = Limit.of(call.limits());
        try {
            var found = begin(call, caller(call, at, limit, now), at.halt());
            if (found instanceof Begun.Over(var terminal)) {
                var outputs = terminal.outputs();
                var values = Unstored.mark(outputs.values(), "an output of " + call.runId());
                return ended(terminal, outputs.with(values), begun);
            }
            live = ((Begun.Live) found).run();
            keepSecretsOf(live);
        } catch (RunRefused e) {
            return new ChildEnd.Refused(e.code().toUpperCase(Locale.ROOT), String.valueOf(e.getMessage()));
        } catch (SecretMissing e) {
            throw lacking(e.getMessage());
        }
        var limited = limit == null ? null : timer(live, limit.duration(), at.clock());
        var called = new Called(live, at.ofList());
        Event terminal;
        try (var _ = at.halt().of(immediately -> end(live, immediately))) {
            underway.add(called);
            tellAgain(called);
            terminal = live.awaitEnd();
        } finally {
            underway.remove(called);
            keepSecretsOf(live);
        }
        at.halt().check();
        if (terminal instanceof EndEvent.Interrupted interrupted) {
            throw interrupted(interrupted, call);
        }
        if (terminal instanceof EndEvent.Cancelled cancelled && cancelled.by().equals(ControlEvent.CALLER)) {
            throw new Cut(); // drained: a resume goes on with it
        }
        return limit != null && limited != null && limited.isDone() && terminal instanceof EndEvent.TimedOut
                ? new ChildEnd.TimedOut(limit.scope(), limit.duration(), since(begun))
                : ended(live.masked(terminal), outputs(terminal), begun);
    }

    /// What its steps keep secret stays secret here (spec 00, promise 6), also what they learned meanwhile.
    private void keepSecretsOf(LiveRun live) {
        live.secrets().tell(run.programs().masking()::conceal);
    }

    /// What it lacks, the caller cannot give it either, and its machine is the same: that ends in the same way.
    private Cut interrupted(EndEvent.Interrupted end, ChildCall call) {
        if (!end.lacksSecret()) {
            throw MachineFault.in(place(call), end);
        }
        if (end.reason().equals(EndEvent.Interrupted.SECRET_MISSING)) {
            return lacking(end.detail());
        }
        throw UnstoredRead.told("in " + place(call) + ": " + end.detail());
    }

    private static String place(ChildCall call) {
        return call.runId() + " (" + call.file() + ")";
    }

    /// The run hears of it before anything unwinds, so that nothing new starts beside.
    private Cut lacking(@Nullable String detail) {
        actor.lacks(EndEvent.Interrupted.SECRET_MISSING, detail);
        return new Cut();
    }

    private static Outputs outputs(Event terminal) {
        return terminal instanceof EndEvent.Completed completed ? completed.outputs() : Outputs.NONE;
    }

    /// What was said while it began.
    @SuppressWarnings("FutureReturnValueIgnored") // the caller's own end is awaited
    private void tellAgain(Called called) {
        actor.look(state -> deadline.word(state, run.clock().now())).thenAccept(called::hear);
    }

    /// @return done when the limit passed
    private static CompletableFuture<Void> timer(LiveRun live, Duration limit, LimitClock clock) {
        var passed = new CompletableFuture<Void>();
        await(clock.worked().plus(limit), clock, () -> {
            passed.complete(null);
            live.timeOut(limit.toMillis());
        });
        return passed;
    }

    /// The clock may have stood still meanwhile: what is left then is waited for anew.
    private static void await(Duration at, LimitClock clock, Runnable then) {
        var left = at.minus(clock.worked());
        if (left.isPositive()) {
            long nanos = Math.max(left.toNanos(), LEAST_WAIT.toNanos());
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(() -> await(at, clock, then));
        } else {
            then.run();
        }
    }

    /// The nearest of a call's limits; of two that pass together the outer.
    private record Limit(Ran.Scope scope, Duration duration) {
        static @Nullable Limit of(Call.Limits limits) {
            var attempt = limits.attempt();
            var deadline = limits.deadline();
            if (deadline != null && (attempt == null || deadline.compareTo(attempt) <= 0)) {
                return new Limit(Ran.Scope.DEADLINE, deadline);
            }
            return attempt == null ? null : new Limit(Ran.Scope.ATTEMPT, attempt);
        }
    }

    /// A run under way.
    ///
    /// @param ofList whether the calling step stands outside of items
    private record Called(LiveRun run, boolean ofList) {
        void hear(CallersWord word) {
            run.hear(ofList ? word : word.inItem());
        }
    }

    /// What a call finds or makes.
    private sealed interface Begun {
        /// A run that goes on now.
        record Live(LiveRun run) implements Begun {}

        /// A run that completed before its caller took notice of it.
        record Over(EndEvent.Completed terminal) implements Begun {}
    }

    private Begun begin(ChildCall call, Caller caller, Halt halt) {
        var ref = new RunRef(repo, new RunId(call.runId()));
        var called = called(call.file());
        var params = new LinkedHashMap<String, Value>();
        var texts = called.workflow().header().parameters().stream()
                .filter(parameter -> parameter.type() == Parameter.Type.STRING)
                .map(Parameter::name)
                .toList();
        call.with().forEach((name, given) -> {
            var spelling = texts.contains(name) ? given.spelling() : null;
            params.put(name, spelling == null ? given.value() : Value.of(spelling));
        });
        var child = new RunRequest(called, params, options(called, call.environment()), caller);
        var childHost = host.with(call.environment().variables());
        var state = ChildJournal.read(host.home(), ref);
        if (state == null) {
            return new Begun.Live(new RunOpening(childHost, clock, random).openChild(child, caller, ref, halt));
        }
        if (state.terminal() instanceof EndEvent.Completed completed) {
            return new Begun.Over(completed);
        }
        return new Begun.Live(new RunReopening(childHost, clock, random, ref).goOn(child, caller, halt));
    }

    private Caller caller(ChildCall call, At at, @Nullable Limit limit, Standing now) {
        var own = request.caller();
        var data = new LinkedHashSet<String>();
        var forms = new LinkedHashMap<String, Value>();
        call.with().forEach((name, given) -> {
            if (given.nature() == Nature.DATA) {
                data.add(name);
            }
            if (given.form() != null) {
                forms.put(name, given.form());
            }
        });
        return new Caller(
                run.id().text(),
                own == null ? run.id().text() : own.rootId(),
                new Caller.Place(
                        Path.of(call.directory()),
                        Path.of(at.tree()),
                        run.workspace().checkout(),
                        isolation()),
                data,
                forms,
                given(call.environment()),
                new Caller.Live(
                        at.mark() + "/" + call.runId(),
                        run.programs().masking().values(),
                        given,
                        run.programs().runner(),
                        Stream.of(now.ofCall(), Optional.ofNullable(limit).map(Limit::duration))
                                .flatMap(Optional::stream)
                                .min(Comparator.naturalOrder())
                                .orElse(null),
                        at.clock(),
                        call.lostTree(),
                        now.word()));
    }

    private static Map<String, Binding> given(ChildCall.Environment environment) {
        var given = new LinkedHashMap<String, Binding>();
        environment.given().forEach((name, nature) -> {
            var text = environment.variables().get(name);
            if (text != null) {
                given.put(name, Binding.of(Value.of(text), nature));
            }
        });
        return given;
    }

    /// What holds for a run that begins now.
    ///
    /// @param ofCall what is left to the step that called the caller itself
    private record Standing(Optional<Duration> ofCall, CallersWord word) {}

    private Standing standing() {
        return actor.look(state -> {
                    var now = run.clock().now();
                    return new Standing(Optional.ofNullable(deadline.ofCall(state, now)), deadline.word(state, now));
                })
                .join();
    }

    private Isolation isolation() {
        var own = request.caller();
        if (own != null && own.place().isolation() == Isolation.WORKTREE) {
            return Isolation.WORKTREE;
        }
        return run.workspace().baseCommit() == null ? Isolation.NONE : Isolation.WORKTREE;
    }

    /// What the caller's start asked for was heard there; a variable that the call itself sets is the child's.
    private RunOptions options(RunnableWorkflow called, ChildCall.Environment environment) {
        var ofCaller = request.options().profile().ofCalled(called.workflow().header());
        var variable = environment.given().containsKey(ProfileChoice.VARIABLE)
                ? environment.variables().getOrDefault(ProfileChoice.VARIABLE, "")
                : "";
        return RunOptions.DEFAULT.in(
                ofCaller instanceof ProfileChoice.Asked || variable.isEmpty()
                        ? ofCaller
                        : new ProfileChoice.Asked(variable));
    }

    private RunnableWorkflow called(String file) {
        var called = request.loaded().children().get(file);
        if (called == null) {
            throw new IllegalStateException("a called workflow was not loaded: " + file);
        }
        return called;
    }

    /// Ends a child as its caller ends.
    @SuppressWarnings("FutureReturnValueIgnored") // the child's own end is awaited
    private void end(LiveRun live, boolean immediately) {
        actor.look(state -> Optional.ofNullable(state.underway().ending())).thenAccept(ending -> {
            switch (ending.orElse(null)) {
                case Ending.Cancelled(var by, var signal, var _) -> live.stop(by, signal, immediately);
                case Ending.TimedOut(long timeoutMs) -> live.timeOut(timeoutMs);
                case Ending.Stopped _, Ending.Lacking _ -> live.stop(ControlEvent.CALLER, null, immediately);
                case null -> live.stop(ControlEvent.CALLER, null, immediately);
            }
        });
    }

    private static ChildEnd ended(Event terminal, Outputs outputs, long begun) {
        return new ChildEnd.Ended(
                RunStatus.of(terminal), RunStatus.exitCode(terminal), outputs, EndError.of(terminal), since(begun));
    }

    private static Duration since(long begun) {
        return Duration.ofNanos(System.nanoTime() - begun);
    }
}
