package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.WantedOutput;
import dev.prodigy.lang.decode.WorkflowCall;
import dev.prodigy.lang.decode.workflow.ParameterValues;
import dev.prodigy.lang.lint.StandardMembers;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.workflow.Header;
import java.util.Set;

/// Compares what a call gives and demands with what the other workflow takes and gives (spec 01 §12).
final class CallCheck {
    private static final String OTHER_NAME = "Give it another name in the outputs of that workflow.";

    private CallCheck() {}

    /// Reports what does not fit, at the call. What is wrong in the other workflow hides nothing of that, as far as it
    /// could be read.
    static void check(WorkflowCall call, Loaded child) {
        var draft = child.draft();
        if (draft == null || draft.workflow() == null) {
            return;
        }
        var header = draft.workflow().header();
        if (call.with() != null) {
            if (child.workflow() != null && child.normalForm() != null) {
                var names = new ParameterNames(child.workflow(), child.normalForm());
                call.with().values().entries().stream()
                        .filter(value -> !names.isKnown(value.key()))
                        .forEach(value -> reportUnknown(value, call.with().place(), call.file(), names));
            }
            for (var parameter : header.parameters()) {
                var value = call.with().values().get(parameter.name());
                if (value != null) {
                    ParameterValues.check(parameter, value, call.with().place().key(parameter.name()));
                }
            }
        }
        if (call.given() != null) {
            reportMissing(call.given(), header, call);
        }
        reportTaken(header, call);
        if (child.workflow() != null && !header.outputs().isEmpty()) {
            call.wanted().stream()
                    .filter(wanted ->
                            !header.outputs().containsKey(wanted.name().source()))
                    .forEach(wanted -> reportOutput(wanted, header.outputs().keySet(), call));
        }
    }

    private static void reportUnknown(Node.Entry value, Place with, String file, ParameterNames names) {
        var at = with.key(value.key());
        var message = "the workflow \"" + file + "\" neither declares nor uses a parameter \"" + value.key() + "\"";
        at.report(Problem.error(
                        ProblemCode.UNKNOWN_PARAMETER,
                        message,
                        value.keySpan(),
                        at.path().toString())
                .suggesting(Nearest.to(value.key(), names.declared())));
    }

    private static void reportMissing(Set<String> given, Header header, WorkflowCall call) {
        for (Parameter parameter : header.parameters()) {
            boolean isThere = given.contains(parameter.name())
                    || parameter.defaultValue() != null
                    || header.defaults().containsKey(parameter.name());
            if (parameter.required() && !isThere) {
                var message = "the workflow \"" + call.file() + "\" needs the parameter \"" + parameter.name() + "\"";
                call.place().error(ProblemCode.MISSING_PARAMETER, call.span(), message, "Add it to with.");
            }
        }
    }

    /// What a step says of itself is not its child's to say (spec 01 §7, §12).
    private static void reportTaken(Header header, WorkflowCall call) {
        for (var wanted : call.wanted()) {
            var name = wanted.name().source();
            if (StandardMembers.tellsOfCall(name)) {
                wanted.place().warning(ProblemCode.RESERVED_NAME, wanted.name().span(), taken(name), OTHER_NAME);
            }
        }
        if (call.wanted().isEmpty()) {
            header.outputs().keySet().stream()
                    .filter(StandardMembers::tellsOfCall)
                    .forEach(name ->
                            call.place().warning(ProblemCode.RESERVED_NAME, call.span(), taken(name), OTHER_NAME));
        }
    }

    private static String taken(String output) {
        return "the output \"" + output + "\" cannot be read here: ." + output + " tells of the step that calls";
    }

    private static void reportOutput(WantedOutput wanted, Set<String> given, WorkflowCall call) {
        var name = wanted.name();
        var at = wanted.place();
        var message = "the workflow \"" + call.file() + "\" has no output \"" + name.source() + "\"; it gives "
                + String.join(", ", given);
        at.report(Problem.error(
                        ProblemCode.UNDEFINED_REFERENCE,
                        message,
                        name.span(),
                        at.path().toString())
                .suggesting(Nearest.to(name.source(), given)));
    }
}
