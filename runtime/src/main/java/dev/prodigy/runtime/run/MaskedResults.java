package dev.prodigy.runtime.run;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.Left;
import dev.prodigy.engine.step.Product;
import dev.prodigy.engine.step.StepResult;
import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.lang.expr.ReadNames;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.event.EventCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds a value that a resume needs and that the journal has only masked, because it contains a secret (spec 05 §9).
/// Going on with the mask in its place would be worse than not going on.
final class MaskedResults {
    private static final String UNHARMED = "(?!\\s*\\.\\s*(exit_code|success|duration)\\b)";
    /// What takes a value does not read it.
    private static final Pattern CAPTURES = Pattern.compile("Captures\\[name=[\\w-]+");

    private static final String MEMBER = "\\s*\\.\\s*";

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
                .map(step -> CAPTURES.matcher(step.toString()).replaceAll("Captures["))
                .forEach(texts::add);
        var needs =
                new MaskedResults(texts, called && workflow.header().outputs().isEmpty());
        var last = ended.stream().max(Comparator.comparingLong(StepLedger.Ended::seq));
        for (var each : ended) {
            var step = steps.get(String.valueOf(each.context().step()));
            var captured = captured(each);
            if (step == null || captured == null) {
                continue;
            }
            boolean isLast = each.equals(last.orElse(null));
            if (needs.any(step, captured, isLast)
                    || needs.anyOfSetup(workflow, step, captured)
                    || needs.anyOfAround(step, captured, steps.values(), over)) {
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
        var isValue = Value.of("value").equals(captured.get(EventCodec.MASKED));
        var text = MEMBER + "(output|stdout|stderr|results" + outputs(captured) + ")\\b";
        return (isValue && isCaptureRead(step))
                || (step.id() != null && mentions(Pattern.quote(step.id()) + text))
                || (step.kind() instanceof StepKind.SubWorkflow child
                        && child.isEntry()
                        && mentions(Pattern.quote(child.target()) + text))
                || (last && mentions("(last|" + Pattern.quote(step.kind().keyword()) + ")" + text))
                || anyLeft(StepResult.read(captured).gain().left());
    }

    /// @return whether something reads what the step captured: the members that tell how it ended hold nothing of that
    private boolean isCaptureRead(Step step) {
        var name = step.options().captures().name();
        return name != null && (givesCaptures || mentions(Pattern.quote(name) + UNHARMED));
    }

    /// What validation and handlers left behind.
    private boolean anyLeft(Left left) {
        for (var space : left.namespaces().entrySet()) {
            for (var member : space.getValue().members().entrySet()) {
                if (isIn(member.getValue())
                        && mentions(Pattern.quote(space.getKey()) + MEMBER + Pattern.quote(member.getKey()) + "\\b")) {
                    return true;
                }
            }
        }
        return left.captures().entrySet().stream()
                .anyMatch(each -> isIn(each.getValue()) && mentions(Pattern.quote(each.getKey())));
    }

    /// What `capture_outputs` takes of the step: its mask, or nothing, where something else stood.
    private boolean anyOfSetup(Workflow workflow, Step step, Value.Fields captured) {
        if (!(workflow instanceof Workflow.MapReduce job)) {
            return false;
        }
        var product = StepResult.read(captured).product();
        return job.captures().stream()
                .filter(capture -> capture.step().equals(step.path()))
                .filter(capture -> SetupCaptures.isOfMask(capture, product, WrittenSecrets.MASK))
                .anyMatch(capture -> mentions(Pattern.quote(capture.name())));
    }

    /// A loop or a template whose last step this is gives its output as its own, and is not over.
    private boolean anyOfAround(Step step, Value.Fields captured, Collection<Step> steps, Set<String> over) {
        for (var around : steps) {
            var body = switch (around.kind()) {
                case StepKind.Foreach loop -> loop.body();
                case StepKind.Inline template -> template.body();
                case StepKind.Shell _,
                        StepKind.Agent _,
                        StepKind.WriteFile _,
                        StepKind.Validate _,
                        StepKind.SubWorkflow _,
                        StepKind.Removed _ -> List.<Step>of();
            };
            if (!body.isEmpty() && body.getLast().path().equals(step.path()) && !over.contains(around.path())) {
                return isCaptureRead(around)
                        || any(around, captured, true)
                        || anyOfAround(around, captured, steps, over);
            }
        }
        return false;
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

    private boolean mentions(String name) {
        var reader = ReadNames.pattern(name);
        return texts.stream().anyMatch(text -> reader.matcher(text).find());
    }
}
