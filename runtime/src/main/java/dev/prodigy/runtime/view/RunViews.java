package dev.prodigy.runtime.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalSize;
import dev.prodigy.runtime.journal.Snapshots;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.ItemCourse;
import dev.prodigy.runtime.snapshot.StateSnapshots;
import dev.prodigy.runtime.world.Masking;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Keeps a live run's views on the disk: session record, checkpoint, dead letter files. All writing is
/// done on a thread of its own, so that a slow disk delays nobody; what cannot be written is warned
/// about and made anew from the journal later (spec 05 §5.1, §5.3).
public final class RunViews implements AutoCloseable {
    private static final Duration BETWEEN_CHECKPOINTS = Duration.ofSeconds(5);
    private static final int CHEAP = 50;
    private static final long BYTES_PER_SNAPSHOT = 64L << 20;
    private static final int EVENTS_PER_LOOK = 1000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Place place;
    private final Source source;
    private final SessionFiles sessions;
    private final LiveLetters letters;
    private final Map<Integer, ItemCourse> underway = new HashMap<>();
    private final ScheduledThreadPoolExecutor worker;
    private final Snapshots snapshots;
    private boolean warned;
    private long lookedAt;
    private long snapshotSeq;
    private long snapshotBytes;
    private Duration lastWriting = Duration.ZERO;

    /// Where the views are and what they are of.
    public record Place(Home home, Disk disk, RunRef run, Owner owner, Masking masking) {}

    /// The run that is looked at.
    public interface Source {
        /// @return the answer, when everything it may tell of is durable
        <T> CompletableFuture<T> look(Function<RunState, T> question);

        /// It is a while since a checkpoint was saved.
        void checkpointDue();

        /// A view could not be written.
        void warn(String message);
    }

    /// Views of a run that is being started or taken up.
    public RunViews(Place place, Source source) {
        this.place = place;
        this.source = source;
        this.sessions = new SessionFiles(place.home(), place.disk());
        this.letters = new LiveLetters(place);
        this.snapshots = new Snapshots(
                place.disk(), place.home().state(place.run().repo(), place.run().run()));
        this.worker = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("prodigy-views").daemon().factory());
        worker.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /// The run has begun, or was taken up: then dead letter files are put right that an earlier process left as they
    /// were.
    public void begin() {
        submit(() -> session(true));
        submit(() -> look(RunViews::lettered).ifPresent(letters::putRight));
        scheduleCheckpoint();
    }

    /// Takes in events that are durable; called in their order, on one thread.
    public void take(List<Recorded> events) {
        for (var recorded : events) {
            if (recorded.seq() - lookedAt >= EVENTS_PER_LOOK) {
                lookedAt = recorded.seq();
                submit(() -> lookAtLength(recorded.seq()));
            }
            int item = ItemId.index(recorded.context().itemId());
            if (item >= 0) {
                take(item, recorded);
            }
        }
    }

    /// A snapshot is due every 50 000 events or 64 MiB (spec 05 §5.3).
    private void lookAtLength(long seq) {
        if (snapshotSeq == 0) {
            snapshotSeq = Math.max(1, seq - EVENTS_PER_LOOK);
        }
        long bytes = JournalSize.of(
                place.home().events(place.run().repo(), place.run().run()));
        if (seq - snapshotSeq >= StateSnapshots.EVENTS_APART || bytes - snapshotBytes >= BYTES_PER_SNAPSHOT) {
            snapshotSeq = seq;
            snapshotBytes = bytes;
            createFolder();
            look(state -> new Seen(state.seq(), StateSnapshots.image(state)))
                    .ifPresent(seen -> seen.image()
                            .ifPresent(image -> snapshots.write(
                                    seen.seq(), Json.write(image).getBytes(UTF_8))));
        }
    }

    /// The image of a state.
    private record Seen(long seq, Optional<Value> image) {}

    /// Writes the checkpoint file and the session record, soon.
    public void saveCheckpoint() {
        submit(() -> {
            checkpoint();
            session(true);
        });
    }

    /// Writes everything as the ended run leaves it, and waits for that.
    public void finish() {
        var done = new CompletableFuture<Void>();
        submit(() -> {
            try {
                checkpoint();
                session(false);
            } finally {
                done.complete(null);
            }
        });
        done.completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    /// Writes the session record of a run whose last event came past the run itself, which can tell nothing any more.
    /// Where that cannot be written either it is made anew from the journal later.
    ///
    /// @param fold reads the run's journal
    public void finish(BiFunction<Home, RunRef, RunState> fold) {
        var done = new CompletableFuture<Void>();
        submit(() -> {
            try {
                var record = RunRecord.of(place.run(), fold.apply(place.home(), place.run()), null);
                sessions.write(place.run(), record, place.masking().redactor());
            } finally {
                done.complete(null);
            }
        });
        done.completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    @Override
    public void close() {
        worker.shutdown();
        letters.close();
    }

    private void take(int item, Recorded recorded) {
        var event = recorded.event();
        if (event instanceof ItemEvent.Completed || event instanceof LetterEvent.Removed) {
            underway.remove(item);
            if (event instanceof LetterEvent.Removed) {
                submit(() -> letters.remove(item));
            }
            return;
        }
        if (event instanceof ItemEvent || event instanceof LetterEvent || event instanceof HandlerEvent) {
            var course = underway.computeIfAbsent(
                    item, _ -> new ItemCourse(place.run().run().text(), ItemId.of(item)));
            course.take(recorded.timestamp(), recorded.context(), event);
            if (event instanceof ItemEvent.Failed failed && failed.isFinal()) {
                underway.remove(item);
                DeadLetter letter = course.letter();
                if (letter != null) {
                    submit(() -> letters.write(letter));
                }
            }
        }
    }

    private void checkpoint() {
        long begun = System.nanoTime();
        look(state -> Checkpoint.of(place.run(), state)).ifPresent(this::write);
        lastWriting = Duration.ofNanos(System.nanoTime() - begun);
    }

    private void write(Checkpoint checkpoint) {
        AtomicFile.write(place.disk(), createFolder().resolve(Checkpoint.FILE), checkpoint.toBytes());
    }

    private Path createFolder() {
        var folder = place.home().state(place.run().repo(), place.run().run());
        try {
            place.disk().createFolders(folder);
            return folder;
        } catch (IOException e) {
            throw StorageFailure.of("create", folder, e);
        }
    }

    private void session(boolean live) {
        var holder = live ? RunRecord.Holder.of(place.owner()) : null;
        look(state -> RunRecord.of(place.run(), state, holder))
                .filter(record -> record.course().lastSeq() > 0)
                .ifPresent(record ->
                        sessions.write(place.run(), record, place.masking().redactor()));
    }

    /// @return the items with a dead letter
    private static int[] lettered(RunState state) {
        var items = state.items();
        return items == null ? new int[0] : items.letters().items();
    }

    /// @return what the run says; empty when it cannot any more
    private <T> Optional<T> look(Function<RunState, T> question) {
        try {
            return Optional.of(source.look(question)
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .join());
        } catch (CompletionException | CancellationException e) {
            return Optional.empty();
        }
    }

    /// The next is due when writing it costs little beside the time since this one.
    @SuppressWarnings("FutureReturnValueIgnored") // ended with its executor
    private void scheduleCheckpoint() {
        var wait = Math.max(
                BETWEEN_CHECKPOINTS.toMillis(), lastWriting.multipliedBy(CHEAP).toMillis());
        worker.schedule(
                () -> {
                    source.checkpointDue();
                    scheduleCheckpoint();
                },
                wait,
                TimeUnit.MILLISECONDS);
    }

    private void submit(Runnable work) {
        try {
            worker.execute(() -> attempt(work));
        } catch (RejectedExecutionException e) {
            // closed: what is missing is made anew from the journal
        }
    }

    private void attempt(Runnable work) {
        try {
            work.run();
        } catch (StorageFailure | JournalDamaged e) {
            if (!warned) {
                warned = true;
                source.warn(
                        "a view could not be written; it is made anew from the journal when needed: " + e.getMessage());
            }
        }
    }
}
