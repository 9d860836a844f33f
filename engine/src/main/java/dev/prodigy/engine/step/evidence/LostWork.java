package dev.prodigy.engine.step.evidence;

import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.result.ChangesJson;
import dev.prodigy.engine.step.result.GitMembers;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What steps inside a step left for it to commit, and what went with a working tree that is gone (spec 03 §9, §12).
/// What they committed themselves is on the branch, and in the tree that was made of it.
public final class LostWork {
    private final Set<String> written = new HashSet<>();
    private final Set<String> deleted = new HashSet<>();

    private LostWork() {}

    /// @return number of the event with which the first step inside ended that left something which is lost, or with
    ///     which the run was started whose step did; {@link Long#MAX_VALUE} for none, and where the step does not
    ///     commit for them
    public static long from(Step step, Frame frame, RequiredEvidence evidence) {
        var key = frame.key(step);
        if (key == null || !step.options().commits().auto()) {
            return Long.MAX_VALUE;
        }
        var left = left(key, frame);
        if (left.isEmpty()) {
            return Long.MAX_VALUE;
        }
        var work = new LostWork();
        left.forEach(each -> work.add(each.changes()));
        var lost = work.notIn(evidence.changes(), frame.world().tree());
        return left.stream()
                .filter(each -> GitMembers.changed(each.changes()).stream().anyMatch(lost::contains))
                .mapToLong(Work::seq)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    /// What a step left, or one in a run that a step started.
    ///
    /// @param seq of the event with which the step ended, or the run was started
    private record Work(long seq, Tree.Changes changes) {}

    private static List<Work> left(StepKey key, Frame frame) {
        var history = frame.site().history();
        var steps =
                history.insideBeforeWorktree(key).stream().map(each -> new Work(each.seq(), changesOf(each.event())));
        var runs = history.childrenBeforeWorktree(key).stream()
                .flatMap(child -> frame.world().leftBy(child.runId()).stream()
                        .map(each -> new Work(child.seq(), changesOf(each))));
        return Stream.concat(steps, runs)
                .sorted(Comparator.comparingLong(Work::seq))
                .toList();
    }

    /// The last step that changed a path says what has to be there.
    private void add(Tree.Changes changes) {
        for (var paths : List.of(changes.added(), changes.modified())) {
            written.addAll(paths);
            paths.forEach(deleted::remove);
        }
        deleted.addAll(changes.deleted());
        changes.deleted().forEach(written::remove);
    }

    private Set<String> notIn(Tree.Changes now, Tree tree) {
        var lost = new HashSet<>(written);
        now.added().forEach(lost::remove);
        now.modified().forEach(lost::remove);
        deleted.stream()
                .filter(path -> tree.writtenAt(tree.root(), path) != null)
                .forEach(lost::add);
        return lost;
    }

    private static Tree.Changes changesOf(StepEvent event) {
        return event instanceof StepEvent.Ended left && left.captured().get("changes") instanceof Value.Fields changes
                ? ChangesJson.read(changes)
                : Tree.Changes.NONE;
    }
}
