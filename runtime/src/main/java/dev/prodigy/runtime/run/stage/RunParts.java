package dev.prodigy.runtime.run.stage;

import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.step.frame.RunSettings;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.run.actor.RunClock;
import dev.prodigy.runtime.run.replay.CutOffMerges;
import dev.prodigy.runtime.run.request.Consent;
import dev.prodigy.runtime.workspace.Workspace;
import dev.prodigy.runtime.world.Halt;
import dev.prodigy.runtime.world.Programs;
import dev.prodigy.runtime.world.RetryWaits;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What the working parts of a live run share.
///
/// @param settled what is the same for every step; what commands of `env` print comes into it before the first
public record RunParts(
        RunId id,
        Workflow workflow,
        Plan plan,
        AtomicReference<RunSettings> settled,
        Workspace workspace,
        Programs programs,
        Switches switches,
        RunClock clock,
        RandomGenerator random,
        Places places,
        Merging merging,
        Warnings warnings) {

    /// How running work is ended or held back.
    ///
    /// @param halt ends all of it
    /// @param waits what steps wait for between two attempts
    public record Switches(Halt halt, RetryWaits waits) {}

    /// @return what is the same for every step
    public RunSettings settings() {
        return settled.get();
    }

    /// Steps have these settings from now on.
    void settle(RunSettings settings) {
        settled.set(settings);
    }

    /// @return the switch that ends everything
    public Halt halt() {
        return switches.halt();
    }

    /// @return what steps wait for between two attempts
    public RetryWaits waits() {
        return switches.waits();
    }

    /// @param start the directory prodigy was started in
    /// @param folder the run's folder with its journal
    /// @param mark what the marks of its processes begin with
    /// @param rootId of the run that a person started, where this one belongs to it; else null
    public record Places(
            Path start, Path folder, String mark, @Nullable String rootId) {}

    /// @param target short name of the branch to merge into, or null when there is none
    /// @param lock the repository's lock file for merges
    /// @param cutOff merges of other runs that nobody has settled
    public record Merging(@Nullable String target, Path lock, Consent consent, CutOffMerges cutOff) {
        /// @return no merge at all
        public static Merging none(Home home) {
            return new Merging(null, home.locks(), Consent.NONE, new CutOffMerges(home, ""));
        }
    }

    /// @return the directory prodigy was started in
    public Path start() {
        return places.start();
    }

    /// @return whether a step of another run started it
    public boolean isChild() {
        return places.rootId() != null;
    }

    /// @return the id of the run that a person started and can resume: this one, or the one that it belongs to
    public String root() {
        return places.rootId() == null ? id.text() : places.rootId();
    }

    /// @return what the marks of its processes begin with
    public String mark() {
        return places.mark();
    }

    /// @return the run's folder with its journal
    public Path folder() {
        return places.folder();
    }
}
