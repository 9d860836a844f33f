package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.lint.TextReads;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.run.StepTree.Node;
import dev.prodigy.runtime.run.StepTree.Part;
import dev.prodigy.runtime.run.StepTree.Root;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Whether anything that a resume may run reads a mask (spec 05 §9): by the scopes and the order of spec 01 §7.
final class MaskReaders {
    private final Workflow workflow;
    private final boolean givesCaptures;
    private final StepTree tree;
    private final StillToRun still;
    private final RunState state;
    private final Map<String, Texts> texts = new HashMap<>();

    /// @param called whether a step runs the workflow: without `outputs` it gives its captures
    MaskReaders(Workflow workflow, boolean called, StepTree tree, StillToRun still, RunState state) {
        this.workflow = workflow;
        this.givesCaptures = called && workflow.header().outputs().isEmpty();
        this.tree = tree;
        this.still = still;
        this.state = state;
    }

    /// What the texts of a step read.
    private record Texts(TextReads around, TextReads kind) {}

    /// @return whether a step, or the run itself, may read it
    boolean read(Mask mask) {
        var environment = workflow.header().environment();
        return readByRun(mask)
                || tree.nodes().stream().anyMatch(node -> isReached(node, mask) && reads(node, mask))
                || passedOn(environment.env(), mask, _ -> true)
                || environment.profiles().values().stream().anyMatch(each -> passedOn(each, mask, _ -> true));
    }

    private boolean readByRun(Mask mask) {
        var source = mask.source();
        if (source.node().round() != null || source.node().place().root() == Root.WORKTREE) {
            return false;
        }
        if (workflow instanceof Workflow.MapReduce job
                && source.node().place().root().compareTo(Root.ITEMS) < 0
                && state.items() == null
                && reads(TextReads.ofItems(job), mask)) {
            return true;
        }
        return !isOverwritten(mask, Root.CONFLICT)
                && (reads(TextReads.ofRun(workflow), mask)
                        || (givesCaptures && mask.plain() && mask.harmed().test(Path.of(mask.name()))));
    }

    /// @return whether the step may still run and sees the value
    private boolean isReached(Node reader, Mask mask) {
        return sees(reader, mask) && still.mayRun(reader, mask) && !isHidden(reader, mask);
    }

    private boolean reads(Node node, Mask mask) {
        var step = node.step();
        var own = step.options().surroundings().env();
        var reads = texts(step);
        return reads(reads.around(), mask)
                || (executes(node, mask) && !isIn(own, mask) && reads(reads.kind(), mask))
                || passedOn(own, mask, reader -> reader.chain().contains(node));
    }

    private boolean executes(Node node, Mask mask) {
        return still.mayExecute(node, mask);
    }

    private Texts texts(Step step) {
        return texts.computeIfAbsent(step.path(), _ -> new Texts(TextReads.around(step), TextReads.kind(step)));
    }

    private static boolean reads(TextReads texts, Mask mask) {
        return texts.reads(
                mask.name(), mask.harmed(), mask.plain() && mask.harmed().test(Path.of(mask.name())));
    }

    /// Programs get the entries of their environment: those that look into it need not name them.
    ///
    /// @param within which steps get the entries
    private boolean passedOn(Map<String, EnvEntry> entries, Mask mask, Predicate<Node> within) {
        for (var entry : entries.entrySet()) {
            if (reads(TextReads.entries(Map.of(entry.getKey(), entry.getValue())), mask)) {
                var passed = mask.as(entry.getKey());
                for (var node : tree.nodes()) {
                    var texts = texts(node.step());
                    if (within.test(node)
                            && sees(node, mask)
                            && still.mayRun(node, mask)
                            && (reads(texts.around(), passed)
                                    || (executes(node, mask)
                                            && (reads(texts.kind(), passed)
                                                    || texts.kind().runsOthers())))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean sees(Node reader, Mask mask) {
        var made = mask.source().node();
        var round = made.round();
        if (round != null) {
            return reader.chain().stream()
                    .anyMatch(each -> each.part() == Part.BODY && each.place().equals(round.place()));
        }
        var from = made.place().root();
        int order = reader.place().root().compareTo(from);
        return from == Root.WORKTREE
                ? order == 0
                : mask.source().extent() == Mask.Extent.PHASE ? order > 0 : order >= 0;
    }

    /// @return whether the name means something else where the step stands: a later step's value, a loop's or a
    ///     template's variable, an entry of an environment
    private boolean isHidden(Node reader, Mask mask) {
        var chain = reader.chain();
        int shared = 0;
        boolean together = true;
        for (int i = 0; i < chain.size(); i++) {
            var node = chain.get(i);
            if (i > 0 && hides(chain.get(i - 1), node.part(), mask)) {
                return true;
            }
            if (node.part() == Part.BODY) {
                together = together && StillToRun.rounds(node, mask) == shared + 1;
                shared += together ? 1 : 0;
            }
            for (var before : node.before()) {
                var ended = tree.find(before.path());
                if (ended != null && overwrites(ended, mask, shared, together)) {
                    return true;
                }
            }
        }
        return isOverwritten(mask, reader.place().root());
    }

    private static boolean hides(Node around, Part part, Mask mask) {
        var step = around.step();
        if (isIn(step.options().surroundings().env(), mask)) {
            return true;
        }
        return switch (step.kind()) {
            case StepKind.Foreach loop ->
                part == Part.BODY
                        && Set.of(loop.as(), "index", "total", "foreach").contains(mask.name());
            case StepKind.Inline template ->
                part == Part.TEMPLATE
                        && (template.with().containsKey(mask.name())
                                || template.defaults().containsKey(mask.name())
                                || template.without().contains(mask.name()));
            case StepKind.Shell _,
                    StepKind.Agent _,
                    StepKind.WriteFile _,
                    StepKind.Validate _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> false;
        };
    }

    private static boolean isIn(Map<String, EnvEntry> environment, Mask mask) {
        return mask.plain() && environment.containsKey(mask.name());
    }

    /// @return whether a step of an earlier list of the workflow's own gives the name another value before a list
    private boolean isOverwritten(Mask mask, Root reader) {
        var from = mask.source().node().place().root();
        for (var root : Root.values()) {
            boolean certain = root == from;
            boolean isBehind =
                    mask.source().extent() == Mask.Extent.PHASE ? root.compareTo(from) > 0 : root.compareTo(from) >= 0;
            if (isBehind && root.compareTo(reader) < 0) {
                for (var step : tree.steps(root)) {
                    var node = tree.find(step.path());
                    if (node != null && overwrites(node, mask, 0, true) && (certain || isOver(node, mask))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean isOver(Node node, Mask mask) {
        return still.ended(node, mask.source().key(), 0) != null;
    }

    /// @param shared how many of the loops around the step are in the rounds that the value's step was in
    /// @param together whether all of them are
    /// @return whether the step gives the name another value, or will have done so when what is behind it runs
    private boolean overwrites(Node node, Mask mask, int shared, boolean together) {
        if (node.equals(mask.source().node())) {
            return false;
        }
        var step = node.step();
        boolean always = named(step, mask.plain()).contains(mask.name());
        boolean unlessSkipped = !mask.plain() && unnamed(step).contains(mask.name());
        var ended = together ? still.ended(node, mask.source().key(), shared) : null;
        if (ended == null) {
            boolean maySkip = step.options().when() != null || step.kind() instanceof StepKind.Removed;
            return always || (unlessSkipped && !maySkip);
        }
        return ended.seq() > mask.source().seq()
                && (always || (unlessSkipped && !(ended.event() instanceof StepEvent.Skipped)));
    }

    /// @return the names that a step gives values, or takes them from when it is skipped
    private static Set<String> named(Step step, boolean plain) {
        var names = new HashSet<String>();
        var captures = step.options().captures();
        if (plain) {
            if (captures.name() != null) {
                names.add(captures.name());
            }
            return names;
        }
        if (step.id() != null) {
            names.add(step.id());
        }
        if (step.kind() instanceof StepKind.SubWorkflow child && child.isEntry()) {
            names.add(child.target());
        }
        return names;
    }

    /// @return the names under which the latest step is read
    private static List<String> unnamed(Step step) {
        if (!step.options().captures().defaults()) {
            return List.of();
        }
        return step.kind() instanceof StepKind.SubWorkflow
                ? List.of("last")
                : List.of("last", step.kind().keyword());
    }
}
