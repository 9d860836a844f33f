package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.merge.MergedItems;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.place.StartDirectory;
import dev.prodigy.runtime.workspace.AttemptPlace;
import dev.prodigy.runtime.workspace.BranchWorkspace;
import dev.prodigy.runtime.workspace.Workspace;
import dev.prodigy.runtime.workspace.WorktreeNews;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Finds out what became of items that an earlier process left in progress (spec 03 §14).
public final class InterruptedItems {
    /// What a log's name has behind that of its execution (spec 05 §5.5).
    private static final Pattern ENDING = Pattern.compile("\\.(stdout|stderr|agent\\.jsonl)$");

    private final Home home;
    private final RunRef ref;
    private final LateEvents events;

    /// @param events journals what is saved
    public InterruptedItems(Home home, RunRef ref, LateEvents events) {
        this.home = home;
        this.ref = ref;
        this.events = events;
    }

    /// @param start where the run began
    public Signal.Interrupted find(Workspace workspace, StartDirectory.Start start) {
        var merged = merged(workspace, start);
        boolean crash = Signal.Interrupted.isCrash(state().terminal());
        return new Signal.Interrupted(crash, merged, crash ? remains(workspace, merged) : Map.of());
    }

    /// An intent without result: git knows whether the merge took place.
    private Map<Integer, AttemptResult.Succeeded> merged(Workspace workspace, StartDirectory.Start start) {
        var state = state();
        var items = state.items();
        if (!(workspace instanceof BranchWorkspace git)
                || start.commit() == null
                || items == null
                || state.branch().mergeIntents().isEmpty()) {
            return Map.of();
        }
        if (git.site().repository().objects().commit(git.tip().hex()).isEmpty()) {
            return Map.of(); // the run will fail for that
        }
        var wanted = new HashSet<ItemAttempt>();
        state.branch().mergeIntents().keySet().forEach(item -> wanted.add(attempt(item, items.attempts(item))));
        var found = MergedItems.among(git.site().repository(), start.commit(), git.tip(), wanted);
        var merged = new HashMap<Integer, AttemptResult.Succeeded>();
        found.keySet().forEach(attempt -> {
            int item = ItemId.index(attempt.itemId());
            if (state.branch().mergeIntents().get(item) instanceof WorktreeEvent.MergeStarted intent
                    && intent.outcome() instanceof Value.Fields outcome) {
                merged.put(item, IntendedSuccess.read(outcome));
            }
        });
        return merged;
    }

    /// An item that is given up is not tried again: where its work is must be known now.
    private Map<Integer, Signal.Remains> remains(Workspace workspace, Map<Integer, AttemptResult.Succeeded> merged) {
        var items = state().items();
        if (items == null) {
            return Map.of();
        }
        var remains = new HashMap<Integer, Signal.Remains>();
        for (int item : items.in(ItemState.RUNNING::equals).stream().toArray()) {
            boolean inHandler = items.handling(item) != null; // which goes on where the attempt was
            if (!merged.containsKey(item) && !inHandler && items.crashes(item) + 1 >= MapRules.MAX_CRASHES) {
                var attempt = attempt(item, items.attempts(item));
                remains.put(item, new Signal.Remains(kept(workspace, attempt), lastLogs(attempt)));
            }
        }
        return remains;
    }

    private AttemptResult.Kept kept(Workspace workspace, ItemAttempt attempt) {
        if (!(workspace instanceof BranchWorkspace git)) {
            return AttemptResult.Kept.NOTHING;
        }
        try {
            var left = git.leftBy(attempt);
            journal(attempt, left);
            return AttemptResult.Kept.saved(left.branch(), left.salvageRef(), left.keptDirectory(), List.of());
        } catch (GitFailure e) {
            return AttemptResult.Kept.NOTHING; // it is in its slot, whose next user saves it
        }
    }

    private void journal(ItemAttempt attempt, AttemptPlace.Remains left) {
        var context = Context.item(attempt.itemId(), attempt.attempt(), null, null);
        left.saved().stream()
                .flatMap(saved ->
                        WorktreeNews.salvaged(attempt.itemId(), saved, "its program crashed again and again").stream())
                .forEach(event -> events.add(context, event));
    }

    /// @return the paths of the attempt's last execution's logs below the home, the one that tells most first
    private List<String> lastLogs(ItemAttempt attempt) {
        var folder = home.logs(ref.repo(), ref.run()).resolve(attempt.itemId() + "/attempt-" + attempt.attempt());
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            var written = files.filter(file -> size(file) > 0)
                    .sorted(Comparator.comparing(Path::getFileName))
                    .toList();
            return written.isEmpty() ? List.of() : ofOneExecution(written);
        } catch (IOException e) {
            return List.of();
        }
    }

    /// The last file in the order of names is one of the last step; its stdout comes before its stderr.
    private List<String> ofOneExecution(List<Path> files) {
        var last = stem(files.getLast());
        return files.reversed().stream()
                .filter(each -> stem(each).equals(last))
                .map(this::name)
                .toList();
    }

    private String name(Path file) {
        return home.root().relativize(file).toString();
    }

    private static String stem(Path file) {
        return ENDING.matcher(String.valueOf(file.getFileName())).replaceFirst("");
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private ItemAttempt attempt(int item, int number) {
        return new ItemAttempt(ref.run().text(), ItemId.of(item), number);
    }

    private RunState state() {
        return events.state();
    }
}
