package dev.prodigy.cli.metrics;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunEnd;
import dev.prodigy.engine.figures.Figures;
import dev.prodigy.engine.figures.RunFigures;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.signature.ErrorMetrics;
import dev.prodigy.engine.signature.FinalFailure;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.JournalSize;
import dev.prodigy.runtime.journal.RunResolution;
import dev.prodigy.runtime.journal.SegmentReader;
import dev.prodigy.runtime.view.RunStatus;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// The figures of runs and of all runs that their steps started, read from their journals. A journal is read once,
/// event by event.
final class Gathered {
    private final RunArgument runs;
    private final Figures figures = new Figures();
    private final List<Run> told = new ArrayList<>();
    private final List<Items> items = new ArrayList<>();
    private @Nullable CommandFailure failure;
    private @Nullable Instant from;
    private @Nullable Instant to;
    private long called;
    private long gone;

    /// One of the runs that were asked for.
    ///
    /// @param status of spec 00, or `running`; of a run that nobody works on and that did not end `interrupted`
    record Run(String id, String workflow, String mode, String status) {}

    private record Items(String run, ItemTable table) {}

    private Gathered(RunArgument runs) {
        this.runs = runs;
    }

    /// @param wanted runs; one that another of them started is told with it
    static Gathered of(RunArgument runs, Set<RunRef> wanted) {
        var gathered = new Gathered(runs);
        wanted.stream().filter(run -> !gathered.isBelow(run, wanted)).forEach(run -> gathered.read(run, true));
        return gathered;
    }

    private boolean isBelow(RunRef run, Set<RunRef> wanted) {
        var names = new LinkedHashSet<String>();
        wanted.forEach(each -> names.add(each.run().text()));
        var above = parent(run);
        while (above != null && !names.contains(above.run().text())) {
            above = parent(above);
        }
        return above != null;
    }

    private @Nullable RunRef parent(RunRef run) {
        var name = runs.caller(run);
        return name == null ? null : find(name, run.repo());
    }

    private @Nullable RunRef find(String name, String repo) {
        var id = RunId.parse(name);
        if (id.isPresent() && Files.isDirectory(runs.home().events(repo, id.get()))) {
            return new RunRef(repo, id.get());
        }
        return runs.resolution(name) instanceof RunResolution.Found(var found) ? found : null;
    }

    private void read(RunRef run, boolean isAskedFor) {
        boolean isLive = RunEnd.isHeld(runs, run);
        var folder = runs.home().events(run.repo(), run.run());
        var fold = new RunFigures(figures);
        try (var reader = JournalReader.openWhole(folder);
                var segments = new SegmentReader(folder)) {
            while (reader.next()) {
                var recorded = recorded(reader.line().entry(), segments);
                fold.take(recorded);
                if (recorded.event() instanceof SubWorkflowEvent.Started child) {
                    called(child.childRunId(), run.repo());
                }
            }
            failure = failure == null ? JournalEnding.failure(reader.ending(), folder) : failure;
        }
        var state = fold.state();
        spans(state);
        if (state.items() != null) {
            items.add(new Items(run.run().text(), state.items()));
        }
        // of those that are over there may be as many as there are items
        if (isAskedFor || isLive) {
            fold.conclude(run.run().text(), isLive, JournalSize.of(folder));
        }
        if (isAskedFor) {
            told.add(told(run, state, isLive));
        }
    }

    /// That something happened counts, even where the value that went with it is lost.
    private static Recorded recorded(Entry entry, SegmentReader segments) {
        try {
            return EventCodec.decodeWithSteps(entry, segments);
        } catch (JournalDamaged _) {
            return EventCodec.decode(entry);
        }
    }

    private void called(String name, String repo) {
        called++;
        var child = find(name, repo);
        if (child == null) {
            gone++;
        } else {
            read(child, false);
        }
    }

    private void spans(RunState state) {
        var began = state.began();
        var at = state.at();
        from = began != null && (from == null || began.isBefore(from)) ? began : from;
        to = at != null && (to == null || at.isAfter(to)) ? at : to;
    }

    private static Run told(RunRef run, RunState state, boolean isLive) {
        RunEvent.Started started = state.started();
        if (!isLive) {
            Fold.ownerGone(state);
        }
        var end = state.outcome();
        var status = end != null ? RunStatus.of(end) : isLive ? "running" : "interrupted";
        return new Run(
                run.run().text(),
                started == null ? "" : started.workflow(),
                run.run().kind().mode(),
                status);
    }

    Figures figures() {
        return figures;
    }

    /// @return the runs that were asked for
    List<Run> told() {
        return List.copyOf(told);
    }

    /// @return how many runs their steps started
    long called() {
        return called;
    }

    /// @return how many of these are not there any more
    long gone() {
        return gone;
    }

    /// @return the figures of spec 02 §9.1 over the items of all runs, or null where there are none
    @Nullable
    ErrorMetrics errorMetrics() {
        if (items.isEmpty()) {
            return null;
        }
        int successful = items.stream()
                .mapToInt(each -> each.table().count(ItemState.SUCCESSFUL))
                .sum();
        return ErrorMetrics.of(successful, () -> failures().iterator());
    }

    /// Items of several runs are told apart by their run.
    private Stream<FinalFailure> failures() {
        return items.stream()
                .flatMap(each -> StreamSupport.stream(
                                each.table().finalFailures().spliterator(), false)
                        .map(one -> items.size() == 1
                                ? one
                                : new FinalFailure(
                                        each.run() + "/" + one.itemId(), one.error(), one.signature(), one.skipped())));
    }

    /// @return what is wrong with the first journal that is damaged, or null; what is valid before it was read
    @Nullable
    CommandFailure failure() {
        return failure;
    }

    /// @return when the first of the runs began
    Instant from() {
        return from == null ? Instant.EPOCH : from;
    }

    /// @return when the last event of all happened
    Instant to() {
        return to == null ? Instant.EPOCH : to;
    }
}
