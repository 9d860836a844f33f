package dev.prodigy.testkit.engine;

import dev.prodigy.engine.run.Effect;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Events and effects as short lines, to be compared with what a test expects: type, item and attempt,
/// and the members that tell decisions apart.
public final class ShortLines {
    private static final Set<String> TOLD = Set.of(
            "phase",
            "final",
            "reason",
            "status",
            "exit_code",
            "delay_ms",
            "next_attempt",
            "items_total",
            "key",
            "to",
            "by",
            "succeeded",
            "failed",
            "remaining",
            "total",
            "shaped",
            "iteration");

    private ShortLines() {}

    /// @return a line for each event
    public static String of(List<Recorded> events) {
        return events.stream().map(ShortLines::of).collect(Collectors.joining());
    }

    private static String of(Recorded recorded) {
        var words = new ArrayList<String>();
        words.add(recorded.event().type());
        var context = recorded.context();
        if (context.pass() != null) {
            words.add("pass-" + context.pass());
        }
        if (context.itemId() != null) {
            words.add(context.itemId() + "#" + context.attempt());
        }
        recorded.event().body().members().forEach((name, value) -> {
            if (TOLD.contains(name)) {
                words.add(name + "=" + text(value));
            } else if (name.equals("error") && value instanceof Value.Fields error) {
                words.add("code=" + text(error.members().getOrDefault("code", Value.Null.NULL)));
            }
        });
        return String.join(" ", words) + "\n";
    }

    /// @return the effect's line, behind `→`
    public static String of(Effect effect) {
        return "→ "
                + switch (effect) {
                    case Effect.Prepare _ -> "prepare";
                    case Effect.RunSteps(var stage) -> "run " + stage.name();
                    case Effect.LoadItems _ -> "load items";
                    case Effect.StartAttempt start ->
                        "start " + ItemId.of(start.item()) + "#" + start.attempt() + " at " + start.place();
                    case Effect.AnswerStep(long request, var answer) -> "answer " + request + ": " + answer;
                    case Effect.Settle(int item, int attempt) -> "settle " + ItemId.of(item) + "#" + attempt;
                    case Effect.RunHandler order ->
                        "run handler " + order.handling().handler() + " for " + ItemId.of(order.item()) + "#"
                                + order.attempt();
                    case Effect.AskCanary _ -> "ask about the canary";
                    case Effect.OfferMerge _ -> "offer merge";
                    case Effect.EvaluateOutputs _ -> "evaluate outputs";
                    case Effect.TidyUp(boolean wholly) -> wholly ? "tidy up wholly" : "tidy up";
                    case Effect.WakeAt(var moment) -> "wake at " + moment;
                    case Effect.DeadlineAt(var elapsed) -> "deadline at " + elapsed;
                    case Effect.TellChildren(var word) -> "children " + word;
                    case Effect.CallerStands(boolean still) -> "caller " + (still ? "stands still" : "goes on");
                    case Effect.EndWaits(boolean ofLists) -> "end waits" + (ofLists ? "" : " of items");
                    case Effect.EndAttempt(var item) -> "end attempt of " + ItemId.of(item);
                    case Effect.EndWork(var immediately) -> immediately ? "end work at once" : "end work";
                    case Effect.SaveCheckpoint _ -> "save checkpoint";
                    case Effect.Finish(var terminal) -> "finish " + terminal.type();
                }
                + "\n";
    }

    private static String text(Value value) {
        return switch (value) {
            case Value.Text(var text) -> text;
            case Value.Num(var number) -> number.toPlainString();
            case Value.Bool truth -> Boolean.toString(truth.isTrue());
            case Value.Null _ -> "null";
            case Value.Items _, Value.Fields _ -> "…";
        };
    }
}
