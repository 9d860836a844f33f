package dev.prodigy.runtime.run.stage;

import dev.prodigy.engine.environment.StepDeclarations;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.engine.step.ListRunner;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Variables;
import dev.prodigy.engine.step.text.EnvCommandFailed;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.SubWorkflowEntry;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.run.input.SessionScope;
import dev.prodigy.runtime.world.FileTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the lists of steps outside of items, in the session: a standard workflow's passes, setup,
/// reduce, merge.
///
/// Stages run one after the other, so one thread at a time is in here.
public final class StageRunner {
    private final RunParts run;
    private final Worlds worlds;
    private final SessionScope scope;
    private final ListRunner lists = new ListRunner();
    private final StepLedger history;
    private Variables variables;
    private @Nullable PassVariables newest;
    /// Those of the phase before the merge, or null before that.
    private @Nullable Variables beforeMerge;
    private Tree tree;
    private Duration spent = Duration.ZERO;

    /// The variables of the pass with the highest number so far. A resume runs a pass that failed behind those that did
    /// not.
    private record PassVariables(int number, Variables variables) {}

    /// @param history what earlier processes made durable
    public StageRunner(RunParts run, Worlds worlds, SessionScope scope, StepLedger history) {
        this.run = run;
        this.worlds = worlds;
        this.scope = scope;
        this.history = history;
        this.variables = new Variables(scope, Map.of(), run.settings().namespaces());
        this.tree = new FileTree(run.start(), run.start(), null, Map.of());
    }

    /// @return the working tree of the stage that ran last; before the first where prodigy was started
    public Tree tree() {
        return tree;
    }

    /// @return the session's variables: what setup captured is visible to items, reduce and merge
    public Variables variables() {
        return variables;
    }

    /// Runs a stage's steps to their end.
    public Signal run(Stage stage) {
        return new Signal.StepsEnded(stage, result(stage));
    }

    private StepsResult result(Stage stage) {
        try {
            enter(stage);
            var list = steps(stage, limit(stage), history);
            if (!list.isGood()) {
                return new StepsResult.Failed(list.error() == null ? lost() : list.error());
            }
            var trouble = stage.name().equals("setup") ? captured(list) : null;
            return trouble == null ? new StepsResult.Succeeded() : new StepsResult.Failed(trouble);
        } catch (Cut e) {
            return new StepsResult.Interrupted();
        } catch (EnvCommandFailed e) {
            return run.halt().awaitWord() ? new StepsResult.Interrupted() : new StepsResult.Failed(e.error());
        } catch (GitFailure e) {
            return run.halt().awaitWord() ? new StepsResult.Interrupted() : new StepsResult.Failed(GitErrors.of(e));
        }
    }

    /// Each pass has variables of its own, each phase results of its own.
    private void enter(Stage stage) {
        switch (stage) {
            case Stage.Pass pass -> {
                variables = new Variables(
                        scope.inPass(pass), Map.of(), run.settings().namespaces());
                if (newest == null || newest.number() <= pass.number()) {
                    newest = new PassVariables(pass.number(), variables);
                }
            }
            case Stage.Steps _ -> {
                beforeMerge = null;
                variables = variables.nextPhase(run.settings().ofPhase());
            }
            case Stage.Merge _ -> beginMerge();
            case Stage.Map _ -> {}
        }
    }

    /// Takes over what a stage left behind that an earlier process finished.
    public void restore(Stage stage) {
        enter(stage);
        try {
            var at = frame(tree, context(stage), Deadline.NEVER);
            lists.restoreEntries(entriesOf(stage), at);
            var list = lists.restore(stepsOf(stage), at);
            if (stage.name().equals("setup") && run.workflow() instanceof Workflow.MapReduce mapReduce) {
                SetupCaptures.restore(
                        mapReduce.captures(),
                        list,
                        variables,
                        run.programs().masking().redactor());
            }
        } catch (Cut e) {
            throw new IllegalStateException("a finished stage runs nothing", e);
        }
    }

    /// Begins the merge stage: its own steps, and those that resolve a conflict. A reduce lies behind it, also one that
    /// was held back.
    public void beginMerge() {
        leavePasses();
        spent = Duration.ZERO;
        beforeMerge = beforeMerge == null ? variables : beforeMerge;
        variables = variables.nextPhase(run.settings().ofPhase());
        variables.passed(StepDeclarations.captures(stepsOf(new Stage.Steps("reduce"))));
    }

    /// What is evaluated behind the passes is evaluated in the last of the series, in whichever order they ran.
    private void leavePasses() {
        if (newest != null) {
            variables = newest.variables();
            newest = null;
        }
    }

    /// All steps lie behind: what is evaluated from now on is of the run as a whole. Its latest steps are those of its
    /// work, whether that was merged or not (spec 01 §1).
    void end() {
        leavePasses();
        if (beforeMerge != null) {
            variables =
                    variables.tellingOf(beforeMerge, run.settings().ofPhase().keySet());
        }
        variables.passed(run.settings().declared().captures());
    }

    /// Runs the merge stage's own steps.
    ///
    /// @param done what they have come to with the commits that are to be merged now
    public ListResult mergeSteps(PhaseSteps phase, StepLedger done) throws Cut {
        return steps(new Stage.Merge(), phase.timeout(), done);
    }

    /// @return how much of the phase's limit its own steps have used
    public Duration spent() {
        return spent;
    }

    /// @return what a frame of these steps is built on, for texts that no step owns
    public Frame frame(Tree tree, Context context, Deadline deadline) {
        return frame(tree, context, deadline, history);
    }

    private Frame frame(Tree tree, Context context, Deadline deadline, StepLedger done) {
        return Frame.outermost(
                context, variables, run.settings(), worlds.of(tree, String.valueOf(context.phase())), deadline, done);
    }

    /// @return what steps that resolve a conflict are built on: none of them is done before they ran
    ///     here
    public Frame conflictFrame(Tree tree, Context context, Deadline deadline) {
        return Frame.outermost(
                context, variables, run.settings(), worlds.of(tree, "merge"), deadline, new StepLedger());
    }

    private ListResult steps(Stage stage, @Nullable Setting<Duration> limit, StepLedger done) throws Cut {
        var context = context(stage);
        var unusable = openSession(context);
        if (unusable != null) {
            return new ListResult(List.of(), unusable);
        }
        var entries = lists.runEntries(entriesOf(stage), frame(tree, context, Deadline.NEVER));
        if (!entries.isGood()) {
            return entries;
        }
        // the clock of the list's own world, which has not stood still yet
        var now = run.clock().now().elapsed();
        var deadline = Deadline.in(Setting.known(limit), TimeoutScope.PHASE, now);
        var frame = frame(tree, context, deadline, done);
        var list = lists.run(stepsOf(stage), frame);
        spent = frame.world().worked().minus(now);
        run.workspace().sessionStepsEnded(list.isGood());
        return list;
    }

    /// Opens the session, with `worktree.setup` where that has not ended well there yet.
    ///
    /// @return why that failed, or null
    /// @throws Cut when the run is ending
    @Nullable
    public ErrorRecord openSession(Context context) throws Cut {
        run.halt().check();
        var session = run.workspace().session(run.settings().variables());
        tree = session.tree();
        var setup = run.workflow().header().worktree().setup();
        if (!session.created()) {
            return null;
        }
        history.worktreeMade(Long.MAX_VALUE);
        // in a new worktree none of it is done, whatever an earlier process did in the one that is gone
        var done = lists.run(setup, frame(tree, context, Deadline.NEVER, new StepLedger()));
        if (done.error() != null) {
            return WorktreeSetup.failed(done.error());
        }
        run.workspace().sessionWasSetUp(!setup.isEmpty());
        return null;
    }

    private static Context context(Stage stage) {
        return stage instanceof Stage.Pass pass
                ? Context.phase("commands").inPass(pass.number())
                : Context.phase(stage.name());
    }

    /// Sub-workflows that no step names run before the first step (spec 01 §12).
    private List<SubWorkflowEntry> entriesOf(Stage stage) {
        boolean first = stage instanceof Stage.Pass || stage.name().equals("setup");
        return first ? run.workflow().header().workflows() : List.of();
    }

    private List<Step> stepsOf(Stage stage) {
        var merge = run.workflow().header().merge().phase().steps();
        return switch (run.workflow()) {
            case Workflow.Standard standard -> stage instanceof Stage.Merge ? merge : standard.commands();
            case Workflow.MapReduce mapReduce ->
                switch (stage.name()) {
                    case "setup" ->
                        mapReduce.setup() == null
                                ? List.of()
                                : mapReduce.setup().steps();
                    case "reduce" ->
                        mapReduce.reduce() == null
                                ? List.of()
                                : mapReduce.reduce().steps();
                    default -> merge;
                };
        };
    }

    private @Nullable Setting<Duration> limit(Stage stage) {
        if (!(run.workflow() instanceof Workflow.MapReduce mapReduce)) {
            return null;
        }
        var phase = stage.name().equals("setup") ? mapReduce.setup() : mapReduce.reduce();
        return phase == null ? null : phase.timeout();
    }

    private @Nullable ErrorRecord captured(ListResult list) {
        return run.workflow() instanceof Workflow.MapReduce mapReduce
                ? SetupCaptures.take(
                        mapReduce.captures(),
                        list,
                        variables,
                        run.programs().masking().redactor(),
                        run.warnings())
                : null;
    }

    private static ErrorRecord lost() {
        return ErrorRecord.of(KnownCode.UNKNOWN_ERROR.row(), "a step failed");
    }
}
