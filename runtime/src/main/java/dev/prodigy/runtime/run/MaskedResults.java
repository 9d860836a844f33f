package dev.prodigy.runtime.run;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.Product;
import dev.prodigy.engine.step.StepResult;
import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.event.EventCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds a value that a resume needs and that the journal has only masked, because it contains a secret (spec 05 §9).
/// Going on with the mask in its place would be worse than not going on.
final class MaskedResults {
    private static final List<String> READERS = List.of(
            "\\$\\{[^}]*",
            "\\$",
            "\\(\\([^)]*",
            "\\[[^\\]=]*",
            "\\b(let|declare|local|typeset|export|printenv|test)\\s[^\\n;]*",
            "(?i:env)[^\\n]{0,20}",
            "\\b(when|condition)=[^\\n]*");

    private final List<String> texts;
    private final boolean givesCaptures;

    private MaskedResults(List<String> texts, boolean givesCaptures) {
        this.texts = texts;
        this.givesCaptures = givesCaptures;
    }

    /// @param called whether a step runs the workflow: without `outputs` it gives its captures
    /// @throws RunRefused with exit 2, naming the step that must run again
    static void check(Workflow workflow, boolean called, StepLedger ledger) {
        var ended =
                ledger.ended().stream().filter(StepLedger.Ended::letListGoOn).toList();
        var steps = AllSteps.of(workflow).stream()
                .collect(Collectors.toMap(Step::path, Function.identity(), (one, _) -> one));
        var over = new HashSet<String>();
        ended.stream().map(each -> each.context().step()).forEach(over::add);
        var texts = new ArrayList<String>();
        texts.add(workflow.header().outputs().toString());
        texts.add(workflow.header().environment().env().toString());
        steps.values().stream()
                .filter(step -> !over.contains(step.path()))
                .map(Step::toString)
                .forEach(texts::add);
        var needs =
                new MaskedResults(texts, called && workflow.header().outputs().isEmpty());
        var last = ended.stream().max(Comparator.comparingLong(StepLedger.Ended::seq));
        for (var each : ended) {
            var step = steps.get(String.valueOf(each.context().step()));
            var captured = captured(each);
            if (step != null && captured != null && needs.any(step, captured, each.equals(last.orElse(null)))) {
                throw new RunRefused(
                        "captured_secret",
                        2,
                        "what step `" + step.label()
                                + "` captured contains a secret, which was not stored; the step must" + " run again",
                        "start a new run");
            }
        }
    }

    /// @return whether a mask stands in the value, as far as one can tell from the value alone
    static boolean isIn(Value value) {
        return switch (value) {
            case Value.Text(var text) -> text.contains(WrittenSecrets.MASK);
            case Value.Items(var values) -> values.stream().anyMatch(MaskedResults::isIn);
            case Value.Fields(var members) ->
                members.keySet().stream().anyMatch(name -> name.contains(WrittenSecrets.MASK))
                        || members.values().stream().anyMatch(MaskedResults::isIn);
            case Value.Num _, Value.Bool _, Value.Null _ -> false;
        };
    }

    /// @return what the step captured, if a part of it is masked
    private static Value.@Nullable Fields captured(StepLedger.Ended ended) {
        return switch (ended.event()) {
            case StepEvent.Completed completed -> ifMasked(completed.captured());
            case StepEvent.Failed failed -> ifMasked(failed.captured());
            case StepEvent.Skipped _,
                    StepEvent.Started _,
                    StepEvent.RetryScheduled _,
                    StepEvent.AgentUsage _,
                    StepEvent.ItemsListed _,
                    StepEvent.ProcessLeaked _ -> null;
        };
    }

    private static Value.@Nullable Fields ifMasked(Value.Fields captured) {
        return captured.get(EventCodec.MASKED) == null ? null : captured;
    }

    /// @param last whether no step ended after it, so that `last.output` is its own
    private boolean any(Step step, Value.Fields captured, boolean last) {
        var capture = step.options().captures().name();
        var isValue = Value.of("value").equals(captured.get(EventCodec.MASKED));
        var text = "\\s*\\.\\s*(output|stdout|stderr|results" + outputs(captured) + ")\\b";
        return (capture != null && isValue && (givesCaptures || mentions(Pattern.quote(capture))))
                || (step.id() != null && mentions(Pattern.quote(step.id()) + text))
                || (step.kind() instanceof StepKind.SubWorkflow child
                        && child.isEntry()
                        && mentions(Pattern.quote(child.target()) + text))
                || (last && mentions("(last|" + Pattern.quote(step.kind().keyword()) + ")" + text));
    }

    /// @return the names of those outputs of the step, and of the workflow that it ran, that are masked
    private static String outputs(Value.Fields captured) {
        var product = StepResult.read(captured).product();
        return Stream.of(captured.get(Product.OUTPUTS), product.further().get(Product.OUTPUTS))
                .filter(Value.Fields.class::isInstance)
                .flatMap(each -> ((Value.Fields) each).members().entrySet().stream())
                .filter(each -> isIn(each.getValue()))
                .map(each -> "|" + Pattern.quote(each.getKey()))
                .collect(Collectors.joining());
    }

    /// A name counts where something reads it: in a placeholder, as a variable of a shell or of its arithmetic, where
    /// a program asks its environment, in a condition. The same word elsewhere is only a word.
    private boolean mentions(String name) {
        var pattern = Pattern.compile("(" + READERS.stream().collect(Collectors.joining("|")) + ")\\b" + name + "\\b");
        return texts.stream().anyMatch(text -> pattern.matcher(text).find());
    }
}
