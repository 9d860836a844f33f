package dev.prodigy.testkit.engine;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.HandlerResult;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the world answers to the effects of a {@link ManualEngine}.
public final class Script {
    private static final Value NOTHING = new Value.Items(List.of());
    private static final Duration STEPS = Duration.ofSeconds(1);

    private Supplier<Signal> items = () -> loaded(0);
    private Supplier<StepsResult> preparation = StepsResult.Succeeded::new;
    private Function<Stage, StepsResult> steps = _ -> new StepsResult.Succeeded();
    private Function<Effect.StartAttempt, Attempt> attempts = _ -> Attempt.good();
    private final Map<Integer, Integer> made = new HashMap<>();
    private @Nullable BiFunction<Integer, Integer, @Nullable ErrorRecord> agent;
    private Function<Effect.RunHandler, Handler> handlers = _ -> Handler.good();
    private boolean approving;
    private Duration considering = Duration.ZERO;
    private Supplier<MergeResult> merge = MergeResult.Merged::new;

    /// A world in which everything succeeds and there are no items.
    public Script() {}

    /// How an attempt of an item goes.
    ///
    /// @param commits whether it brings commits, which are merged
    public record Attempt(AttemptResult result, Duration lasting, boolean commits) {
        private static final Duration USUALLY = Duration.ofSeconds(1);

        /// @return a successful attempt of one second
        public static Attempt good() {
            return new Attempt(new AttemptResult.Succeeded(course(), List.of(), NOTHING, false), USUALLY, false);
        }

        /// @return a successful attempt in which a step's failure was accepted
        public static Attempt tolerated() {
            return new Attempt(new AttemptResult.Succeeded(course(), List.of(), NOTHING, true), USUALLY, false);
        }

        /// @return a failed attempt of one second
        public static Attempt failing(ErrorRecord error) {
            var signature = Signature.of(error, Value.Null.NULL);
            return new Attempt(
                    new AttemptResult.Failed(course(), error, signature, AttemptResult.Kept.NOTHING, NOTHING),
                    USUALLY,
                    false);
        }

        /// @return the same, taking so long
        public Attempt lasting(Duration time) {
            return new Attempt(result, time, commits);
        }

        /// @return the same, with commits to merge
        public Attempt committing() {
            return new Attempt(result, lasting, true);
        }

        private static AttemptResult.Course course() {
            return new AttemptResult.Course(USUALLY.toMillis(), 0, 0, NOTHING);
        }
    }

    /// Gives the run so many items.
    public Script items(int count) {
        items = () -> loaded(count);
        return this;
    }

    /// Refuses the list of items.
    public Script noItems(ErrorRecord error) {
        items = () -> new Signal.ItemsRefused(error);
        return this;
    }

    /// Says how what comes before the first step ends.
    public Script preparation(Supplier<StepsResult> answers) {
        preparation = answers;
        return this;
    }

    /// Says how lists of steps end.
    public Script steps(Function<Stage, StepsResult> answers) {
        steps = answers;
        return this;
    }

    /// Says how attempts go.
    public Script attempts(Function<Effect.StartAttempt, Attempt> answers) {
        attempts = answers;
        return this;
    }

    /// Lets each attempt of an item be one call of an agent, of one second, which asks before it begins.
    ///
    /// @param answers item index, and the how manieth call of the item in all processes → its error, or null
    public Script agent(BiFunction<Integer, Integer, @Nullable ErrorRecord> answers) {
        agent = answers;
        return this;
    }

    /// @return whether attempts are calls of an agent
    boolean isAgent() {
        return agent != null;
    }

    /// @return the error of the item's next call, or null
    @Nullable
    ErrorRecord call(int item) {
        var answers = agent;
        return answers == null ? null : answers.apply(item, made.merge(item, 1, Integer::sum));
    }

    /// How a handler goes.
    public record Handler(HandlerResult result, Duration lasting) {
        /// @return a handler of one second whose steps succeed
        public static Handler good() {
            return new Handler(new HandlerResult.Good(1000, AttemptResult.Kept.NOTHING), Attempt.USUALLY);
        }

        /// @return a handler of one second that resolves the failure
        public static Handler resolving() {
            var success = new AttemptResult.Succeeded(Attempt.course(), List.of(), NOTHING, false);
            return new Handler(new HandlerResult.Resolved(1000, success), Attempt.USUALLY);
        }

        /// @return a handler of one second that fails
        public static Handler failing(ErrorRecord error) {
            return new Handler(new HandlerResult.Bad(1000, error, AttemptResult.Kept.NOTHING), Attempt.USUALLY);
        }
    }

    /// Says how handlers go.
    public Script handlers(Function<Effect.RunHandler, Handler> answers) {
        handlers = answers;
        return this;
    }

    /// Says what a person answers who is asked about the canary.
    public Script approving(boolean yes) {
        approving = yes;
        return this;
    }

    /// Says how long a person considers the canary.
    public Script considering(Duration time) {
        considering = time;
        return this;
    }

    /// Says how the merge ends.
    public Script merge(MergeResult result) {
        merge = () -> result;
        return this;
    }

    public Signal load() {
        return items.get();
    }

    StepsResult prepare() {
        return preparation.get();
    }

    StepsResult run(Stage stage) {
        return steps.apply(stage);
    }

    Attempt attempt(Effect.StartAttempt start) {
        return attempts.apply(start);
    }

    Handler handler(Effect.RunHandler order) {
        return handlers.apply(order);
    }

    boolean approves() {
        return approving;
    }

    Duration considers() {
        return considering;
    }

    MergeResult offer() {
        return merge.get();
    }

    Duration stepsLast() {
        return STEPS;
    }

    private static Signal loaded(int count) {
        return new Signal.ItemsLoaded(new ItemEvent.Loaded(count, NOTHING, "test", List.of()));
    }
}
