package dev.prodigy.runtime.item;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;

/// What the steps of an item's attempt brought forth: the part of its result object that stands nowhere
/// else in the journal (spec 03 §7).
///
/// @param output stdout of the steps in order, of an agent its final text; at most its end
/// @param truncated whether there was more of it
/// @param captures by their names
/// @param tolerated labels of the steps whose failures stand and are accepted
public record ItemYield(String output, boolean truncated, Value.Fields captures, List<String> tolerated) {
    private static final int LONGEST_OUTPUT = 64 * 1024;

    /// So much is masked.
    private static final int LOOKED_AT = 4 * LONGEST_OUTPUT;

    /// @param redactor masks the output before its beginning is cut off, perhaps in the middle of a secret
    /// @param tolerated as told by all steps of the attempt, of which the list need not have all
    /// @return what a list of steps brought forth
    public static ItemYield of(ListResult list, List<String> tolerated, Redactor redactor) {
        var captures = new LinkedHashMap<String, Value>();
        var text = new StringBuilder();
        boolean truncated = false;
        for (var each : list.ended()) {
            var name = each.step().options().captures().name();
            if (name != null && each.result().captured() != null) {
                captures.put(name, each.result().captured());
            }
            var said = said(each.step(), each.result());
            truncated |= text.length() + said.length() > LONGEST_OUTPUT;
            text.append(end(redactor.redact(redactor.endOf(said, LOOKED_AT)), LONGEST_OUTPUT));
        }
        return new ItemYield(end(text, LONGEST_OUTPUT), truncated, new Value.Fields(captures), tolerated);
    }

    /// @param files that the item's commits change
    /// @return the members that are not empty: a quiet item costs little
    public Value.Fields toFields(List<String> files) {
        var out = new FieldsWriter();
        if (!output.isEmpty()) {
            out.put("output", output);
        }
        if (truncated) {
            out.put("output_truncated", true);
        }
        if (!captures.members().isEmpty()) {
            out.put("captures", captures);
        }
        if (!tolerated.isEmpty()) {
            out.put("tolerated", tolerated);
        }
        if (!files.isEmpty()) {
            out.put("files_changed", files);
        }
        return out.done();
    }

    private static String said(Step step, StepResult result) {
        return step.kind() instanceof StepKind.Agent
                ? result.product().output()
                : result.product().stdout();
    }

    private static String end(CharSequence text, int longest) {
        int from = Math.max(0, text.length() - longest);
        return text.subSequence(from, text.length()).toString();
    }
}
