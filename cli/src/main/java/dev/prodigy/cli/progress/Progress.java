package dev.prodigy.cli.progress;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.model.event.Recorded;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Shows a run's events while they come: lines on stderr, on a terminal with a status area below them.
///
/// Events are queued and shown by a thread of its own: whoever makes them never waits for a slow
/// terminal.
public final class Progress implements AutoCloseable {
    private static final int BUSIEST_SHOWN = 3;
    private static final long REDRAW_MS = 250;
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final PrintStream err;
    private final InstantSource clock;
    private final @Nullable OutcomeLines lines;
    private final @Nullable StatusArea area;
    private final Tally tally;
    private final StepNames names;
    private final LinkedBlockingQueue<List<Recorded>> queue = new LinkedBlockingQueue<>();
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final ReentrantLock screen = new ReentrantLock();
    /// Lines of which nothing was shown yet; guarded by the screen's lock, as is the next.
    private final List<String> unseen = new ArrayList<>();
    /// How many dialogues are open.
    private int dialogues;
    private final Thread thread;
    private volatile boolean closing;

    private Progress(
            Invocation call, Tally tally, StepNames names, @Nullable OutcomeLines lines, @Nullable StatusArea area) {
        this.names = names;
        this.err = call.console().err();
        this.clock = call.console().clock();
        this.tally = tally;
        this.lines = lines;
        this.area = area;
        this.thread = Thread.ofPlatform().name("prodigy-progress").daemon().start(this::show);
    }

    /// Begins to show, as the options of the call say.
    ///
    /// @param tally with what earlier processes did
    /// @param names what steps are called
    public static Progress begin(Invocation call, Tally tally, StepNames names) {
        var mode = call.progress();
        var terminal = call.console().terminal();
        boolean silent = "none".equals(mode);
        boolean drawn = !silent
                && call.verbosity() >= 0
                && terminal.err()
                && !call.console().isDumb()
                && !"plain".equals(mode);
        return new Progress(
                call,
                tally,
                names,
                silent ? null : new OutcomeLines(call.verbosity(), call.errorStyle(), names),
                drawn ? new StatusArea(call.console().err(), terminal.columns()) : null);
    }

    /// Takes events, in order. Never waits.
    public void accept(List<Recorded> events) {
        queue.add(events);
    }

    /// Takes a line that no event tells. Never waits.
    public void say(String line) {
        if (lines != null && !lines.onlyErrors()) {
            said.add(Printable.line(line));
            queue.add(List.of());
        }
    }

    /// Does something with the terminal while nothing is shown: what happens meanwhile is shown afterwards. It may take
    /// as long as a person thinks, and does not keep a signal's words from the screen.
    public <T> T undisturbed(Supplier<T> dialogue) {
        begin();
        try {
            return dialogue.get();
        } finally {
            end();
        }
    }

    private void begin() {
        screen.lock();
        try {
            dialogues++;
            if (area != null) {
                area.draw(List.of(), List.of());
            }
        } finally {
            screen.unlock();
        }
    }

    private void end() {
        screen.lock();
        try {
            dialogues--;
        } finally {
            screen.unlock();
        }
        queue.add(List.of());
    }

    /// Shows what is queued and takes the status area away.
    @Override
    public void close() {
        closing = true;
        queue.add(List.of());
        try {
            thread.join(CLOSING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show() {
        try {
            boolean open = true;
            while (open) {
                var first = area == null ? queue.take() : queue.poll(REDRAW_MS, TimeUnit.MILLISECONDS);
                var batches = new ArrayList<List<Recorded>>();
                if (first != null) {
                    batches.add(first);
                }
                queue.drainTo(batches);
                open = !closing || !queue.isEmpty();
                show(batches, open);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(List<List<Recorded>> batches, boolean open) {
        var above = new ArrayList<String>();
        for (var line = said.poll(); line != null; line = said.poll()) {
            above.add(line);
        }
        for (var batch : batches) {
            for (var recorded : batch) {
                tally.take(recorded);
                if (lines != null) {
                    above.addAll(lines.of(recorded, tally.quota()));
                }
            }
        }
        screen.lock();
        try {
            unseen.addAll(above);
            if (open && dialogues > 0) {
                return;
            }
            if (area != null) {
                area.draw(unseen, open ? status(clock.instant()) : List.of());
            } else if (!unseen.isEmpty()) {
                unseen.forEach(err::println);
                err.flush();
            }
            unseen.clear();
        } finally {
            screen.unlock();
        }
    }

    private List<StatusArea.Line> status(Instant now) {
        var status = new ArrayList<StatusArea.Line>();
        if (tally.total() > 0) {
            var line = new StringBuilder(tally.phase() == null ? "items" : tally.phase())
                    .append(' ')
                    .append(tally.ended())
                    .append('/')
                    .append(tally.total());
            tally.counts()
                    .forEach((word, count) ->
                            line.append(" · ").append(count).append(' ').append(word));
            var remaining = tally.remaining(now);
            if (remaining != null) {
                line.append(" · about ")
                        .append(OutcomeLines.duration(remaining.toSeconds() * 1000))
                        .append(" left");
            }
            status.add(new StatusArea.Line(line.toString(), ""));
        }
        int shown = 0;
        for (var each : tally.underway()) {
            if (shown++ == BUSIEST_SHOWN) {
                break;
            }
            var seconds = Math.max(0, Duration.between(each.since(), now).toSeconds());
            var name = String.valueOf(each.item() == null ? names.of(each.step(), null, each.name()) : each.item());
            status.add(new StatusArea.Line(
                    "  " + Printable.line(name),
                    "  " + OutcomeLines.duration(seconds * 1000)
                            + (each.attempt() > 1 ? "  (attempt " + each.attempt() + ")" : "")));
        }
        return status;
    }
}
