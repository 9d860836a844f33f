package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.step.frame.CallLimits;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.text.BoundValues;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.World;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind.Foreach;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `foreach`: runs steps once per item (spec 01 §2).
public final class ForeachStep {
    private final BodyRunner bodies;

    /// @param bodies runs the rounds
    public ForeachStep(BodyRunner bodies) {
        this.bodies = bodies;
    }

    /// @param frame in the step's own place
    /// @param bound binds the items of a list
    /// @return the loop, ready to be gone through
    /// @throws Refused when a text has no value
    public PreparedStep prepare(Step step, Foreach loop, Frame frame, BoundValues bound) throws Refused, Cut {
        var input = input(step, loop.input(), frame, bound);
        var max = loop.maxItems();
        var limit = CallLimits.of(step, frame).attempt();
        return new PreparedStep("foreach", bound.told(frame.world()), turn -> {
            var inside = frame.inside(turn, limit);
            var begun = inside.world().now();
            return switch (input.items(inside, turn)) {
                case Found.Bad(var failed) -> failed.with(ForeachRounds.NONE.members());
                case Found.Good(var found) -> {
                    var items = max != null && found.size() > max ? found.subList(0, max) : found;
                    var rounds = rounds(loop, items, loop.parallel(), inside);
                    var ended = inside.world().now();
                    yield rounds.attempted(
                            loop.continueOnError(),
                            turn.used()
                                    .plus(ended.elapsed())
                                    .minus(begun.elapsed())
                                    .toMillis());
                }
            };
        });
    }

    /// What there is to loop over.
    private sealed interface Found {
        record Good(List<Value> items) implements Found {}

        record Bad(Attempted failed) implements Found {}
    }

    /// The input with its texts filled; a command runs anew in each execution, but not in one that goes on: its rounds
    /// are told apart by their place in the list, and those that are done may have changed what it would print.
    @FunctionalInterface
    private interface Input {
        Found items(Frame inside, PreparedStep.Turn turn) throws Refused, Cut;
    }

    private static Input input(Step step, ForeachInput input, Frame frame, BoundValues bound) throws Refused, Cut {
        return switch (input) {
            case ForeachInput.Listed(var elements) -> {
                var items = new ArrayList<Value>();
                for (int i = 0; i < elements.size(); i++) {
                    items.add(bound.bind("item " + i, elements.get(i), Texts.of(frame))
                            .value());
                }
                yield (_, _) -> new Found.Good(items);
            }
            case ForeachInput.Placed(var text) ->
                bound.bindList("items", text, Texts.of(frame)).value() instanceof Value.Items(var values)
                        ? (_, _) -> new Found.Good(values)
                        : printed(step, text, frame);
            case ForeachInput.Printed(var command) -> printed(step, command, frame);
        };
    }

    private static Input printed(Step step, Text command, Frame frame) throws Refused, Cut {
        var prepared = ShellStep.prepare(step, command, frame);
        var key = frame.key(step);
        return (_, turn) -> {
            var listed = key == null ? null : turn.history().listed(key);
            if (listed != null) {
                return new Found.Good(listed);
            }
            var attempted = prepared.body().execute(turn);
            if (!attempted.isGood()) {
                return new Found.Bad(attempted);
            }
            var output = attempted.product().stdout();
            var items = elements(output);
            // a secret is not stored: then the command is asked again
            if (key != null && frame.world().masked(output).equals(output)) {
                var at = frame.of(step).inAttempt(turn.attempt(), turn.of());
                frame.world().record(at, new StepEvent.ItemsListed(items));
            }
            return new Found.Good(items);
        };
    }

    private static List<Value> elements(String stdout) {
        return Json.tryParse(stdout.strip()) instanceof Value.Items(var values)
                ? values
                : stdout.lines().filter(line -> !line.isEmpty()).map(Value::of).toList();
    }

    private ForeachRounds rounds(Foreach loop, List<Value> items, int width, Frame frame) throws Cut {
        var work = new ArrayList<World.Work<ForeachRounds.Round>>();
        for (int i = 0; i < items.size(); i++) {
            int index = i;
            work.add(() -> round(loop, items.get(index), index, items.size(), frame));
        }
        var rounds = frame.world().together(work, width, round -> round.result().isGood() || loop.continueOnError());
        var begun = new ArrayList<ForeachRounds.Round>();
        for (ForeachRounds.@Nullable Round round : rounds) {
            if (round != null) {
                begun.add(round);
            }
        }
        return new ForeachRounds(begun, items.size());
    }

    private ForeachRounds.Round round(Foreach loop, Value item, int index, int total, Frame frame) throws Cut {
        var position = Binding.data(Value.of(index));
        var count = Binding.data(Value.of(total));
        var names = new LinkedHashMap<String, Binding>();
        names.put(loop.as(), Binding.data(item));
        names.put("index", position);
        names.put("total", count);
        names.put(
                "foreach",
                new Binding.Namespace(
                        Members.of(Map.of("item", Binding.data(item), "index", position, "total", count))));
        var inRound = frame.at(frame.site().round(index, loop.continueOnError()))
                .with(frame.variables().nested(names));
        return new ForeachRounds.Round(index, item, bodies.run(loop.body(), inRound));
    }
}
