package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.CanaryRule;
import dev.prodigy.engine.item.ItemTimeouts;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.item.ItemIds;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.ErrorCollection;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.QuotaPolicy;
import dev.prodigy.model.policy.RetryBudget;
import dev.prodigy.model.policy.StopMode;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.model.workflow.PhaseSteps.When;
import dev.prodigy.testkit.policy.FixedRetries;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Makes plans for tests; what is not said is as a workflow that says nothing would have it.
final class Plans {
    private List<Stage> stages =
            List.of(new Stage.Steps("setup"), new Stage.Map(), new Stage.Steps("reduce"), new Stage.Merge());
    private int maxParallel = 2;
    private FailureDisposition disposition = new FailureDisposition.Dlq();
    private boolean continues = true;
    private Integer maxFailures;
    private Double threshold;
    private int attempts = 1;
    private Duration delay = Duration.ofSeconds(10);
    private ErrorCollection collection = new ErrorCollection.Aggregate();
    private StopMode stopMode = StopMode.DRAIN;
    private RetryBudget budget;
    private Duration agentLimit;
    private MapTimeouts.Action timeoutAction;
    private boolean monitored;
    private CanaryRule canary;
    private Map<String, Then> handlers = Map.of();
    private OnConflict onConflict = new OnConflict.Fail();
    private When reduceWhen = When.ENDED;
    private When mergeWhen = When.ENDED;
    private boolean failFast = true;
    private boolean allowFailures;
    private boolean untilUnchanged;
    private Duration timeout;
    private Duration callersTime;
    private BreakerPolicy breaker;
    private QuotaPolicy quota = QuotaPolicy.DEFAULT;
    private boolean agents;
    private boolean prepares;

    static Plans mapReduce() {
        return new Plans();
    }

    static Plans passes(int count) {
        var plans = new Plans();
        plans.stages = Stream.<Stage>concat(
                        IntStream.rangeClosed(1, count)
                                .mapToObj(number -> new Stage.Pass(number, number, "arg-" + number, false)),
                        Stream.of(new Stage.Merge()))
                .toList();
        return plans;
    }

    /// Commands of the environment run before everything else.
    Plans preparing() {
        prepares = true;
        return this;
    }

    Plans parallel(int width) {
        maxParallel = width;
        return this;
    }

    Plans onItemFailure(FailureDisposition value) {
        disposition = value;
        return this;
    }

    Plans stoppingAtFirst() {
        continues = false;
        return this;
    }

    Plans maxFailures(int most) {
        maxFailures = most;
        return this;
    }

    Plans threshold(double rate) {
        threshold = rate;
        return this;
    }

    Plans retries(int itemAttempts, Duration fixed) {
        attempts = itemAttempts;
        delay = fixed;
        return this;
    }

    Plans collecting(ErrorCollection value) {
        collection = value;
        return this;
    }

    Plans killing() {
        stopMode = StopMode.KILL;
        return this;
    }

    Plans budget(RetryBudget value) {
        budget = value;
        return this;
    }

    Plans agentLimit(Duration limit, MapTimeouts.Action action) {
        agentLimit = limit;
        timeoutAction = action;
        return this;
    }

    Plans monitored() {
        monitored = true;
        return this;
    }

    Plans canary(CanaryRule value) {
        canary = value;
        return this;
    }

    Plans handledBy(Then then) {
        disposition = new FailureDisposition.Custom("triage");
        handlers = Map.of("triage", then);
        return this;
    }

    Plans onConflict(OnConflict value) {
        onConflict = value;
        return this;
    }

    Plans reduceWhen(When value) {
        reduceWhen = value;
        return this;
    }

    Plans mergeWhen(When value) {
        mergeWhen = value;
        return this;
    }

    Plans goingOnAfterFailedPasses() {
        failFast = false;
        return this;
    }

    Plans allowingFailures() {
        allowFailures = true;
        return this;
    }

    Plans untilUnchanged() {
        untilUnchanged = true;
        return this;
    }

    Plans callersTime(Duration left) {
        callersTime = left;
        return this;
    }

    Plans timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    Plans breaker(BreakerPolicy value) {
        breaker = value;
        return this;
    }

    Plans agents(QuotaPolicy value) {
        agents = true;
        quota = value;
        return this;
    }

    Plan done() {
        var retry = FixedRetries.of(attempts, delay).resolve(Dialect.ITEM);
        var policy = new ErrorPolicy(
                disposition,
                continues,
                maxFailures,
                threshold,
                ErrorPolicy.DEFAULT_MIN_SAMPLES,
                null,
                collection,
                stopMode,
                retry,
                breaker,
                budget,
                quota);
        return new Plan(
                prepares,
                stages,
                new MapRules(
                        maxParallel,
                        policy,
                        new ItemTimeouts(agentLimit, false, timeoutAction, monitored),
                        onConflict,
                        canary,
                        handlers),
                new Plan.Conditions(reduceWhen, mergeWhen),
                new Plan.Passing(failFast, untilUnchanged),
                new Plan.Limits(timeout, callersTime, CallersWord.FREE),
                allowFailures,
                new RunPolicy(quota, budget, agents));
    }

    /// @return a person's word that an item is not wanted any more
    static Signal skip(int item) {
        var arguments = new Value.Fields(Map.of("items", ItemIds.of(List.of(item))));
        return new Signal.Controlled(new ControlEvent.Received("skip", arguments, "somebody"));
    }

    static ErrorRecord exit(int code) {
        return ErrorRecord.of(ErrorCode.ofExit(code), "exit status " + code);
    }

    static ErrorRecord conflict() {
        return ErrorRecord.of(ErrorCode.of("MERGE_CONFLICT", Category.MERGE_CONFLICT), "both changed a.txt");
    }
}
