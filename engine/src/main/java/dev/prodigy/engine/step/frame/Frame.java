package dev.prodigy.engine.step.frame;

import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.result.Variables;
import dev.prodigy.engine.world.World;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.step.Step;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What surrounds a step: where in the run it stands, what it can read, where it works, how long it
/// may.
public final class Frame {
    private final Site site;
    private final Variables variables;
    private final RunSettings settings;
    private final World world;
    private final StepPlace place;
    private final Deadline deadline;

    private Frame(
            Site site, Variables variables, RunSettings settings, World world, StepPlace place, Deadline deadline) {
        this.site = site;
        this.variables = variables;
        this.settings = settings;
        this.world = world;
        this.place = place;
        this.deadline = deadline;
    }

    /// @param context phase, pass, item
    /// @param deadline of the list as a whole
    /// @param history what is durable of earlier starts of this run
    /// @return what surrounds the steps of a phase, pass or item, in the world's own directory
    public static Frame outermost(
            Context context,
            Variables variables,
            RunSettings settings,
            World world,
            Deadline deadline,
            StepLedger history) {
        variables.namespace("workflow", WorkflowMembers.of(variables.outer(), world.tree()));
        return new Frame(
                Site.of(context, history),
                variables,
                settings,
                world,
                StepPlace.of(world.tree().directory()),
                deadline);
    }

    /// @return phase, pass, item
    public Context context() {
        return site.context();
    }

    /// @return the names that the steps can read, and leave behind
    public Variables variables() {
        return variables;
    }

    /// @return what is the same for every step
    public RunSettings settings() {
        return settings;
    }

    /// @return the world that the steps work in
    public World world() {
        return world;
    }

    /// @return directory and environment
    public StepPlace place() {
        return place;
    }

    /// @return what runs shell texts here, with its arguments (spec 01 §2, `interpreter`)
    public List<String> interpreter() {
        var named = place.interpreter() == null ? settings.shell().interpreter() : place.interpreter();
        return named == null
                ? List.of(settings.shell().program())
                : Arrays.asList(named.strip().split("\\s+"));
    }

    /// @return the nearest limit
    public Deadline deadline() {
        return deadline;
    }

    /// @return where in the run the steps stand
    public Site site() {
        return site;
    }

    /// @return the same, elsewhere in the run
    public Frame at(Site other) {
        return new Frame(other, variables, settings, world, place, deadline);
    }

    /// @return the same, with the nearer of two limits
    public Frame within(Deadline nearer) {
        return new Frame(site, variables, settings, world, place, deadline.nearest(nearer));
    }

    /// @return the same, for the lists inside one execution
    public Frame inside(PreparedStep.Turn turn, @Nullable Duration limit) {
        var begun = world.worked().minus(turn.used());
        return at(site.within(turn.history())).within(Deadline.in(limit, TimeoutScope.ATTEMPT, begun));
    }

    /// @return the same, where other directories and entries hold
    public Frame at(StepPlace inner) {
        return new Frame(site, variables, settings, world, inner, deadline);
    }

    /// @return the same, with other variables
    public Frame with(Variables others) {
        return new Frame(site, others, settings, world, place, deadline);
    }

    /// @return the context of the step's events
    public Context of(Step step) {
        return site.context().inStep(step.path(), step.id(), site.round());
    }

    /// @return the site of the step in the ledger, or null inside an item
    @Nullable
    public StepKey key(Step step) {
        return StepKey.of(of(step));
    }

    /// @return whether steps stand in an item's attempt, which is recovered as a whole
    public boolean isInItem() {
        return site.context().itemId() != null;
    }
}
