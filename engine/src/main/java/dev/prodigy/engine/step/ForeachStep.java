package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.World;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind.Foreach;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `foreach`: runs steps once per item (spec 01 §2).
final class ForeachStep {
    private final ListRunner lists;

    ForeachStep(ListRunner lists) {
        this.lists = lists;
    }

    Preparation prepare(Step step, Foreach loop, Frame frame) {
        return new Preparation.Ready("foreach", (_, _) -> {
            var begun = frame.world().now();
            return switch (items(step, loop, frame)) {
                case Found.Bad(var failed) -> failed;
                case Found.Good(var items) ->
                    rounds(loop, items, frame, begun.elapsed().toMillis());
            };
        });
    }

    /// What there is to loop over.
    private sealed interface Found {
        record Good(List<Value> items) implements Found {}

        record Bad(Attempted failed) implements Found {}
    }

    private Found items(Step step, Foreach loop, Frame frame) throws Cut {
        var found = switch (loop.input()) {
            case ForeachInput.Listed(var elements) -> listed(elements, frame);
            case ForeachInput.Placed(var text) -> placed(step, text, frame);
            case ForeachInput.Printed(var command) -> printed(step, command, frame);
        };
        var max = Texts.of(frame).integer(loop.maxItems());
        return found instanceof Found.Good(var items) && max != null && items.size() > max
                ? new Found.Good(items.subList(0, max))
                : found;
    }

    private static Found listed(List<dev.prodigy.model.text.Data> elements, Frame frame) throws Cut {
        var items = new ArrayList<Value>();
        for (var element : elements) {
            switch (Texts.of(frame).data(element)) {
                case Texts.Filled.Bad(var error) -> {
                    return new Found.Bad(Attempted.failed(error));
                }
                case Texts.Filled.Good(var value, var _) -> items.add(value);
            }
        }
        return new Found.Good(items);
    }

    private static Found placed(Step step, Text text, Frame frame) throws Cut {
        return switch (Texts.of(frame).value(text)) {
            case Texts.Filled.Bad(var error) -> new Found.Bad(Attempted.failed(error));
            case Texts.Filled.Good(Value.Items(var values), var _) -> new Found.Good(values);
            case Texts.Filled.Good _ -> printed(step, text, frame);
        };
    }

    private static Found printed(Step step, Text command, Frame frame) throws Cut {
        return switch (ShellStep.prepare(step, command, frame)) {
            case Preparation.Refused(var error) -> new Found.Bad(Attempted.failed(error));
            case Preparation.Ready ready -> {
                var attempted = ready.body().execute(1, 1);
                if (!attempted.isGood()) {
                    yield new Found.Bad(attempted);
                }
                var stdout = attempted.product().stdout();
                yield new Found.Good(
                        Json.tryParse(stdout.strip()) instanceof Value.Items(var values)
                                ? values
                                : stdout.lines()
                                        .filter(line -> !line.isEmpty())
                                        .map(Value::of)
                                        .toList());
            }
        };
    }

    private Attempted rounds(Foreach loop, List<Value> items, Frame frame, long begunMs) throws Cut {
        int width = width(Texts.of(frame).integer(loop.parallel()));
        var work = new ArrayList<World.Work<Round>>();
        for (int i = 0; i < items.size(); i++) {
            int index = i;
            work.add(() -> round(loop, items.get(index), index, items.size(), frame));
        }
        var rounds = frame.world().together(work, width, round -> round.good() || loop.continueOnError());
        return summary(loop, rounds, items.size(), frame.world().now().elapsed().toMillis() - begunMs);
    }

    private static int width(@Nullable Integer parallel) {
        return parallel == null ? 1 : Math.max(1, parallel);
    }

    private Round round(Foreach loop, Value item, int index, int total, Frame frame) throws Cut {
        var names = new LinkedHashMap<String, Binding>();
        names.put(loop.as(), Binding.data(item));
        names.put("index", Binding.of(Value.of(index), Nature.DATA));
        names.put("total", Binding.of(Value.of(total), Nature.DATA));
        names.put(
                "foreach",
                new Binding.Namespace(Members.of(Map.of(
                        "item", Binding.data(item),
                        "index", Binding.data(Value.of(index)),
                        "total", Binding.data(Value.of(total))))));
        var result = lists.run(loop.body(), frame.round(index, frame.variables().nested(names)));
        return new Round(index, item, result);
    }

    private record Round(int index, Value item, ListResult result) {
        boolean good() {
            return result.isGood();
        }

        Value toValue() {
            var last = result.last();
            return new FieldsWriter()
                    .put("index", index)
                    .put("item", item)
                    .put("status", good() ? "succeeded" : "failed")
                    .put("exit_code", last.exitCode() == null ? null : Long.valueOf(last.exitCode()))
                    .put("output", last.output())
                    .done();
        }
    }

    private static Attempted summary(Foreach loop, List<@Nullable Round> rounds, int total, long ms) {
        var results = new ArrayList<Value>();
        var outputs = new ArrayList<String>();
        Round firstFailed = null;
        int successful = 0;
        int failed = 0;
        for (var round : rounds) {
            if (round == null) {
                continue;
            }
            results.add(round.toValue());
            outputs.add(round.result().last().output());
            if (round.good()) {
                successful++;
            } else {
                failed++;
                firstFailed = firstFailed == null ? round : firstFailed;
            }
        }
        var further = new FieldsWriter()
                .put("results", new Value.Items(results))
                .put("successful", successful)
                .put("failed", failed)
                .put("total", total)
                .done();
        var text = String.join("\n", outputs);
        var product = Product.of(text, ms).with(further);
        return new Attempted(
                product, text, firstFailed == null ? null : firstFailed.result().error(), loop.continueOnError());
    }
}
