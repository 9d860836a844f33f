package dev.prodigy.runtime.run;

import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.step.StepResult;
import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.run.StepTree.Node;
import dev.prodigy.runtime.run.StepTree.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds a value that a resume needs and that the journal has only masked, because it contains a secret (spec 05 §9).
/// Going on with the mask in its place would be worse than not going on.
final class MaskedResults {
    private final Workflow workflow;
    private final StepLedger ledger;
    private final StepTree tree;
    private final StillToRun still;
    private final List<Mask> masks = new ArrayList<>();

    private MaskedResults(Workflow workflow, RunState state, Reopened reopened) {
        this.workflow = workflow;
        this.ledger = state.ledger();
        this.tree = new StepTree(workflow);
        this.still = new StillToRun(tree, state, reopened);
    }

    /// @param called whether a step runs the workflow: without `outputs` it gives its captures
    /// @throws RunRefused with exit 2, naming the step that must run again
    static void check(Workflow workflow, boolean called, RunState state, Reopened reopened) {
        if (!hasAny(state.ledger())) {
            return;
        }
        var results = new MaskedResults(workflow, state, reopened);
        results.collect();
        var readers = new MaskReaders(workflow, called, results.tree, results.still, state);
        for (var mask : results.masks) {
            if (readers.read(mask)) {
                throw new RunRefused(
                        "captured_secret",
                        2,
                        "what step `" + mask.source().node().step().label()
                                + "` captured contains a secret, which was not stored; the step must run again",
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

    /// Most runs have none: then their steps are not looked at.
    private static boolean hasAny(StepLedger ledger) {
        return ledger.ended().stream().anyMatch(each -> masked(captured(each)) != null)
                || ledger.reactions().stream()
                        .anyMatch(each -> masked(fields(each, "result")) != null || masked(each) != null);
    }

    private void collect() {
        for (var ended : ledger.ended()) {
            var captured = masked(captured(ended));
            var key = StepKey.of(ended.context());
            var node = tree.find(ended.context().step());
            if (captured != null && key != null && node != null && still.isAlive(node, key)) {
                add(new Mask.Source(node, key, ended.seq(), Mask.Extent.PRODUCT), captured);
            }
        }
        for (var reaction : ledger.reactions()) {
            var node = tree.find(reaction.key().step());
            if (node != null) {
                add(new Mask.Source(node, reaction.key(), reaction.seq(), Mask.Extent.PRODUCT), reaction);
            }
        }
    }

    private void add(Mask.Source source, StepLedger.Reaction reaction) {
        var result = masked(fields(reaction, "result"));
        if (result != null) {
            add(source, result);
        }
        var error = masked(reaction);
        var whole = fields(reaction, "result");
        if (error != null && whole != null) {
            masks.addAll(MaskedNames.ofError(source, error, whole));
        }
    }

    private void add(Mask.Source source, Value.Fields result) {
        masks.addAll(MaskedNames.of(source, result));
        var product = StepResult.read(result).product();
        if (workflow instanceof Workflow.MapReduce job) {
            job.captures().stream()
                    .filter(capture ->
                            capture.step().equals(source.node().step().path()))
                    .filter(capture -> SetupCaptures.isOfMask(capture, product, WrittenSecrets.MASK))
                    .forEach(capture ->
                            masks.add(new Mask(source.in(Mask.Extent.PHASE), capture.name(), _ -> true, true)));
        }
        if (isIn(product.toFields())) {
            addAround(source.node(), source.key());
        }
    }

    /// What a step that is not over will have of a list that belongs to it.
    private void addAround(Node inner, StepKey key) {
        var around = inner.around();
        var outer = StillToRun.around(inner, key);
        if (around == null || outer == null || still.isOver(outer) || !still.goesOn(inner, outer)) {
            return;
        }
        var source = new Mask.Source(around, outer, Long.MAX_VALUE, Mask.Extent.PRODUCT);
        if (inner.part() != Part.VALIDATION || isLast(inner)) {
            masks.addAll(MaskedNames.ofList(source, inner.place()));
        }
        if (inner.place().replaces() && isLast(inner)) {
            masks.addAll(MaskedNames.ofProduct(source));
            addAround(around, outer);
        }
    }

    /// @return whether its product may be the last of its list
    private static boolean isLast(Node node) {
        var list = node.place().steps();
        return list.subList(node.index() + 1, list.size()).stream().allMatch(MaskedResults::maySkip);
    }

    private static boolean maySkip(Step step) {
        return step.options().when() != null || step.kind() instanceof StepKind.Removed;
    }

    /// @return what the step captured
    private static Value.@Nullable Fields captured(StepLedger.Ended ended) {
        return switch (ended.event()) {
            case StepEvent.Completed completed -> completed.captured();
            case StepEvent.Failed failed -> failed.captured();
            case StepEvent.Skipped _,
                    StepEvent.Started _,
                    StepEvent.RetryScheduled _,
                    StepEvent.AgentUsage _,
                    StepEvent.ItemsListed _,
                    StepEvent.ProcessLeaked _ -> null;
        };
    }

    private static Value.@Nullable Fields fields(StepLedger.Reaction reaction, String member) {
        return reaction.after().get(member) instanceof Value.Fields fields ? fields : null;
    }

    private static Value.@Nullable Fields masked(Value.@Nullable Fields result) {
        return result == null || result.get(EventCodec.MASKED) == null ? null : result;
    }

    /// @return the error that is reacted to, where it or what the step printed is masked
    private static Value.@Nullable Fields masked(StepLedger.Reaction reaction) {
        var error = fields(reaction, "error");
        var result = masked(fields(reaction, "result"));
        return error != null && (result != null || isIn(error)) ? error : null;
    }
}
