package dev.prodigy.runtime.run.replay;

import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.run.input.BegunCalls;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the journals of a run, and of the runs that its steps started, tell of calls.
public final class CallJournals {
    private CallJournals() {}

    /// Looks only where there are calls.
    ///
    /// @param directory where prodigy was started: journals name files as seen from there
    /// @return the calls that were begun
    /// @throws dev.prodigy.runtime.home.StorageFailure when a journal cannot be read
    public static BegunCalls begun(Home home, RunRef run, RunnableWorkflow workflow, Path directory) {
        return read(home, run.repo(), List.of(run.run()), workflow, directory);
    }

    private static BegunCalls read(
            Home home, String repo, Iterable<RunId> runs, RunnableWorkflow workflow, Path directory) {
        if (workflow.children().isEmpty()) {
            return BegunCalls.NONE;
        }
        var begun = new HashMap<Path, Set<RunId>>();
        for (var run : runs) {
            note(home, new RunRef(repo, run), directory, begun);
        }
        var inner = new LinkedHashMap<String, BegunCalls>();
        workflow.children().forEach((file, child) -> {
            var calls = begun.get(directory.resolve(file).normalize());
            if (calls != null) {
                inner.put(file, read(home, repo, calls, child, directory));
            }
        });
        return new BegunCalls(inner);
    }

    private static void note(Home home, RunRef run, Path directory, Map<Path, Set<RunId>> begun) {
        var folder = home.events(run.repo(), run.run());
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (var reader = JournalReader.open(folder)) {
            while (reader.next()) {
                if (reader.line().eventType().equals(SubWorkflowEvent.Started.TYPE)
                        && EventCodec.decode(reader.line().entry()).event() instanceof SubWorkflowEvent.Started call) {
                    begun.computeIfAbsent(
                                    directory.resolve(call.workflowFile()).normalize(), _ -> new LinkedHashSet<>())
                            .add(new RunId(call.childRunId()));
                }
            }
        }
    }
}
