package dev.prodigy.testkit.world;

import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.world.AttemptAdmission;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.ChildCall;
import dev.prodigy.engine.world.ChildEnd;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.engine.world.Spooled;
import dev.prodigy.engine.world.World;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.testkit.program.Program;
import dev.prodigy.testkit.program.VirtualExecution;
import dev.prodigy.testkit.time.VirtualClock;
import dev.prodigy.testkit.tree.MemoryTree;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A world without processes, disk and real time: waits move the clock at once, programs are scripted,
/// files are in memory, events are kept. Everything happens on the caller's thread, so every run of a
/// test is the same.
public final class VirtualWorld implements World {
    private final VirtualClock clock;
    private final MemoryTree tree;
    private final Program program;
    private final List<VirtualExecution> executions = new ArrayList<>();
    private VirtualRun run;
    private final Set<String> secrets = new LinkedHashSet<>();
    private final Set<String> declared = new LinkedHashSet<>();
    private DoubleSupplier random = () -> 0.5;
    private int events = Integer.MAX_VALUE;
    private int starts = Integer.MAX_VALUE;
    private final List<ChildCall> calls = new ArrayList<>();
    private Function<ChildCall, ChildEnd> children =
            call -> new ChildEnd.Refused("UNDEFINED_REFERENCE", "no answer for " + call.file());
    private Function<String, List<StepEvent.Ended>> left = _ -> List.of();
    private int[] childIds = new int[1];
    private int deadlyCall = Integer.MAX_VALUE;

    /// @param program stands in for everything that steps run
    public VirtualWorld(VirtualClock clock, MemoryTree tree, Program program) {
        this.clock = clock;
        this.tree = tree;
        this.program = program;
        this.run = VirtualRun.begun(new VirtualRun.Rules(RunPolicy.DEFAULT, null), clock);
    }

    /// @return a world at the beginning of virtual time with an empty tree in git
    public static VirtualWorld of(Program program) {
        var clock = new VirtualClock();
        return new VirtualWorld(clock, new MemoryTree(clock, true), program);
    }

    /// @return a world after this one's death: the same files and time, whose journal goes on behind
    ///     what this one's kept
    public VirtualWorld afterwards() {
        var next = new VirtualWorld(clock, tree, program);
        next.random = random;
        next.run = run.afterwards();
        next.children = children;
        next.left = left;
        next.childIds = childIds;
        return next;
    }

    /// Lets the world end when so many events are durable: whatever wants to go on is cut.
    public VirtualWorld dyingAfterEvents(int count) {
        events = count;
        run.dyingAfter(count);
        return this;
    }

    /// Lets the world end in the middle of an execution.
    ///
    /// @param number of the execution, from 1
    public VirtualWorld dyingInExecution(int number) {
        starts = number;
        return this;
    }

    /// Lets such a policy hold for all steps.
    public VirtualWorld under(RunPolicy policy) {
        return under(policy, null);
    }

    /// Lets such a policy hold for all steps.
    ///
    /// @param timeout of the run, or null
    public VirtualWorld under(RunPolicy policy, @Nullable Duration timeout) {
        run = VirtualRun.begun(new VirtualRun.Rules(policy, timeout), clock);
        run.dyingAfter(events);
        return this;
    }

    /// Lets a signal reach the run later on.
    ///
    /// @param elapsed when, on the run clock
    public VirtualWorld sending(Duration elapsed, Signal signal) {
        run.sending(elapsed, signal);
        return this;
    }

    /// @return the state of the run that stands before the steps: breakers, quota, budget
    public RunState state() {
        return run.state();
    }

    /// Draws random numbers from here instead of always 0.5.
    public VirtualWorld drawing(DoubleSupplier draws) {
        random = draws;
        return this;
    }

    /// @return what was run, in the order of the beginnings
    public List<VirtualExecution> executions() {
        return List.copyOf(executions);
    }

    /// @return how often a text was run
    public int count(String text) {
        return (int)
                executions.stream().filter(each -> each.text().equals(text)).count();
    }

    /// @return the events, oldest first; of work side by side in the order in which it is played
    public List<Recorded> journal() {
        return run.journal();
    }

    /// @return what people were warned of
    public List<RunEvent.WarningRaised> warnings() {
        return run.warnings();
    }

    /// @return the clock, to be moved by tests
    public VirtualClock clock() {
        return clock;
    }

    @Override
    public MemoryTree tree() {
        return tree;
    }

    @Override
    public String logFile(String name) {
        return "/home/prodigy/" + name;
    }

    @Override
    public String logFolder(String scope) {
        return logFile("logs/" + scope);
    }

    @Override
    public String nextLog(String name) {
        return "logs/" + name;
    }

    @Override
    public void conceal(String value, boolean isDeclared) {
        secrets.add(value);
        if (isDeclared) {
            declared.add(value);
        }
    }

    @Override
    public Redactor declared() {
        return Redactor.of(declared, List.of());
    }

    @Override
    public Redactor redactor() {
        return Redactor.of(secrets, List.of());
    }

    @Override
    public Moment now() {
        return clock.now();
    }

    @Override
    public double random() {
        return random.getAsDouble();
    }

    @Override
    public Entry enter(StepRequest request) throws Cut {
        check();
        return new AttemptAdmission(run).enter(request);
    }

    @Override
    public @Nullable RetryAborted retry(Context context, StepEvent.RetryScheduled retry) throws Cut {
        check();
        return new AttemptAdmission(run).retry(context, retry);
    }

    @Override
    public Duration parked() {
        return run.parked();
    }

    @Override
    public void pause(Duration duration) throws Cut {
        check();
        run.pause(duration);
    }

    @Override
    public void record(Context context, Event event) throws Cut {
        check();
        run.tell(new Signal.Reported(context, event));
    }

    @Override
    public Ran run(Call call) throws Cut {
        check();
        var execution = new VirtualExecution(call, executions.size() + 1, clock.now(), tree);
        executions.add(execution);
        var answer = program.answer(execution);
        if (executions.size() >= starts) {
            die();
        }
        var ran = Limited.by(call.limits(), answer, redactor());
        run.work(ran.duration());
        return ran;
    }

    @Override
    public Spooled spool(Call call) throws Cut {
        var ran = run(call);
        return new Spooled(ran, new ByteArrayInputStream(ran.stdout().getBytes(StandardCharsets.UTF_8)));
    }

    /// Answers for runs of other workflows.
    public VirtualWorld answeringCalls(Function<ChildCall, ChildEnd> answers) {
        children = answers;
        return this;
    }

    /// @return the runs of other workflows that were asked for, in order
    public List<ChildCall> calls() {
        return List.copyOf(calls);
    }

    /// Tells what the steps of runs of other workflows left.
    public VirtualWorld leavingInCalls(Function<String, List<StepEvent.Ended>> ends) {
        left = ends;
        return this;
    }

    @Override
    public List<StepEvent.Ended> leftBy(String runId) {
        return left.apply(runId);
    }

    @Override
    public String newChild(String file) {
        return "workflow-child-" + ++childIds[0];
    }

    @Override
    public ChildEnd run(ChildCall call) throws Cut {
        check();
        calls.add(call);
        var end = children.apply(call);
        if (calls.size() >= deadlyCall) {
            die();
        }
        return end;
    }

    /// Lets the world end in the middle of a run of another workflow.
    ///
    /// @param number of the call, from 1
    public VirtualWorld dyingInCall(int number) {
        deadlyCall = number;
        return this;
    }

    /// Plays the pieces one after the other, each from the moment at which a place is free for it. What
    /// pieces that overlap do to files they do in order of their beginning.
    @Override
    public <T> List<@Nullable T> together(List<Work<T>> work, int width, Predicate<T> goOn) throws Cut {
        var free = new PriorityQueue<Duration>();
        for (int i = 0; i < width; i++) {
            free.add(clock.now().elapsed());
        }
        var begun = clock.now();
        var stopped = new ArrayList<Duration>();
        var last = begun.elapsed();
        var results = new ArrayList<@Nullable T>(Arrays.<@Nullable T>asList());
        for (var piece : work) {
            var start = free.remove();
            if (stopped.stream()
                    .min(Comparator.naturalOrder())
                    .filter(stop -> stop.compareTo(start) <= 0)
                    .isPresent()) {
                break;
            }
            clock.goTo(after(begun, start));
            var result = piece.run();
            var end = clock.now().elapsed();
            if (!goOn.test(result)) {
                stopped.add(end);
            }
            results.add(result);
            free.add(end);
            last = last.compareTo(end) < 0 ? end : last;
        }
        clock.goTo(after(begun, last));
        while (results.size() < work.size()) {
            results.add(null);
        }
        return results;
    }

    private static Moment after(Moment begun, Duration elapsed) {
        return new Moment(begun.now().plus(elapsed.minus(begun.elapsed())), elapsed);
    }

    private void check() throws Cut {
        if (run.isDead()) {
            throw new Cut();
        }
    }

    private void die() throws Cut {
        run.die();
        throw new Cut();
    }
}
