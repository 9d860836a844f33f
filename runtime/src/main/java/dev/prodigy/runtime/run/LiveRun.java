package dev.prodigy.runtime.run;

import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.control.ControlListener;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.item.ItemFile;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.run.actor.ClockMark;
import dev.prodigy.runtime.run.actor.RunActor;
import dev.prodigy.runtime.run.replay.ChildJournal;
import dev.prodigy.runtime.run.replay.FoldedJournal;
import dev.prodigy.runtime.run.request.Warning;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.time.Waiter;
import dev.prodigy.runtime.view.RunViews;
import dev.prodigy.runtime.world.Masking;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// A run under way in this process, from its first signal to the release of its lock.
public final class LiveRun {
    private static final Duration WIND_DOWN = Duration.ofSeconds(10);

    private final RunParts run;
    private final RunActor actor;
    private final Conductor conductor;
    private final Holdings holdings;
    private final ControlListener control;
    private @Nullable ClockMark mark;
    /// Completed when the event with which this process takes the run up is durable.
    private CompletableFuture<Long> takenUp = new CompletableFuture<>();

    /// What the run holds and gives back.
    ///
    /// @param processes null where they are those of the run that started this one
    /// @param control the folder of requests to the run
    /// @param clockMark the file of the run's clock
    /// @param objects the folder of what steps have not committed: the next process compares with it
    record Holdings(
            RunRef ref,
            OwnerLock lock,
            JournalWriter writer,
            @Nullable ProcessRunner processes,
            Masking masking,
            RunViews views,
            Path control,
            Path clockMark,
            Path objects) {}

    LiveRun(RunParts run, RunActor actor, Conductor conductor, Holdings holdings) {
        this.run = run;
        this.actor = actor;
        this.conductor = conductor;
        this.holdings = holdings;
        this.control = new ControlListener(
                holdings.control(),
                holdings.lock().owner(),
                event -> actor.ask(new Signal.Controlled(event)),
                Waiter.SLEEPING);
    }

    /// @return where the run is filed
    public RunRef ref() {
        return holdings.ref();
    }

    /// @return the run's id
    public String id() {
        return run.id().text();
    }

    /// Ends the run as a person or a signal asks (spec 03 §8).
    ///
    /// @param by `signal` or `person`
    /// @param signalName such as `SIGINT`, or null
    /// @param immediately without grace
    public void stop(String by, @Nullable String signalName, boolean immediately) {
        if (immediately) {
            run.halt().end(true);
        }
        actor.send(new Signal.StopAsked(by, signalName, immediately));
    }

    /// @param warnings what a person should know and what does not end the run; told before anything can end it
    void begin(Signal first, List<Warning> warnings) {
        mark = new ClockMark(holdings.clockMark(), () -> run.clock().now().elapsed(), Waiter.SLEEPING);
        takenUp = actor.ask(first);
        warnings.forEach(warning -> run.warnings().warn(warning.code(), warning.message()));
        actor.start();
        holdings.views().begin();
        control.start();
    }

    /// Ends the run because a limit of its caller passed.
    void timeOut(long limitMs) {
        actor.send(new Signal.CallerTimedOut(limitMs));
    }

    /// The run whose step runs this one says what holds for it from now on.
    void hear(CallersWord word) {
        actor.send(new Signal.CallerSaid(word));
    }

    /// Waits for the run's end and gives everything back.
    ///
    /// @return the terminal event, with what is secret masked; of a machine's fault the
    ///     `workflow_interrupted` that was written, or would have been
    /// @throws StorageFailure when not even the event could be written with which the run begins or is taken up:
    ///     of a new run nothing is left then, and any other is what it was
    public Event await() {
        return masked(awaitEnd());
    }

    /// @return what {@link #await} gives of what {@link #awaitEnd} gave
    Event masked(Event terminal) {
        return EventTypes.read(
                terminal.type(), holdings.masking().redactor().redactDocument(terminal.type(), terminal.body()));
    }

    /// @return the values that are masked in it
    SecretValues secrets() {
        return holdings.masking().values();
    }

    /// The same as {@link #await}, for the run whose step runs this one: its values are used in memory.
    ///
    /// @return the terminal event as it is
    Event awaitEnd() {
        StorageFailure never;
        try {
            var terminal = actor.end().join();
            holdings.views().finish();
            if (terminal.type().equals("workflow_completed")) {
                LeftoverFiles.remove(holdings.objects());
            }
            return terminal;
        } catch (CompletionException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            if (isTakenUp() || !(cause instanceof StorageFailure failure)) {
                return interrupted(cause);
            }
            never = failure;
        } finally {
            release();
        }
        if (isNew()) {
            ChildJournal.removeAfter(never, run.folder());
        }
        throw never;
    }

    private boolean isTakenUp() {
        return takenUp.isDone() && !takenUp.isCompletedExceptionally();
    }

    private boolean isNew() {
        return holdings.writer().nextSeq() == 1;
    }

    /// Nothing can be journaled any more but, where the disk allows, why. That ends a run only which this process has
    /// taken up: the end of an earlier one stands (spec 05 §6).
    private Event interrupted(Throwable cause) {
        run.halt().end(false);
        conductor.awaitAnswers(WIND_DOWN);
        var event = MachineFault.end(
                cause, holdings.masking().redactor(), run.clock().now().elapsed());
        if (!isTakenUp() && !isNew()) {
            return event;
        }
        try {
            var now = run.clock().now();
            holdings.writer()
                    .appendLast(seq -> EventCodec.encode(
                            new Recorded(seq, now.now(), now.elapsed(), id(), null, Context.RUN, event),
                            holdings.masking().redactor()))
                    .join();
            holdings.views().finish(LiveRun::folded);
        } catch (CompletionException e) {
            // The journal is not there any more: why the run ends is told all the same.
        }
        return event;
    }

    private static RunState folded(Home home, RunRef run) {
        try (var journal = FoldedJournal.glance(home, run)) {
            return journal.state();
        }
    }

    private void release() {
        try {
            closeAll();
        } finally {
            holdings.lock().close();
        }
    }

    private void closeAll() {
        control.close();
        if (mark != null) {
            mark.close();
        }
        holdings.views().close();
        actor.close();
        if (holdings.processes() == null) {
            run.programs().endMarked(run.mark() + "/", Context.RUN);
        } else {
            holdings.processes().close();
        }
        try {
            holdings.writer().close();
        } catch (StorageFailure e) {
            // Told before, by what failed first.
        }
        if (run.workflow() instanceof Workflow.MapReduce) {
            ItemFile.removeAll(run.folder());
        }
        run.workspace().close();
        LeftoverFiles.remove(run.programs().temporary());
    }
}
