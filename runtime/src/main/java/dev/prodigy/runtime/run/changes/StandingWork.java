package dev.prodigy.runtime.run.changes;

import dev.prodigy.engine.ledger.StandingSteps;
import dev.prodigy.engine.ledger.StandingSteps.Standing;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// What the steps of a run have done, and a resume goes on behind or reads.
final class StandingWork {
    private static final String COMMANDS = "commands";
    private static final String ENTRIES = "workflows";
    private static final String INPUT = ".foreach";
    private static final String BODY = ".template[";
    private static final String ROUNDS = ".do[";

    private final RunState state;
    private final List<StandingSteps> phases;

    StandingWork(RunState state) {
        this.state = state;
        this.phases = StandingSteps.of(state.doneForResume());
    }

    private boolean isOver(String stage) {
        return state.stage(stage) instanceof StageState.Done;
    }

    private static String stage(StandingSteps steps) {
        return steps.pass() == null ? steps.phase() : Stage.Pass.name(steps.pass());
    }

    /// Whether a change comes too late for a run that a step goes on with.
    @FunctionalInterface
    interface InChild {
        /// @param child the run's id
        boolean isLate(String step, String child);
    }

    /// @param path of a place in a step
    /// @param workflow as it is now
    /// @param calls those of the workflow
    /// @param inChild about the change that concerns the place
    /// @return whether what stands there stays as it was recorded, whatever stands there now
    boolean keeps(String path, Workflow workflow, RunOptions options, StepCalls calls, InChild inChild) {
        boolean ofEntry = PartsInUse.isIn(ENTRIES, path);
        if (PartsInUse.isIn(COMMANDS, path) || (ofEntry && workflow instanceof Workflow.Standard)) {
            return IntStream.rangeClosed(1, options.passes().count())
                    .mapToObj(Stage.Pass::name)
                    .allMatch(pass -> keeps(pass, path, calls, inChild));
        }
        return keeps(ofEntry ? "setup" : path.split("[.\\[]", 2)[0], path, calls, inChild);
    }

    private boolean keeps(String stage, String path, StepCalls calls, InChild inChild) {
        return isOver(stage)
                || phases.stream()
                        .filter(phase -> stage(phase).equals(stage))
                        .flatMap(phase -> phase.steps().entrySet().stream())
                        .anyMatch(each -> keeps(each.getKey(), each.getValue(), path, calls)
                                || isLate(each.getKey(), each.getValue(), path, inChild));
    }

    /// Other rounds around it may begin runs of their own.
    private static boolean isLate(String step, Standing standing, String path, InChild inChild) {
        return PartsInUse.isIn(step, path)
                && !step.contains(ROUNDS)
                && standing.children().stream().anyMatch(child -> inChild.isLate(step, child));
    }

    private static boolean keeps(String step, Standing standing, String path, StepCalls calls) {
        if (standing.finished()) {
            return PartsInUse.isIn(step, path);
        }
        return (standing.reactedTo() && calls.isBehind(step, path))
                || (path.equals(step + INPUT) && keepsList(step, standing, calls));
    }

    /// Other rounds around it may make lists of their own.
    private static boolean keepsList(String path, Standing standing, StepCalls calls) {
        return standing.listed() && calls.asksForList(path) && !path.contains(ROUNDS);
    }

    /// Of a stage that is over only what its steps came to counts: what comes behind reads it. No pass reads
    /// what another came to, and behind them all only the last is read.
    private SortedMap<String, Standing> standing(StandingSteps steps) {
        if (!isOver(stage(steps))) {
            return steps.steps();
        }
        var finished = new TreeMap<>(steps.steps());
        finished.values().removeIf(each -> !each.finished() || !isLast(steps));
        return finished;
    }

    /// @return whether a list may come from there that a loop takes by a name: what calls a template around it gives,
    /// and
    ///     what parameters are by default
    private static boolean mayGive(String change, String loop) {
        boolean isDefault = PartsInUse.isIn("defaults", change)
                || (PartsInUse.isIn("parameters", change) && change.contains("default"));
        return isDefault
                || Pattern.compile(Pattern.quote(BODY))
                        .matcher(loop)
                        .results()
                        .map(found -> loop.substring(0, found.start()))
                        .anyMatch(
                                call -> PartsInUse.isIn(call, change) && !PartsInUse.isIn(call + ".template", change));
    }

    private boolean isLast(StandingSteps steps) {
        return steps.pass() == null || state.stage(Stage.Pass.name(steps.pass() + 1)) instanceof StageState.Ahead;
    }

    /// Looks whether all of it stands in the workflow as it is now where it stood, here and in the runs that steps go
    /// on with. Reads only.
    ///
    /// @param record of the workflow as it was
    /// @param changes paths of what was changed in the workflow
    /// @return the paths of what does not, in the order of the paths
    List<String> moved(Home home, RunRef run, WorkflowRecord record, RunnableWorkflow now, List<String> changes) {
        var started = state.started();
        if (started == null || phases.isEmpty()) {
            return List.of();
        }
        var moved = new TreeSet<String>();
        var moves = WorkflowChanges.moves(record, now, started);
        var calls = new StepCalls(now);
        for (var phase : phases) {
            var steps = standing(phase);
            moved.addAll(moves.among(steps));
            steps.forEach((path, standing) -> {
                boolean needsList = standing.unlisted() || (standing.rounds() && !calls.asksForList(path));
                if (needsList && moves.hasOtherInput(path)) {
                    moved.add(path + INPUT);
                }
                if (standing.rounds() && calls.takesList(path)) {
                    changes.stream().filter(change -> mayGive(change, path)).forEach(moved::add);
                }
                standing.children().forEach(child -> moved.addAll(calls.moved(home, run, path, child)));
            });
        }
        return List.copyOf(moved);
    }
}
