package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.decide.Machine;
import dev.prodigy.engine.item.ItemContext;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.letter.LetterFiles;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.view.EffectiveSettings;
import dev.prodigy.runtime.view.RunRecord;
import dev.prodigy.runtime.view.SessionFiles;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Journals a person's command about a run that no process works on, takes away the files of dead letters that it
/// ended, and brings the run's record up to date. Nothing is started. Where it cannot be written the command fails with
/// a {@link dev.prodigy.runtime.home.StorageFailure} and the run is what it was.
public final class RunAmendment {
    private final RunRequest.Host host;
    private final InstantSource clock;
    private final RunRef ref;

    /// @param host where the command was given
    public RunAmendment(RunRequest.Host host, InstantSource clock, RunRef ref) {
        this.host = host;
        this.clock = clock;
        this.ref = ref;
    }

    /// @return `seq` of the command's event
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when nothing can be written behind what is there
    public long journal(ControlEvent.Received command) {
        return journal((state, workflow, moment) -> Machine.note(
                        ref.run().text(),
                        state,
                        new Signal.Controlled(command),
                        moment,
                        new EffectiveSettings(workflow.composed(), state).changeable()))
                .getFirst()
                .seq();
    }

    /// Takes dead letters away; their items stay failed.
    ///
    /// @param reason `cleared` or `purged`
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when nothing can be written behind what is there
    public void removeLetters(Set<Integer> items, String reason, String actor) {
        journal((state, _, moment) -> {
            var events = new ArrayList<Recorded>();
            for (int item : items) {
                if (state.items() != null && state.items().letters().has(item)) {
                    var removed = new Recorded(
                            state.seq() + 1,
                            moment.now(),
                            moment.elapsed(),
                            ref.run().text(),
                            null,
                            ItemContext.of(state.items(), item),
                            new LetterEvent.Removed(reason, actor));
                    Fold.apply(state, removed);
                    events.add(removed);
                }
            }
            return events;
        });
    }

    /// Tells what became of the run's worktrees.
    ///
    /// @param held the run's lock
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when nothing can be written behind what is there
    public void tell(OwnerLock held, List<WorktreeEvent> news) {
        journal(held, (state, _, moment) -> {
            var events = new ArrayList<Recorded>();
            for (var event : news) {
                var told = new Recorded(
                        state.seq() + 1,
                        moment.now(),
                        moment.elapsed(),
                        ref.run().text(),
                        null,
                        Context.RUN,
                        event);
                Fold.apply(state, told);
                events.add(told);
            }
            return events;
        });
    }

    private void forgetLetters(List<Recorded> events) {
        var files = new LetterFiles(new LocalDisk(), host.home().dlq(ref.repo(), ref.run()));
        for (var event : events) {
            if (event.event() instanceof LetterEvent.Removed) {
                files.remove(String.valueOf(event.context().itemId()));
            }
        }
    }

    /// Decides about a folded state what is to be journaled; the state has taken it in.
    private interface Change {
        List<Recorded> of(RunState state, WorkflowRecord workflow, Moment moment);
    }

    private List<Recorded> journal(Change change) {
        var file = host.home().runLock(ref.repo(), ref.run());
        var attempt = OwnerLock.tryTake(file, Owner.thisProcess(clock.instant()));
        if (!(attempt instanceof OwnerLock.Attempt.Taken(var lock))) {
            throw RunRefused.busy(ref, ((OwnerLock.Attempt.Busy) attempt).owner());
        }
        try (lock) {
            return journal(lock, change);
        }
    }

    private List<Recorded> journal(OwnerLock lock, Change change) {
        var folder = host.home().events(ref.repo(), ref.run());
        try (var reader = JournalReader.openWhole(folder)) {
            var state = JournalFold.read(reader, folder);
            var workflow = JournalFold.requireWhole(reader, state, folder);
            Fold.ownerGone(state);
            try (var writer = JournalWriter.resume(lock, host.settings().journal(new LocalDisk(), clock), reader)) {
                writer.recovery().ifPresent(entry -> Fold.apply(state, EventCodec.decode(entry)));
                var moment = new Moment(clock.instant(), state.elapsed());
                var events = change.of(state, workflow, moment);
                var redactor = host.settings().redactor(host.environment(), List.of());
                writer.commit(events.stream()
                        .map(event -> EventCodec.encode(event, redactor))
                        .toList());
                forgetLetters(events);
                new SessionFiles(host.home(), new LocalDisk()).renew(ref, RunRecord.of(ref, state, null));
                return events;
            }
        }
    }
}
