package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Expressions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.StepRetry;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Reactions;
import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// The options that every kind of step has in every list of steps (spec 01 §3). A new option is declared in
/// one of the groups below.
final class StepOptionKeys {
    /// What a step says besides its kind.
    ///
    /// @param id null = none
    record Read(@Nullable String id, StepOptions options, Reactions reactions) {}

    private static final Key<String> ID = Key.of("id", ReservedNames.FREE, "The step's name in ${id.…}.");
    private static final Key<Text> NAME = Key.of("name", Texts.TEXT, "A label for people.");
    private static final Key<Text> DESCRIPTION = Key.of("description", Texts.TEXT, "A note for people.");
    private static final Key<Expression> WHEN =
            Key.of("when", Expressions.VARIABLES, "The step is skipped when this is false.");
    private static final Key<Boolean> CONTINUE_ON_ERROR = Key.of(
                    "continue_on_error", Booleans.BOOLEAN, "A failure that stands is tolerated.")
            .or("allow_failure")
            .byDefault(false);
    private static final Key<Value> ANALYSIS = Key.of("analysis", DataShapes.VALUE, "No longer does anything.");

    /// All of them.
    static final KeySet ALL = KeySet.of(ID, NAME, DESCRIPTION, WHEN)
            .and(LimitKeys.KEYS)
            .and(SurroundingsKeys.KEYS)
            .and(CaptureKeys.KEYS)
            .and(RetryOptionKeys.KEYS)
            .and(CommitKeys.KEYS)
            .and(ReactionKeys.KEYS)
            .and(KeySet.of(CONTINUE_ON_ERROR, ANALYSIS))
            .and(AgentKind.BESIDE);

    /// The JSON Schema says it too: a step has one of the two `on_failure` that mean the same.
    static final Value.Fields ONE_AFTER = Schemas.notAll(
            RetryOptionKeys.SAYS_AFTER, Schemas.mapWith(ReactionKeys.ON_FAILURE.name(), AfterRetriesShape.SAID));

    private StepOptionKeys() {}

    /// Reads them.
    ///
    /// @param steps how many steps the map stands for; an id can name only one
    static Read read(Entries entries, int steps) {
        var id = id(entries, steps);
        var retry = RetryOptionKeys.read(entries);
        var reactions = ReactionKeys.read(entries);
        var lifted = lifted(entries, retry, reactions);
        var options = new StepOptions(
                entries.get(NAME),
                entries.get(WHEN),
                LimitKeys.read(entries),
                SurroundingsKeys.read(entries),
                CaptureKeys.read(entries),
                lifted.over(entries.place().decoding().retryDefaults()).resolve(),
                CommitKeys.read(entries),
                entries.get(CONTINUE_ON_ERROR, false));
        return new Read(id, options, withoutLifted(reactions));
    }

    /// @return whether `continue_on_error: true` is written, which also steers the rounds of a flat `foreach`
    static boolean continuesOnError(Entries entries) {
        return Boolean.TRUE.equals(entries.peek(CONTINUE_ON_ERROR));
    }

    private static @Nullable String id(Entries entries, int steps) {
        var id = entries.get(ID);
        if (id == null) {
            return null;
        }
        var place = entries.at(ID);
        var span = entries.span(ID);
        if (steps > 1) {
            place.error(ProblemCode.CONFLICTING_KEYS, span, "an id names one step; write the steps as a list");
            return null;
        }
        ReservedNames.check(id, span, place);
        var first = place.decoding().claimStepId(id, span);
        if (first != null) {
            var where = first.file().equals(span.file()) ? "at line " + first.line() : "at " + first;
            var message = "the id \"" + id + "\" is already given " + where;
            place.error(ProblemCode.DUPLICATE_ID, span, message);
        }
        return id;
    }

    /// `on_failure: stop`, `continue` and `{fallback: …}` mean `retry_config.on_failure`, but where an exit code has an
    /// entry of its own, which takes the place of what is written at `on_failure` (spec 01 §5).
    private static StepRetry lifted(Entries entries, StepRetry retry, Reactions reactions) {
        if (!(reactions.onFailure() instanceof FailureReaction.After(AfterRetries after))) {
            return retry;
        }
        if (retry.afterRetries() != null) {
            var message = "\"on_failure\" is the same as the one in \"retry_config\"; give one of them";
            var key = ReactionKeys.ON_FAILURE;
            entries.at(key).error(ProblemCode.CONFLICTING_KEYS, entries.keySpan(key), message);
        }
        return answersFailures(reactions) ? retry : new StepRetry(retry.block(), after, retry.breaker());
    }

    private static Reactions withoutLifted(Reactions reactions) {
        return reactions.onFailure() instanceof FailureReaction.After && !answersFailures(reactions)
                ? new Reactions(reactions.validation(), reactions.onSuccess(), null, reactions.onExitCode())
                : reactions;
    }

    /// @return whether an exit code other than 0 has its own entry
    private static boolean answersFailures(Reactions reactions) {
        return reactions.onExitCode().keySet().stream().anyMatch(code -> code != 0);
    }

    /// Warns of options that the kinds of a step, which have been read, leave without effect.
    static void warnNoEffect(Entries entries) {
        if (entries.has(ANALYSIS)) {
            var message = "\"analysis\" no longer does anything";
            entries.at(ANALYSIS).warning(ProblemCode.NO_EFFECT, entries.keySpan(ANALYSIS), message);
        }
        for (var key : AgentKind.BESIDE.keys()) {
            if (entries.isPending(key)) {
                var message = "\"" + key.name() + "\" has an effect in agent steps only";
                entries.at(key).warning(ProblemCode.NO_EFFECT, entries.keySpan(key), message);
            }
        }
    }
}
