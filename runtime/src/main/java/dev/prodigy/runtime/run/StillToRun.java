package dev.prodigy.runtime.run;

import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.run.StepTree.Node;
import dev.prodigy.runtime.run.StepTree.Part;
import dev.prodigy.runtime.run.StepTree.Root;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which steps a resume may still run where a value is seen. Where the journal cannot tell, they count as if they ran.
final class StillToRun {
    private final StepTree tree;
    private final RunState state;
    private final Reopened reopened;
    private final StepLedger ledger;
    private final List<StepLedger.Reaction> reactions;

    StillToRun(StepTree tree, RunState state, Reopened reopened) {
        this.tree = tree;
        this.state = state;
        this.reopened = reopened;
        this.ledger = state.ledger();
        this.reactions = ledger.reactions();
    }

    /// @return the final event of a step where a value is seen, or null while it runs or has not begun
    ///
    /// @param shared how many of the loops around it are in the rounds that the value's step was in
    StepLedger.@Nullable Ended ended(Node node, StepKey of, int shared) {
        if (tree.phase(node.place().root()) == null) {
            return null;
        }
        var ended = ledger.ended(key(node, of, shared));
        return ended != null && isOver(ended) ? ended : null;
    }

    /// A failed step begins anew, with everything inside it.
    private boolean beginsAnew(Node node, StepKey of, int shared) {
        var ended = ledger.ended(key(node, of, shared));
        return ended != null && !isOver(ended);
    }

    private StepKey key(Node node, StepKey of, int shared) {
        var phase = String.valueOf(tree.phase(node.place().root()));
        var rounds = of.round().subList(0, Math.min(shared, of.round().size()));
        return new StepKey(
                phase, phase.equals(of.phase()) ? of.pass() : null, node.step().path(), rounds);
    }

    /// In a list that reacts to a step, a failure ends for good too.
    private static boolean isOver(StepLedger.Ended ended) {
        return ended.letListGoOn()
                || (ended.event() instanceof StepEvent.Failed failed
                        && !failed.captured().members().isEmpty());
    }

    /// @return whether the step may still run, or is gone on with
    boolean mayRun(Node reader, Mask mask) {
        var root = reader.place().root();
        if (root == Root.ITEMS || !reopened.mayRun(root, state)) {
            return reopened.mayRun(root, state);
        }
        if (Reopened.beginsAnew(root, state) && mask.source().node().place().root() != root) {
            return true;
        }
        var chain = reader.chain();
        int shared = 0;
        for (int i = 0; i < chain.size(); i++) {
            if (ended(chain.get(i), mask.source().key(), shared) != null) {
                return mayRepeat(chain, i, mask);
            }
            if (i + 1 == chain.size()) {
                return true;
            }
            var part = chain.get(i + 1).part();
            if (beginsAnew(chain.get(i), mask.source().key(), shared)) {
                return !isMadeAnew(chain.get(i), part, reader, mask);
            }
            if (!isAhead(chain.get(i), part, mask, shared)) {
                return mayRepeat(chain, i, mask);
            }
            if (part == Part.BODY) {
                if (!isInRound(mask, i + 1, chain.get(i + 1))) {
                    return true;
                }
                shared++;
            }
        }
        return true;
    }

    /// @return whether what the kind of the step executes may still run, where the step itself may
    boolean mayExecute(Node reader, Mask mask) {
        return isAhead(reader, Part.BODY, mask, rounds(reader, mask));
    }

    /// @return how many loops are around both a step and the value's step, in the same round
    static int rounds(Node reader, Mask mask) {
        var chain = reader.chain();
        int shared = 0;
        for (int i = 0; i < chain.size(); i++) {
            if (chain.get(i).part() == Part.BODY) {
                if (!isInRound(mask, i, chain.get(i))) {
                    return shared;
                }
                shared++;
            }
        }
        return shared;
    }

    private static boolean isInRound(Mask mask, int depth, Node step) {
        var chain = mask.source().node().chain();
        return depth < chain.size()
                && chain.get(depth).part() == Part.BODY
                && chain.get(depth).place().equals(step.place());
    }

    /// A step around it may execute everything inside it again. What made the value is then executed too, in front of
    /// what reads it.
    private static boolean mayRepeat(List<Node> chain, int end, Mask mask) {
        for (int i = 0; i < end; i++) {
            if (repeats(chain.get(i).step(), chain.get(i + 1).part())
                    && !isMadeAnew(chain.get(i), chain.get(i + 1).part(), chain.get(end), mask)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMadeAnew(Node around, Part part, Node reader, Mask mask) {
        var made = mask.source().node();
        return made.equals(around)
                ? mask.source().extent() == Mask.Extent.PRODUCT && part.compareTo(Part.TEMPLATE) > 0
                : made.chain().contains(around) && made.precedes(reader);
    }

    private static boolean repeats(Step step, Part part) {
        var retry = step.options().resilience().retry();
        boolean again = (retry != null && retry.attempts() > 1) || recovers(step, 1);
        var validation = step.validation();
        var completion = validation == null ? null : validation.onIncomplete();
        return switch (part) {
            case PHASE, SUCCESS -> false;
            case BODY, TEMPLATE, FALLBACK, FAILURE -> again;
            case VALIDATION -> again || completion != null;
            case COMPLETION -> again || (completion != null && completion.maxAttempts() > 1);
        };
    }

    private static Stream<FailureReaction.Handle> handles(Step step) {
        return Stream.concat(
                        Stream.ofNullable(step.reactions().onFailure()),
                        step.reactions().onExitCode().values().stream())
                .filter(FailureReaction.Handle.class::isInstance)
                .map(FailureReaction.Handle.class::cast);
    }

    /// @param cycles executions that ended
    private static boolean recovers(Step step, int cycles) {
        return handles(step)
                .anyMatch(handle ->
                        handle.strategy() == FailureReaction.Strategy.RECOVERY && handle.maxAttempts() > cycles);
    }

    /// @return whether a part of a step that is not over is not yet behind what reacts to it
    private boolean isAhead(Node node, Part part, Mask mask, int shared) {
        var reaction = reaction(node, mask.source().key(), shared);
        if (reaction == null || !reaction.current()) {
            return true;
        }
        var step = node.step();
        boolean again =
                reaction.after().get("cycles") instanceof Value.Num(var cycles) && recovers(step, cycles.intValue());
        return switch (String.valueOf(stage(reaction))) {
            case "on_success" -> part == Part.SUCCESS;
            case "on_failure" ->
                again
                        || part == Part.FAILURE
                        || (part == Part.SUCCESS
                                && handles(step)
                                        .anyMatch(each -> each.strategy() == FailureReaction.Strategy.FALLBACK));
            case "validate", "on_incomplete" -> again || part.compareTo(Part.VALIDATION) >= 0;
            case "fallback" -> again || part.compareTo(Part.FALLBACK) >= 0;
            default -> true;
        };
    }

    private static @Nullable String stage(StepLedger.Reaction reaction) {
        return reaction.after().get("stage") instanceof Value.Text(var stage) ? stage : null;
    }

    private StepLedger.@Nullable Reaction reaction(Node node, StepKey of, int shared) {
        var found = reactions(key(node, of, shared));
        return found.isEmpty() ? null : found.getFirst();
    }

    /// @return the key of the step that a step belongs to, or null where it belongs to none
    static @Nullable StepKey around(Node inner, StepKey key) {
        if (inner.around() == null) {
            return null;
        }
        int rounds = key.round().size() - (inner.part() == Part.BODY ? 1 : 0);
        return new StepKey(
                key.phase(),
                key.pass(),
                inner.around().step().path(),
                key.round().subList(0, Math.max(0, rounds)));
    }

    /// @return whether the step has ended, and lets what is behind it run
    boolean isOver(StepKey key) {
        var ended = ledger.ended(key);
        return ended != null && isOver(ended);
    }

    /// @return whether what the step came to is taken over: a list that reacted to a step which begins anew does so too
    boolean isAlive(Node node, StepKey key) {
        var outer = around(node, key);
        for (var inner = node; outer != null && inner != null; inner = inner.around()) {
            if (isOver(outer)) {
                return true;
            }
            if (inner.part().compareTo(Part.TEMPLATE) > 0 && reactions(outer).isEmpty()) {
                return false;
            }
            outer = inner.around() == null ? null : around(inner.around(), outer);
        }
        return true;
    }

    /// @param outer of the step that the inner one belongs to
    /// @return whether the inner step's list is the one that goes on
    boolean goesOn(Node inner, StepKey outer) {
        return inner.part().compareTo(Part.TEMPLATE) <= 0
                || reactions(outer).stream().anyMatch(each -> switch (String.valueOf(stage(each))) {
                    case "check", "validate" -> inner.part() == Part.VALIDATION;
                    case "complete", "on_incomplete" -> inner.part() == Part.COMPLETION;
                    case "fallback" -> inner.part() == Part.FALLBACK;
                    case "on_failure" -> inner.part() == Part.FAILURE;
                    default -> inner.part() == Part.SUCCESS;
                });
    }

    private List<StepLedger.Reaction> reactions(StepKey key) {
        return reactions.stream().filter(each -> each.key().equals(key)).toList();
    }
}
