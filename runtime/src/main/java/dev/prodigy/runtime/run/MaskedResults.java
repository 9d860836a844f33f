package dev.prodigy.runtime.run;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
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

    private MaskedResults(List<String> texts) {
        this.texts = texts;
    }

    /// @throws RunRefused with exit 2, naming the step that must run again
    static void check(Workflow workflow, StepLedger ledger) {
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
        var needs = new MaskedResults(texts);
        var last = ended.stream().max(Comparator.comparingLong(StepLedger.Ended::seq));
        for (var each : ended) {
            var step = steps.get(String.valueOf(each.context().step()));
            var masked = masked(each);
            if (step != null && masked != null && needs.any(step, masked, each.equals(last.orElse(null)))) {
                throw new RunRefused(
                        "captured_secret",
                        2,
                        "what step `" + step.label()
                                + "` captured contains a secret, which was not stored; the step must" + " run again",
                        "start a new run");
            }
        }
    }

    private static @Nullable Value masked(StepLedger.Ended ended) {
        return switch (ended.event()) {
            case StepEvent.Completed completed -> completed.captured().get(EventCodec.MASKED);
            case StepEvent.Failed failed -> failed.captured().get(EventCodec.MASKED);
            case StepEvent.Skipped _,
                    StepEvent.Started _,
                    StepEvent.RetryScheduled _,
                    StepEvent.AgentUsage _,
                    StepEvent.ItemsListed _,
                    StepEvent.ProcessLeaked _ -> null;
        };
    }

    /// @param last whether no step ended after it, so that `last.output` is its own
    private boolean any(Step step, Value masked, boolean last) {
        var capture = step.options().captures().name();
        var text = "\\s*\\.\\s*(output|stdout|stderr|results)\\b";
        return (capture != null && masked.equals(Value.of("value")) && mentions(Pattern.quote(capture)))
                || (step.id() != null && mentions(Pattern.quote(step.id()) + text))
                || (last && mentions("(last|" + Pattern.quote(step.kind().keyword()) + ")" + text));
    }

    /// A name counts where something reads it: in a placeholder, as a variable of a shell or of its arithmetic, where
    /// a program asks its environment, in a condition. The same word elsewhere is only a word.
    private boolean mentions(String name) {
        var pattern = Pattern.compile("(" + READERS.stream().collect(Collectors.joining("|")) + ")\\b" + name + "\\b");
        return texts.stream().anyMatch(text -> pattern.matcher(text).find());
    }
}
