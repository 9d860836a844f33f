package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.step.ListResult;
import dev.prodigy.engine.step.Outcome;
import dev.prodigy.engine.step.StepResult;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.item.ItemStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The result object of an item, as reduce and people read it (spec 03 §7).
record ItemResult(
        ItemStore.Item item,
        int attempt,
        ListResult list,
        AttemptResult.Course course,
        List<String> commits,
        List<String> files) {
    private static final int LONGEST_OUTPUT = 64 * 1024;

    static ItemResult of(
            ItemStore.Item item,
            int attempt,
            ListResult list,
            AttemptResult.Course course,
            List<String> commits,
            List<String> files) {
        return new ItemResult(item, attempt, list, course, commits, files);
    }

    /// @return the object of a successful item
    Value success() {
        return members("success")
                .put("success", true)
                .put("error", Value.Null.NULL)
                .done();
    }

    /// @return the object of a failed item; its error and branch stand beside it in the journal
    Value failure() {
        return members("failed").put("success", false).done();
    }

    private FieldsWriter members(String status) {
        var captures = new LinkedHashMap<String, Value>();
        var tolerated = new ArrayList<String>();
        for (var each : list.ended()) {
            var name = each.step().options().captures().name();
            if (name != null && each.result().captured() != null) {
                captures.put(name, each.result().captured());
            }
            if (each.result().outcome() == Outcome.TOLERATED) {
                tolerated.add(each.step().label());
            }
        }
        return new FieldsWriter()
                .put("item_id", ItemId.of(item.index()))
                .put("index", item.index())
                .put("key", item.key())
                .put("item", item.data())
                .put("status", status)
                .put("attempts", attempt)
                .putAll(output())
                .put("captures", new Value.Fields(captures))
                .put("tolerated", tolerated)
                .put("commits", commits)
                .put("files_changed", files)
                .put("duration_ms", course.durationMs());
    }

    /// stdout of the steps in order, of an agent its final text; at most its end.
    private Value.Fields output() {
        var text = new StringBuilder();
        list.ended().forEach(each -> text.append(said(each.step(), each.result())));
        boolean truncated = text.length() > LONGEST_OUTPUT;
        return new FieldsWriter()
                .put("output", truncated ? text.substring(text.length() - LONGEST_OUTPUT) : text.toString())
                .put("output_truncated", truncated)
                .done();
    }

    private static String said(Step step, StepResult result) {
        return step.kind() instanceof StepKind.Agent
                ? result.product().output()
                : result.product().stdout();
    }

    static long waits(ListResult list) {
        return list.ended().stream().mapToLong(each -> each.result().waitMs()).sum();
    }

    /// @return what happened in the steps, one object each
    static Value steps(ListResult list) {
        return new Value.Items(list.ended().stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("step", each.step().label())
                        .put("status", each.result().outcome().word())
                        .put("attempts", each.result().attempts())
                        .put("execution_ms", each.result().executionMs())
                        .done())
                .toList());
    }
}
