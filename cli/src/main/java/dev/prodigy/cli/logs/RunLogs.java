package dev.prodigy.cli.logs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunEnd;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalEnd;
import dev.prodigy.runtime.journal.JournalFollower;
import dev.prodigy.runtime.journal.SegmentReader;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The logs of a run, as they are now.
final class RunLogs {
    private final RunArgument runs;
    private final RunRef run;
    private final Path folder;
    private final JournalFollower journal;
    private final Executions executions = new Executions();

    RunLogs(RunArgument runs, RunRef run) {
        this.runs = runs;
        this.run = run;
        this.folder = runs.home().logs(run.repo(), run.run());
        this.journal = JournalFollower.ofWhole(runs.home().events(run.repo(), run.run()));
    }

    /// @return whether a process works on the run
    boolean isLive() {
        return RunEnd.isHeld(runs, run);
    }

    /// What there is, and what is wrong with the journal. The journal says only when executions began and how they
    /// ended: what they printed is shown whatever became of it.
    ///
    /// @param entries the logs that match, in the order in which their executions began
    /// @param failure null when nothing is wrong
    record Listing(List<LogEntry> entries, @Nullable CommandFailure failure) {}

    /// @return the logs as they are now
    Listing list(Predicate<LogPlace> wanted) {
        boolean live = isLive();
        var events = runs.home().events(run.repo(), run.run());
        var failure = JournalEnding.failure(poll(events), events);
        var found = files();
        var last = new HashMap<String, Integer>();
        found.keySet().forEach(place -> last.merge(place.stepKey(), place.attempt(), Math::max));
        var entries = new ArrayList<LogEntry>();
        found.forEach((place, file) -> {
            if (wanted.test(place)) {
                entries.add(entry(place, file, last.getOrDefault(place.stepKey(), 0), live));
            }
        });
        entries.sort(Comparator.comparing(LogEntry::startedAt)
                .thenComparing(each -> each.path().toString()));
        return new Listing(entries, failure);
    }

    private JournalEnd poll(Path events) {
        try (var segments = new SegmentReader(events)) {
            return journal.poll(line -> take(line.entry(), segments));
        }
    }

    private void take(Entry entry, SegmentReader segments) {
        Recorded recorded;
        try {
            recorded = EventCodec.decode(entry, segments);
        } catch (JournalDamaged _) {
            return; // the journal's end tells of it, and the logs are there without what the event said of them
        }
        executions.take(recorded);
    }

    /// @return the paths of the steps that have logs now
    Set<String> steps() {
        return files().keySet().stream().map(LogPlace::step).collect(Collectors.toSet());
    }

    /// A log file.
    private record LogFile(Path path, BasicFileAttributes attributes) {}

    private LogEntry entry(LogPlace place, LogFile file, int last, boolean live) {
        var attributes = file.attributes();
        var journaled = executions.startOf(place);
        boolean over = !live || place.attempt() != last || executions.hasEnded(place);
        return new LogEntry(
                place,
                file.path(),
                attributes.size(),
                journaled == null ? attributes.creationTime().toInstant() : journaled,
                over ? attributes.lastModifiedTime().toInstant() : null,
                executions.exitCodeOf(place, last));
    }

    private Map<LogPlace, LogFile> files() {
        var found = new HashMap<LogPlace, LogFile>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    var place = LogPlace.of(folder.relativize(file).toString());
                    if (place != null) {
                        found.put(place, new LogFile(file, attributes));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
            return found;
        } catch (IOException e) {
            throw StorageFailure.of("read", folder, e);
        }
    }
}
