package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.model.event.UnknownEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.item.ItemId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which event led to an event, its `cause` (spec 05 §5.2).
///
/// What happens to a step follows from what happened to it before, and so it is with an item, and with the run's own
/// course from phase to phase. Everything else follows from what the same decision has just said: the item that failed
/// stops the run, the person who called for it skips the item. What has no such event has no cause, and what an earlier
/// process saw is not looked up. Remembered is what is under way, so the number of items does not matter.
final class Causes {
    private final Map<Step, Long> steps = new HashMap<>();
    private final Map<String, Long> items = new HashMap<>();
    private @Nullable Long course;
    private @Nullable Long decided;

    private record Step(@Nullable String item, String path, List<Integer> round) {
        static @Nullable Step of(Context context) {
            return context.step() == null ? null : new Step(context.itemId(), context.step(), context.round());
        }

        /// @return the step whose round this one is of, or null outside of loops
        @Nullable
        Step loop() {
            int inner = path.lastIndexOf(".do[");
            return round.isEmpty() || inner < 0
                    ? null
                    : new Step(item, path.substring(0, inner), round.subList(0, round.size() - 1));
        }
    }

    /// A decision begins.
    void begin() {
        decided = null;
    }

    /// @return `seq` of the event that led to one which is about to be recorded, or null
    @Nullable
    Long causeOf(RunState state, Context context, Event event) {
        var own = fromWithout(event) ? null : own(state, context, event);
        if (own != null) {
            return own;
        }
        return decided != null ? decided : isCourse(context, event) ? course : null;
    }

    /// Takes in an event that the state has just been changed by.
    void recorded(RunState state, Recorded recorded) {
        var context = recorded.context();
        var event = recorded.event();
        if (event instanceof RunEvent.CheckpointSaved) {
            return;
        }
        decided = recorded.seq();
        var step = Step.of(context);
        if (step != null) {
            boolean over = event instanceof StepEvent.Completed
                    || event instanceof StepEvent.Failed
                    || event instanceof StepEvent.Skipped;
            if (event instanceof StepEvent.ProcessLeaked) {
                // may be told long after its step has ended
                steps.computeIfPresent(step, (_, _) -> recorded.seq());
            } else {
                steps.compute(step, (_, _) -> over ? null : recorded.seq());
            }
        }
        var item = context.itemId();
        if (item != null && !isUnderWay(state, item)) {
            items.remove(item);
            steps.keySet().removeIf(each -> item.equals(each.item()));
        } else if (item != null && context.round().isEmpty()) {
            items.put(item, recorded.seq());
        } else if (isCourse(context, event)) {
            course = recorded.seq();
        }
    }

    private @Nullable Long own(RunState state, Context context, Event event) {
        var step = Step.of(context);
        var ofStep = step == null ? null : steps.get(step);
        var loop = step == null ? null : step.loop();
        if (ofStep != null || loop != null) {
            return ofStep == null ? steps.get(loop) : ofStep;
        }
        var item = context.itemId();
        if (item == null) {
            return null;
        }
        var ofItem = items.get(item);
        return ofItem == null && event instanceof ItemEvent.Started ? beginning(state, item) : ofItem;
    }

    /// An item that waits for its next attempt is not under way: its trail knows what it waits for. The first attempt
    /// follows from the phase.
    private @Nullable Long beginning(RunState state, String item) {
        var items = state.items();
        var trail = items == null ? null : items.trail(ItemId.index(item));
        return trail == null || trail.failedSeq() == 0 ? course : Long.valueOf(trail.failedSeq());
    }

    private static boolean isUnderWay(RunState state, String item) {
        var items = state.items();
        return items != null && items.state(ItemId.index(item)) == ItemState.RUNNING;
    }

    /// @return whether something other than the item's own course led to what happened to it
    private static boolean fromWithout(Event event) {
        return event instanceof ItemEvent.Interrupted
                || event instanceof ItemEvent.Skipped
                || event instanceof ItemEvent.Requeued;
    }

    /// @return whether the event is one of the run's own course, which is one after the other
    private static boolean isCourse(Context context, Event event) {
        if (context.itemId() != null) {
            return false;
        }
        return switch (event) {
            case StepEvent _ -> context.round().isEmpty();
            case PhaseEvent _, EndEvent _, WorktreeEvent _, SubWorkflowEvent _, ItemEvent _ -> true;
            case RunEvent run -> run instanceof RunEvent.Started || run instanceof RunEvent.Resumed;
            case HandlerEvent _, LetterEvent _, ControlEvent _, CircuitEvent _, QuotaEvent _, UnknownEvent _ -> false;
        };
    }
}
