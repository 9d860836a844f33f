package dev.prodigy.testkit.engine;

import dev.prodigy.engine.admission.Answer;
import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Attempts of items that are one call of an agent: what the real ones ask and do, in virtual time.
final class AgentCalls {
    private static final Duration LASTING = Duration.ofSeconds(1);
    private static final Value NOTHING = new Value.Items(List.of());
    private static final AttemptResult.Course COURSE = new AttemptResult.Course(LASTING.toMillis(), 0, 0, NOTHING);

    private final Script script;
    private final Schedule agenda;
    private final VirtualClock clock;
    private final Consumer<Signal> signals;
    private final Map<Long, Call> open = new HashMap<>();
    private final List<String> made = new ArrayList<>();
    private long numbers;

    AgentCalls(Script script, Schedule agenda, VirtualClock clock, Consumer<Signal> signals) {
        this.script = script;
        this.agenda = agenda;
        this.clock = clock;
        this.signals = signals;
    }

    /// One attempt.
    ///
    /// @param error of its last call, or null
    private record Call(Effect.StartAttempt start, @Nullable ErrorRecord error) {}

    List<String> made() {
        return List.copyOf(made);
    }

    void begin(Effect.StartAttempt start, Context context) {
        long number = ++numbers;
        open.put(number, new Call(start, null));
        var at = context.inStep("map.agent_template[0]", null, List.of()).inAttempt(1, 1);
        agenda.add(
                clock.now().elapsed(),
                () -> signals.accept(new Signal.StepAsked(number, new StepRequest(at, null, true))));
    }

    void answered(long number, Answer answer) {
        var call = open.get(number);
        if (call == null) {
            return;
        }
        switch (answer) {
            case Answer.Admitted _ -> run(number, call.start());
            case Answer.Noted _ -> {
                var error = call.error();
                end(
                        number,
                        call.start(),
                        error == null
                                ? new AttemptResult.Succeeded(COURSE, List.of(), NOTHING, false)
                                : new AttemptResult.Failed(
                                        COURSE,
                                        error,
                                        Signature.of(error, NOTHING),
                                        AttemptResult.Kept.NOTHING,
                                        NOTHING));
            }
            case Answer.Halted _ -> end(number, call.start(), new AttemptResult.Interrupted("halt"));
            case Answer.Refused _, Answer.RetryGranted _, Answer.RetryDenied _ -> throw new IllegalStateException();
        }
    }

    private void run(long number, Effect.StartAttempt start) {
        var begun = clock.now().elapsed();
        made.add(ItemId.of(start.item()).substring("item-".length()) + "@" + begun.toSeconds());
        agenda.work(
                start.item(),
                begun.plus(LASTING),
                () -> {
                    var error = script.call(start.item());
                    open.put(number, new Call(start, error));
                    signals.accept(new Signal.StepLeft(number, error));
                },
                () -> {
                    signals.accept(new Signal.StepCut(number));
                    end(number, start, new AttemptResult.Interrupted("cancelled"));
                });
    }

    private void end(long number, Effect.StartAttempt start, AttemptResult result) {
        open.remove(number);
        agenda.add(
                clock.now().elapsed(),
                () -> signals.accept(new Signal.AttemptEnded(start.item(), start.attempt(), result)));
    }
}
