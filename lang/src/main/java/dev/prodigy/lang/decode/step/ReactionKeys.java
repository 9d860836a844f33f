package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Reactions;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What follows from a step's outcome (spec 01 §5, §6).
public final class ReactionKeys {
    private static final Key<Validation> VALIDATE =
            Key.of(ValidateKind.NAME, ValidationShape.VALIDATION, "Checks how complete the step's work is.");
    private static final Key<List<Step>> ON_SUCCESS =
            Key.of("on_success", new HandlerStepsShape("on_success"), "Steps after success.");
    static final Key<FailureReaction> ON_FAILURE =
            Key.of("on_failure", new FailureReactionShape("on_failure"), "What a failure sets off.");
    private static final Key<Map<Integer, FailureReaction>> ON_EXIT_CODE =
            Key.of("on_exit_code", OnExitCodeShape.ON_EXIT_CODE, "Exit code to what takes the place of on_failure.");

    static final KeySet KEYS = KeySet.of(VALIDATE, ON_SUCCESS, ON_FAILURE, ON_EXIT_CODE);

    private ReactionKeys() {}

    static Reactions read(Entries entries) {
        return new Reactions(
                entries.get(VALIDATE),
                entries.get(ON_SUCCESS, List.of()),
                entries.get(ON_FAILURE),
                entries.get(ON_EXIT_CODE, Map.of()));
    }

    /// @param step the normal form of one
    /// @return the same, where handlers and validations stand with every default, as they will act
    public static Value.Fields explained(Value.Fields step, Reactions reactions) {
        var members = new LinkedHashMap<>(step.members());
        var failure = reactions.onFailure();
        members.computeIfPresent(VALIDATE.name(), (_, normal) -> ValidationShape.explained(normal));
        members.computeIfPresent(
                ON_FAILURE.name(),
                (_, normal) -> failure == null ? normal : FailureReactionShape.explained(normal, failure));
        members.computeIfPresent(
                ON_EXIT_CODE.name(), (_, normal) -> OnExitCodeShape.explained(normal, reactions.onExitCode()));
        return new Value.Fields(members);
    }
}
