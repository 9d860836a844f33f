package dev.prodigy.runtime.run.attempt;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.AttemptResult.Course;
import dev.prodigy.engine.item.HandlerResult;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.item.ItemYield;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.world.Halt;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which attempt of which item, and how its end is told.
///
/// @param place which of the parallel places it takes, from 1
/// @param firstPlace the one that the item's first attempt took: its correlation id keeps it (spec 03 §5)
/// @param halt ends this attempt alone
record AttemptSite(RunParts run, ItemStore.Item item, ItemAttempt attempt, int place, int firstPlace, Halt halt) {

    static AttemptSite of(RunParts run, ItemStore.Item item, int number, int place, int firstPlace, Halt halt) {
        var attempt = new ItemAttempt(run.id().text(), ItemId.of(item.index()), number);
        return new AttemptSite(run, item, attempt, place, firstPlace, halt);
    }

    /// @return `agent-<n>`
    String agent() {
        return "agent-" + place;
    }

    /// @return the context of the attempt's events
    Context context() {
        return Context.item(
                attempt.itemId(), attempt.attempt(), agent(), "agent-" + firstPlace + "-" + attempt.itemId());
    }

    /// @return what its processes belong to, `item-007/2`
    String unit() {
        return attempt.itemId() + "/" + attempt.attempt();
    }

    /// @return where its logs are below those of the run (spec 05 §5.5)
    String logScope() {
        return attempt.itemId() + "/attempt-" + attempt.attempt();
    }

    /// @return the beginning of its processes' marks
    String mark() {
        return run.mark() + "/" + unit();
    }

    /// @return the error with its place: the attempt as a whole
    ErrorRecord placed(ErrorRecord error) {
        return error.with(Origin.ofAttempt(run.clock().wall())
                .inRun(run.id().text(), "map")
                .inItem(attempt.itemId(), attempt.attempt()));
    }

    /// @param ran the attempt's steps
    /// @return the error with its place, and what the last step that ran left as its evidence
    ErrorRecord placed(ErrorRecord error, ListResult ran) {
        return placed(ran.trace().of(error));
    }

    /// @param worktree where it works, null in place and where none could be made; so are the others
    /// @return the event of its beginning
    ItemEvent.Started begins(@Nullable String worktree, @Nullable String branch, @Nullable String startCommit) {
        return new ItemEvent.Started(item.key(), worktree, branch, startCommit, mark(), logScope());
    }

    /// @return the signal of the attempt's end
    Signal ended(AttemptResult result) {
        return new Signal.AttemptEnded(item.index(), attempt.attempt(), result);
    }

    /// @return the signal of the end of its handler
    Signal handled(HandlerResult result) {
        return new Signal.HandlerEnded(item.index(), attempt.attempt(), result);
    }

    /// @param tolerated the attempt's steps whose failures stand and are accepted, those around the list too
    /// @return a success
    AttemptResult.Succeeded success(
            Course course, ListResult list, List<String> tolerated, List<String> commits, List<String> files) {
        return new AttemptResult.Succeeded(
                course, commits, ItemYield.of(list, tolerated, redactor()).toFields(files), !tolerated.isEmpty());
    }

    /// @param tolerated the steps behind the failure whose own failures stand and are accepted
    /// @return the success of an item whose handler resolved its failure: its steps stay what they came to
    AttemptResult.Succeeded resolved(
            AttemptResult.Failed failure, List<String> tolerated, List<String> commits, List<String> files) {
        var result = failure.result() instanceof Value.Fields fields ? fields.members() : Map.<String, Value>of();
        var members = new LinkedHashMap<>(result);
        members.remove("files_changed");
        if (!files.isEmpty()) {
            members.put("files_changed", Value.ofTexts(files));
        }
        var all = new LinkedHashSet<>(new FieldsReader(new Value.Fields(result)).texts("tolerated"));
        all.addAll(tolerated);
        if (!all.isEmpty()) {
            members.put("tolerated", Value.ofTexts(List.copyOf(all)));
        }
        return new AttemptResult.Succeeded(failure.course(), commits, new Value.Fields(members), !all.isEmpty());
    }

    /// @param tolerated the attempt's steps whose failures stand and are accepted, those around the list too
    /// @return a failure
    AttemptResult.Failed failure(
            Course course, ListResult list, List<String> tolerated, ErrorRecord made, AttemptResult.Kept kept) {
        // what git said, too: the message is normalised here
        var error = redactor().redact(made);
        var signature = Signature.of(error, item.data());
        return new AttemptResult.Failed(
                course,
                error.withSignature(signature.id()),
                signature,
                kept,
                ItemYield.of(list, tolerated, redactor()).toFields(List.of()));
    }

    private Redactor redactor() {
        return run.programs().masking().redactor();
    }
}
