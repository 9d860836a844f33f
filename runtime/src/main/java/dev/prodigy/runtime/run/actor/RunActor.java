package dev.prodigy.runtime.run.actor;

import dev.prodigy.engine.decide.Machine;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A live run: one thread takes the signals from one queue, decides, queues the events for the journal,
/// and has the effects carried out when these are durable.
///
/// The state runs ahead of the disk by what is queued; nothing outside sees that, because effects and
/// answers wait.
public final class RunActor implements AutoCloseable {
    private static final Duration LONGEST_SLEEP = Duration.ofMinutes(1);

    private final Machine machine;
    private final RunClock clock;
    private final EventLog log;
    private final Consumer<Effect> effects;
    private final Consumer<List<Recorded>> durable;
    private final BlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
    private final ScheduledThreadPoolExecutor timer;
    private final CompletableFuture<Event> end = new CompletableFuture<>();
    private @Nullable ScheduledFuture<?> wake;
    private @Nullable ScheduledFuture<?> deadline;

    /// What arrives in the queue.
    private sealed interface Message {
        /// It is not taken any more: nobody may wait for it.
        void refuse(Throwable cause);

        /// Something happened.
        ///
        /// @param done completed when what was decided is durable, with the first event's `seq`
        record Of(Signal signal, CompletableFuture<Long> done) implements Message {
            @Override
            public void refuse(Throwable cause) {
                done.completeExceptionally(cause);
            }
        }

        /// A look at the state, between two decisions.
        record Look(Consumer<RunState> look, Consumer<Throwable> failed) implements Message {
            @Override
            public void refuse(Throwable cause) {
                failed.accept(cause);
            }
        }

        /// The storage failed.
        record Poison(Throwable cause) implements Message {
            @Override
            public void refuse(Throwable other) {
                // the run is over already
            }
        }

        /// Nothing more is to be taken.
        record Close() implements Message {
            @Override
            public void refuse(Throwable cause) {
                // taken in any case
            }
        }
    }

    /// @param effects carries an effect out, without blocking
    /// @param durable hears of events when they are on disk, in order, without blocking
    public RunActor(
            Machine machine, RunClock clock, EventLog log, Consumer<Effect> effects, Consumer<List<Recorded>> durable) {
        this.machine = machine;
        this.clock = clock;
        this.log = log;
        this.effects = effects;
        this.durable = durable;
        this.timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("prodigy-run-timer").daemon().factory());
        timer.setRemoveOnCancelPolicy(true);
    }

    /// Begins to take signals.
    public void start() {
        Thread.ofPlatform().name("prodigy-run").daemon().start(this::loop);
    }

    /// Sends a signal.
    public void send(Signal signal) {
        inbox.add(new Message.Of(signal, new CompletableFuture<>()));
    }

    /// Sends a signal.
    ///
    /// @return completed with the `seq` of the first event it led to, 0 where it led to none, when all
    ///     are durable
    public CompletableFuture<Long> ask(Signal signal) {
        var done = new CompletableFuture<Long>();
        inbox.add(new Message.Of(signal, done));
        return done;
    }

    /// Journals an event that sequential work reports.
    ///
    /// @return completed when it is durable
    public CompletableFuture<Long> report(Context context, Event event) {
        return ask(new Signal.Reported(context, event));
    }

    /// Lets the run end for want of what only a person can give, once what is under way has come to its end.
    ///
    /// @param reason of the event that says so
    /// @param detail what is to be told of it, which is whole
    public void lacks(String reason, @Nullable String detail) {
        send(new Signal.Lacks(new Ending.Lacking(reason, String.valueOf(detail))));
    }

    /// Ends the run because the machine, or prodigy itself, failed.
    public void poison(Throwable cause) {
        inbox.add(new Message.Poison(cause));
    }

    /// Looks at the state between two decisions.
    public <T> CompletableFuture<T> look(Function<RunState, T> question) {
        var answer = new CompletableFuture<T>();
        inbox.add(new Message.Look(state -> answer.complete(question.apply(state)), answer::completeExceptionally));
        return answer;
    }

    /// Looks at the state between two decisions.
    ///
    /// @return the answer, when everything that the state told is durable
    public <T> CompletableFuture<T> lookDurably(Function<RunState, T> question) {
        var answer = new CompletableFuture<T>();
        inbox.add(new Message.Look(
                state -> {
                    var seen = question.apply(state);
                    log.append(List.of(), _ -> answer.complete(seen), answer::completeExceptionally);
                },
                answer::completeExceptionally));
        return answer;
    }

    /// Journals an event that nobody waits for.
    public void tell(Context context, Event event) {
        send(new Signal.Reported(context, event));
    }

    /// @return completed with the terminal event when that is durable; exceptionally when the storage
    ///     failed
    public CompletableFuture<Event> end() {
        return end;
    }

    @Override
    public void close() {
        inbox.add(new Message.Close());
        timer.shutdownNow();
    }

    /// A decision that breaks leaves a state that nobody knows: from then on everything is refused.
    private void loop() {
        try {
            Throwable broken = null;
            for (var message = inbox.take(); !(message instanceof Message.Close); message = inbox.take()) {
                if (broken == null) {
                    broken = serve(message);
                } else {
                    message.refuse(broken);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end.completeExceptionally(e);
        }
    }

    /// @return why nothing can be decided any more, or null
    private @Nullable Throwable serve(Message message) {
        try {
            switch (message) {
                case Message.Of(var signal, var done) -> take(signal, done);
                case Message.Look(var look, var _) -> look.accept(machine.state());
                case Message.Poison(var cause) -> end.completeExceptionally(cause);
                case Message.Close _ -> {}
            }
            return null;
        } catch (RuntimeException | Error e) {
            message.refuse(e);
            if (message instanceof Message.Look) {
                return null;
            }
            end.completeExceptionally(e);
            return e;
        }
    }

    private void take(Signal signal, CompletableFuture<Long> done) {
        var turn = machine.take(signal, clock.now());
        log.append(
                turn.events(),
                written -> {
                    try {
                        durable.accept(written);
                        done.complete(turn.place());
                        turn.effects().forEach(this::carryOut);
                    } catch (RuntimeException | Error e) {
                        fail(e, done);
                    }
                },
                cause -> fail(cause, done));
    }

    /// What was decided is not carried out, so nothing may wait for it.
    private void fail(Throwable cause, CompletableFuture<Long> done) {
        done.completeExceptionally(cause);
        inbox.add(new Message.Poison(cause));
    }

    private void carryOut(Effect effect) {
        switch (effect) {
            case Effect.WakeAt(var moment) -> wakeAt(moment);
            case Effect.DeadlineAt(var elapsed) -> deadlineAt(elapsed);
            case Effect.Finish(var terminal) -> end.complete(terminal);
            case Effect.Prepare _,
                    Effect.RunSteps _,
                    Effect.LoadItems _,
                    Effect.StartAttempt _,
                    Effect.AnswerStep _,
                    Effect.Settle _,
                    Effect.RunHandler _,
                    Effect.AskCanary _,
                    Effect.OfferMerge _,
                    Effect.EvaluateOutputs _,
                    Effect.TidyUp _,
                    Effect.SaveCheckpoint _,
                    Effect.EndWaits _,
                    Effect.CallerStands _,
                    Effect.TellChildren _,
                    Effect.EndAttempt _,
                    Effect.EndWork _ -> effects.accept(effect);
        }
    }

    private synchronized void deadlineAt(Duration elapsed) {
        if (deadline != null) {
            deadline.cancel(false);
        }
        var left = elapsed.minus(clock.now().elapsed());
        deadline = timer.schedule(
                () -> send(new Signal.DeadlinePassed()), Math.max(0, left.toMillis() + 1), TimeUnit.MILLISECONDS);
    }

    /// The timer stands still while the machine sleeps: who is woken too early looks at the clock and asks again.
    private synchronized void wakeAt(Instant moment) {
        if (wake != null) {
            wake.cancel(false);
        }
        var left = Duration.between(clock.wall(), moment);
        long delay = Math.clamp(
                left.compareTo(LONGEST_SLEEP) > 0 ? LONGEST_SLEEP.toNanos() : left.toNanos(), 0, Long.MAX_VALUE);
        wake = timer.schedule(() -> send(new Signal.TimeCame()), delay, TimeUnit.NANOSECONDS);
    }
}
