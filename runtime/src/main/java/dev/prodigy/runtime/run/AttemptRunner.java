package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.ListResult;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.item.ItemFile;
import dev.prodigy.runtime.world.Halt;
import java.util.List;

/// Runs one attempt of an item: place, start record, steps, evidence, leftovers, merge (spec 03 §6).
final class AttemptRunner {
    private static final AttemptResult.Course NOTHING_DONE = new AttemptResult.Course(0, 0, new Value.Items(List.of()));
    private static final ListResult NO_STEPS = new ListResult(List.of(), null);

    private final AttemptParts parts;

    AttemptRunner(AttemptParts parts) {
        this.parts = parts;
    }

    /// Runs the attempt to its end.
    ///
    /// @param halt ends this attempt
    Signal run(Effect.StartAttempt start, Halt halt) {
        var run = parts.run();
        var begun = run.clock().now().elapsed();
        var item = parts.items().read(start.item());
        var site = AttemptSite.of(run, item, start, halt);
        try (var file = ItemFile.write(run.folder(), item, site.attempt())) {
            halt.check();
            var variables = ItemVariables.of(site, file, run.settings().variables());
            try (var place = run.workspace().attempt(site.attempt(), variables)) {
                var first = start.firstStart() == null ? begun : start.firstStart();
                return ended(site, new RunningAttempt(parts, site, place, variables, begun, first).run());
            }
        } catch (Cut e) {
            return ended(site, new AttemptResult.Interrupted("cancelled"));
        } catch (GitFailure e) {
            var error = site.placed(GitErrors.of(e));
            return ended(site, site.failure(NOTHING_DONE, NO_STEPS, error, AttemptResult.Kept.NOTHING));
        }
    }

    private static Signal ended(AttemptSite site, AttemptResult result) {
        return new Signal.AttemptEnded(site.item().index(), site.attempt().attempt(), result);
    }
}
