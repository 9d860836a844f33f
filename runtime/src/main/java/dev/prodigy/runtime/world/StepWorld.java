package dev.prodigy.runtime.world;

import dev.prodigy.engine.admission.Answer;
import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.text.EnvCommandFailed;
import dev.prodigy.engine.world.AdmissionClient;
import dev.prodigy.engine.world.AttemptAdmission;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.ChildCall;
import dev.prodigy.engine.world.ChildEnd;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.engine.world.Spooled;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.engine.world.World;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.StepEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The world of one working tree: programs are run, events go to the run's journal, waits are real.
public final class StepWorld implements World {
    private final Shared shared;
    private final Halt halt;
    private final Tree tree;
    private final String mark;
    private final boolean ofList;
    private final ParkedTime parked = new ParkedTime();
    private final LimitClock clock = new Clock();
    private final Turns turns;

    /// The world of a list of steps outside of items.
    ///
    /// @param mark the beginning of the marks of its processes
    public StepWorld(Shared shared, Halt halt, Tree tree, String mark) {
        this(shared, halt, tree, mark, true, new Turns());
    }

    /// @param mark the beginning of the marks of its processes
    /// @param ofList whether its steps stand outside of items
    /// @param turns of all who work in the tree
    public StepWorld(Shared shared, Halt halt, Tree tree, String mark, boolean ofList, Turns turns) {
        this.shared = shared;
        this.halt = halt;
        this.tree = tree;
        this.mark = mark;
        this.ofList = ofList;
        this.turns = turns;
    }

    @Override
    public Ran run(Call call) throws Cut {
        try (var _ = turns.take(false, halt)) {
            var ran = shared.doers().programs().run(call, mark, halt);
            halt.check();
            return ran;
        }
    }

    @Override
    public Spooled spool(Call call) throws Cut {
        try (var _ = turns.take(false, halt)) {
            return shared.doers().programs().spool(call, mark, halt);
        }
    }

    @Override
    public String newChild(String file) {
        return shared.doers().children().newId(file);
    }

    @Override
    public ChildEnd run(ChildCall call) throws Cut {
        try (var _ = turns.take(shared.doers().children().movesBranch(call.file()), halt)) {
            return shared.doers().children().run(call, new Children.At(tree.root(), mark, halt, clock, ofList));
        }
    }

    @Override
    public List<StepEvent.Ended> leftBy(String runId) {
        return shared.doers().children().leftBy(runId);
    }

    @Override
    public Tree tree() {
        return tree;
    }

    @Override
    public String logFile(String name) {
        return shared.doers().programs().logFile(name);
    }

    @Override
    public String logFolder(String scope) {
        return shared.doers().programs().logFolder(scope).toString();
    }

    @Override
    public String nextLog(String name) {
        return shared.doers().programs().nextLog(name);
    }

    @Override
    public void conceal(String value, boolean isDeclared) {
        shared.doers().programs().masking().conceal(value, isDeclared);
    }

    @Override
    public Redactor declared() {
        return shared.doers().programs().masking().declared();
    }

    @Override
    public Redactor redactor() {
        return shared.doers().programs().masking().redactor();
    }

    @Override
    public void record(Context context, Event event) throws Cut {
        long seq = await(shared.report().apply(context, event));
        if (seq == 0) {
            throw new Cut(); // the run does not want it any more
        }
    }

    @Override
    public Entry enter(StepRequest request) throws Cut {
        return shared.admission().stands(request)
                ? new AttemptAdmission(new Client()).enter(request)
                : new Entry.Free();
    }

    @Override
    public @Nullable RetryAborted retry(Context context, StepEvent.RetryScheduled retry) throws Cut {
        return new AttemptAdmission(new Client()).retry(context, retry);
    }

    @Override
    public Duration parked() {
        return parked.until(now().elapsed());
    }

    /// Stands still with the clocks of whoever called the run.
    private final class Clock implements LimitClock {
        @Override
        public Duration worked() {
            return StepWorld.this.worked();
        }

        @Override
        public void stop() {
            parked.begin(now().elapsed());
            shared.admission().caller().stop();
        }

        @Override
        public void goOn() {
            shared.admission().caller().goOn();
            parked.end(now().elapsed());
        }
    }

    /// Asks the run's actor, and waits while the clock of the limits stands still.
    private final class Client implements AdmissionClient {
        @Override
        public long next() {
            return shared.admission().next();
        }

        @Override
        public Answer ask(long number, Signal signal) throws Cut {
            halt.check();
            boolean answered = false;
            clock.stop();
            try {
                var answer = halt.await(shared.admission().ask(number, signal));
                answered = true;
                return answer;
            } finally {
                clock.goOn();
                if (!answered) {
                    forget(number);
                }
            }
        }

        @Override
        public void forget(long number) {
            shared.admission().forget(number);
        }
    }

    @Override
    public Moment now() {
        return shared.now().get();
    }

    @Override
    public void pause(Duration duration) throws Cut {
        shared.waits().pause(duration, halt, ofList);
    }

    @Override
    public double random() {
        return shared.random().nextDouble();
    }

    @Override
    public <T> List<@Nullable T> together(List<Work<T>> work, int width, Predicate<T> goOn) throws Cut {
        var results = new ArrayList<CompletableFuture<@Nullable T>>();
        var places = new Semaphore(width);
        var stopped = new AtomicBoolean();
        for (var piece : work) {
            places.acquireUninterruptibly();
            if (stopped.get() || halt.isAsked()) {
                places.release();
                break;
            }
            var result = new CompletableFuture<@Nullable T>();
            results.add(result);
            Thread.ofVirtual().name("prodigy-round").start(() -> {
                try {
                    var value = piece.run();
                    if (!goOn.test(value)) {
                        stopped.set(true);
                    }
                    result.complete(value);
                } catch (Cut | RuntimeException | Error e) {
                    stopped.set(true);
                    result.completeExceptionally(e);
                } finally {
                    places.release();
                }
            });
        }
        return collected(results, work.size());
    }

    private static <T> List<@Nullable T> collected(List<CompletableFuture<@Nullable T>> results, int size) throws Cut {
        var values = new ArrayList<@Nullable T>();
        CompletionException thrown = null;
        for (var result : results) {
            try {
                values.add(result.join());
            } catch (CompletionException e) {
                thrown = thrown == null || thrown.getCause() instanceof Cut ? e : thrown;
                if (!awaitsOthers(thrown.getCause())) {
                    break;
                }
            }
        }
        if (thrown != null) {
            switch (thrown.getCause()) {
                case Cut cut -> throw cut;
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw thrown;
            }
        }
        while (values.size() < size) {
            values.add(null);
        }
        return values;
    }

    /// Pieces whose run ends in good order come to their end first; a fault of the machine or the program awaits
    /// nothing.
    private static boolean awaitsOthers(@Nullable Throwable thrown) {
        return thrown instanceof Cut || thrown instanceof UnstoredRead || thrown instanceof EnvCommandFailed;
    }

    /// A run whose storage failed ends like one that was halted; why, its actor knows.
    ///
    /// @return the event's `seq`; 0 when the run did not take it in
    static long await(CompletableFuture<Long> durable) throws Cut {
        try {
            return durable.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Cut();
        } catch (ExecutionException e) {
            throw new Cut();
        }
    }

    /// What all working trees of a run share.
    ///
    /// @param report journals an event; completed when it is durable
    /// @param admission where steps ask about their attempts
    public record Shared(
            BiFunction<Context, Event, CompletableFuture<Long>> report,
            Supplier<Moment> now,
            Doers doers,
            RandomGenerator random,
            RetryWaits waits,
            AdmissionRequests admission) {}

    /// What carries out what steps ask for.
    public record Doers(Programs programs, Children children) {}
}
