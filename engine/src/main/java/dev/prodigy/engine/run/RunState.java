package dev.prodigy.engine.run;

import dev.prodigy.engine.breaker.Circuits;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.Redriving;
import dev.prodigy.engine.ledger.LoggedExecutions;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.ledger.ToldBreakers;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.RunEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The state of a run: the fold of its journal ({@link Fold}), and what this process has under way.
///
/// Decisions read it; only the fold changes the first part.
public final class RunState {
    final StepLedger ledger = new StepLedger();
    final LoggedExecutions logged = new LoggedExecutions();
    final ToldBreakers told = new ToldBreakers();
    final Map<String, StageState> stages = new HashMap<>();
    final SaidSettings settings = new SaidSettings();
    final BranchState branch = new BranchState();

    RunEvent.@Nullable Started started;
    RunEvent.@Nullable Resumed resumed;
    RunEvent.@Nullable PolicyStopped policyStopped;

    @Nullable
    EndEvent base;

    @Nullable
    EndEvent terminal;

    /// What the process that took the run up last leaves standing as long as it does nothing but merge.
    @Nullable
    StandingEnd standing;

    @Nullable
    ItemTable items;

    ItemEvent.@Nullable Loaded loaded;

    @Nullable
    NotUnderstood unknown;

    @Nullable
    String runId;

    @Nullable
    String phase;

    @Nullable
    Instant began;

    @Nullable
    Instant at;

    @Nullable
    Instant ended;

    @Nullable
    Redriving redriving;

    @Nullable
    LoneMerge loneMerge;

    @Nullable
    ErrorRecord lastFailure;

    final Circuits circuits = new Circuits();
    Quota quota = new Quota.Free();
    final Passes passes = new Passes();
    Duration takenUp = Duration.ZERO;
    final Spent spent = new Spent();
    boolean stoppedInMap;
    final Pause pause = new Pause();
    boolean canaryPassed;
    boolean stopWanted;

    int tolerated;
    final CountedFailures failures = new CountedFailures();
    long successes;
    long seq;
    LastCheckpoint checkpoint = LastCheckpoint.NONE;
    Duration elapsed = Duration.ZERO;
    final StageTimes stageTimes = new StageTimes();

    @Nullable
    Duration mapLasted;

    /// Belongs to this process: no snapshot holds it.
    private final transient Underway underway = new Underway();

    /// The state of a run of which nothing is journaled yet.
    public RunState() {}

    /// @return the first event that this version does not understand, or null. What else the state says may be shown;
    ///     nobody goes on with it (spec 05 §5.4)
    public @Nullable NotUnderstood unknown() {
        return unknown;
    }

    /// @return the run's id, or null while there is no event
    public @Nullable String runId() {
        return runId;
    }

    /// @return how often the steps were executed, by their logs
    public LoggedExecutions logged() {
        return logged;
    }

    /// @return the run's first event, or null while there is none
    public RunEvent.@Nullable Started started() {
        return started;
    }

    /// @return the event of the newest resume or redrive, or null while there was none
    public RunEvent.@Nullable Resumed resumed() {
        return resumed;
    }

    /// @return the phase that began last (`setup`, `map`, `reduce`, `merge`; of a standard workflow
    ///     `commands`), or null
    public @Nullable String phase() {
        return phase;
    }

    /// @return when the first event was written, or null while there is none
    public @Nullable Instant began() {
        return began;
    }

    /// @return when the last folded event was written, or null before the first
    public @Nullable Instant at() {
        return at;
    }

    /// @return when the terminal event of the newest start or resume was written, or null while there
    ///     is none
    public @Nullable Instant ended() {
        return ended;
    }

    /// @return whether the session branch has commits beyond its beginning, as far as the journal knows
    public boolean hasCommits() {
        return branch.tip != null && started != null && !branch.tip.equals(started.baseCommit());
    }

    /// @return whether the target has all that the run ever committed: it was merged, or there was nothing to merge
    public boolean targetHasAll() {
        return branch.merged
                || (stage("merge") instanceof StageState.LeftOut(var reason) && reason.equals(MergeResult.NO_COMMITS));
    }

    /// @return the terminal event of the newest start or resume, or null while the run goes on or was
    ///     left by a crash
    public @Nullable EndEvent terminal() {
        return terminal;
    }

    /// @return the terminal event that tells what the run is where only redrives and merges by themselves came after
    ///     it, or null
    public @Nullable EndEvent base() {
        return base;
    }

    /// @return what the run is by its terminal events, redrives and merges by themselves left out; null while nothing
    ///     has ended it
    public @Nullable EndEvent outcome() {
        return terminal == null || base == null ? terminal : base;
    }

    /// @return whether the run is over and was only merged since, by a process that died and left no end of that
    ///     ({@link Fold#ownerGone}): the next one has to write it (spec 05 §6)
    public boolean lacksItsEnd() {
        return terminal != null && standing != null;
    }

    /// @return the items, or null until they are loaded
    public @Nullable ItemTable items() {
        return items;
    }

    /// @return what the journal says of the list of items, or null until they are loaded
    public ItemEvent.@Nullable Loaded loaded() {
        return loaded;
    }

    /// @return the session branch, as far as the journal knows it
    public BranchState branch() {
        return branch;
    }

    /// @return what the steps outside of items have come to
    public StepLedger ledger() {
        return ledger;
    }

    /// @return how far a stage is
    public StageState stage(Stage stage) {
        return stages.getOrDefault(stage.name(), new StageState.Ahead());
    }

    /// @return how far the stage of that name is
    public StageState stage(String name) {
        return stages.getOrDefault(name, new StageState.Ahead());
    }

    /// @return what policy stopped the run, or null
    public RunEvent.@Nullable PolicyStopped policyStopped() {
        return policyStopped;
    }

    /// @return the error of the item that failed last, or null
    public @Nullable ErrorRecord lastFailure() {
        return lastFailure;
    }

    /// @return what counts against the run-wide budgets so far
    public Spent spent() {
        return spent;
    }

    /// @return attempts that are made again although their breakers know how they ended
    public ToldBreakers told() {
        return told;
    }

    /// @return the circuit breakers
    public Circuits circuits() {
        return circuits;
    }

    /// @return where the run is with its agents' usage limit
    public Quota quota() {
        return quota;
    }

    /// @param first the signal with which a process takes the run up
    /// @return whether reduce ran on partial results and runs again, from its first step, at the end (spec 03 §7)
    public boolean repeatsReduce(Signal first) {
        return first instanceof Signal.Resume && mayRepeatReduce();
    }

    boolean mayRepeatReduce() {
        return wasStopped() && policyStopped != null && stoppedInMap;
    }

    /// A redrive, or a merge by itself, leaves a run stopped that was, however it ended.
    boolean wasStopped() {
        return terminal instanceof EndEvent.Stopped || base instanceof EndEvent.Stopped;
    }

    /// @param first the signal with which a process takes the run up
    /// @return what steps outside of items have come to, and will not do again; later events do not change it
    public StepLedger done(Signal first) {
        return first instanceof Signal.Resume ? doneForResume() : ledger.copy();
    }

    /// @return what steps outside of items have come to, and a resume will not do again
    public StepLedger doneForResume() {
        var done = ledger.copy();
        if (mayRepeatReduce()) {
            done.forget("reduce");
        }
        return done;
    }

    /// @return whether it was the map stage that policy stopped
    public boolean isStoppedInMap() {
        return stoppedInMap;
    }

    /// @return whether the items behind the canary may run (spec 03 §5)
    public boolean canaryPassed() {
        return canaryPassed;
    }

    /// @return whether a custom handler wants the run to stop (spec 02 §5.2)
    public boolean stopWanted() {
        return stopWanted;
    }

    /// @return whether dispatch is paused, whose pause it is, and how long it has lasted
    public Pause pause() {
        return pause;
    }

    /// @return the run clock at the newest start or resume
    public Duration takenUp() {
        return takenUp;
    }

    /// @return what the steps of its passes have done
    public Passes passes() {
        return passes;
    }

    /// @return steps whose failure stands that their author accepts
    public int tolerated() {
        return tolerated;
    }

    /// @return items finally failed since counting began (spec 02 §6.1)
    public long failures() {
        return failures.count();
    }

    /// @return items with an outcome that counts, since counting began
    public long processed() {
        return failures.count() + successes;
    }

    /// The session branch has new commits: what steps of the merge phase did for the old ones is to be done for them.
    void forgetMergeSteps() {
        if (branch.seenByMergeSteps) {
            branch.seenByMergeSteps = false;
            ledger.forget("merge");
        }
    }

    /// The run is in the phase that the redrive under way found it in, unless items are pending again.
    void leaveRedrive() {
        if (redriving != null && !(stage("map") instanceof StageState.Open)) {
            phase = redriving.phase();
        }
    }

    /// What items have come to so far counts for no limit any more.
    void countAnew() {
        failures.clear();
        successes = 0;
        stopWanted = false;
    }

    /// @return what a person said about settings after the start
    public SaidSettings settings() {
        return settings;
    }

    /// @return the redrive under way, or null
    public @Nullable Redriving redriving() {
        return redriving;
    }

    /// @return whether what is under way is the merge and nothing else
    public boolean isMergingOnly() {
        return loneMerge != null;
    }

    /// @return `seq` of the last folded event, 0 before the first
    public long seq() {
        return seq;
    }

    /// @return the run clock at the last folded event
    public Duration elapsed() {
        return elapsed;
    }

    /// @return how long stages have been worked on
    public StageTimes stageTimes() {
        return stageTimes;
    }

    /// @return how long the map phase took, or has taken so far
    public Duration mapLasted() {
        return mapLasted == null ? stageTimes.of("map", elapsed) : mapLasted;
    }

    /// @return the checkpoint that was saved last
    public LastCheckpoint checkpoint() {
        return checkpoint;
    }

    /// @return what this process has started and not yet heard the end of
    public Underway underway() {
        return underway;
    }
}
