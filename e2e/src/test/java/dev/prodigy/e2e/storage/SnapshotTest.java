package dev.prodigy.e2e.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.item.ItemTimeouts;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.ErrorCollection;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.policy.QuotaPolicy;
import dev.prodigy.model.policy.StopMode;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.model.workflow.PhaseSteps.When;
import dev.prodigy.runtime.snapshot.StateImage;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import dev.prodigy.testkit.policy.FixedRetries;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// fold(snapshot, rest) = fold(all), whatever the journal and wherever the snapshot was taken (spec 05
/// §5.3).
class SnapshotTest {
    private static final int ITEMS = 12;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aSnapshotAndTheRestAreTheWhole(long seed) {
        var journal = journal(new Random(seed));
        var whole = image(fold(new RunState(), journal));

        for (int taken = 1; taken < journal.size(); taken++) {
            var snapshot = image(fold(new RunState(), journal.subList(0, taken)));
            var restored = StateImage.read(Json.parse(snapshot)).orElseThrow();
            assertThat(image(restored))
                    .as("seed %d, taken behind %d", seed, taken)
                    .isEqualTo(snapshot);
            var state = fold(restored, journal.subList(taken, journal.size()));
            assertThat(image(state)).as("seed %d, taken behind %d", seed, taken).isEqualTo(whole);
        }
    }

    /// What a resume compares a failed step with, and that what it left before its worktree was made is gone.
    @Test
    void aSnapshotKeepsWhatFailedStepsBeganWith() {
        var at = Context.phase("commands").inPass(1).inStep("commands[0]", null, List.of());
        var nothing = new Value.Fields(Map.of());
        var failed = new StepEvent.Failed("shell", exit(3), false, 1, 1, 1, 0, nothing, null, "head tree", "head");
        var made = new WorktreeEvent.Created("run-1", "/work", null, "head");
        var state = fold(new RunState(), List.of(recorded(1, at, failed), recorded(2, Context.RUN, made)));

        var restored = StateImage.read(Json.parse(image(state))).orElseThrow().ledger();

        var ended = restored.ended(StepKey.of(at));
        assertThat(ended.event()).isEqualTo(failed);
        assertThat(restored.isBeforeWorktree(ended)).isTrue();
    }

    private static Recorded recorded(long seq, Context context, Event event) {
        return new Recorded(seq, Instant.EPOCH, Duration.ZERO, "run-1", null, context, event);
    }

    /// Items fail, wait, commit and succeed at random; the run is cut off, taken up again, and what
    /// failed is redriven.
    private static List<Recorded> journal(Random random) {
        var plan = plan(1 + random.nextInt(4));
        var script = new Script().items(ITEMS).attempts(_ -> switch (random.nextInt(4)) {
            case 0 -> Attempt.failing(exit(3 + random.nextInt(3)));
            case 1 -> Attempt.good().committing();
            default -> Attempt.good();
        });
        var run = new ManualEngine(plan, script)
                .dyingAfter(10 + random.nextInt(40))
                .begin()
                .play();
        run = run.afterwards().resume().play();
        var letters = run.state().items() == null
                ? new int[0]
                : run.state().items().letters().items();
        if (letters.length > 0) {
            run = run.afterwards().redrive(List.of(letters[0]), true, 2).play();
        }
        return run.journal();
    }

    private static Plan plan(int maxParallel) {
        var retry = FixedRetries.of(3, Duration.ofSeconds(2)).resolve(Dialect.ITEM);
        var policy = new ErrorPolicy(
                new FailureDisposition.Dlq(),
                true,
                null,
                null,
                ErrorPolicy.DEFAULT_MIN_SAMPLES,
                null,
                new ErrorCollection.Aggregate(),
                StopMode.DRAIN,
                retry,
                null,
                null,
                QuotaPolicy.DEFAULT);
        return new Plan(
                false,
                List.of(new Stage.Steps("setup"), new Stage.Map(), new Stage.Steps("reduce"), new Stage.Merge()),
                new MapRules(maxParallel, policy, ItemTimeouts.NONE, new OnConflict.Fail(), null, Map.of()),
                new Plan.Conditions(When.ENDED, When.ENDED),
                new Plan.Passing(true, false),
                Plan.Limits.NONE,
                false,
                new RunPolicy(QuotaPolicy.DEFAULT, null, false));
    }

    private static ErrorRecord exit(int code) {
        return ErrorRecord.of(ErrorCode.ofExit(code), "exit status " + code);
    }

    private static RunState fold(RunState state, List<Recorded> events) {
        events.forEach(event -> Fold.apply(state, event));
        return state;
    }

    private static String image(RunState state) {
        return Json.write(StateImage.of(state).orElseThrow());
    }
}
