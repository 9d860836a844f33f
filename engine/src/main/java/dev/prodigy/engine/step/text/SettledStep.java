package dev.prodigy.engine.step.text;

import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.step.OpenSettings;
import dev.prodigy.model.step.Step;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A step with the numbers, booleans and durations that its variables give when it starts (spec 01 §1, "Scalars").
///
/// @param frame in which the step's own entries hold
/// @param refusal why it cannot start, or null
public record SettledStep(Step step, Frame frame, @Nullable Refused refusal) {

    /// @param frame in which the step's own entries hold already
    public static SettledStep of(Step step, Frame frame) throws Cut {
        var open = step.open();
        if (open == null) {
            return new SettledStep(step, frame, secretKey(step, frame));
        }
        try {
            var entered = PreparedPlace.settled(frame.at(PreparedPlace.of(step, frame)));
            var settled = filled(open, Texts.of(entered));
            var own = settled.options().surroundings();
            var place =
                    entered.place().in(frame.place().directory()).inner(Map.of(), own.clearEnv(), own.interpreter());
            return new SettledStep(settled, frame.at(place), secretKey(settled, frame));
        } catch (Refused refusal) {
            return new SettledStep(step, frame, refusal);
        }
    }

    /// The name of a breaker is written as it is: a mask would make one of two.
    private static @Nullable Refused secretKey(Step step, Frame frame) {
        var breaker = step.options().resilience().breaker();
        boolean isSecret = breaker != null
                && breaker.key() != null
                && frame.world().declared().mentionsSecret(breaker.key());
        return isSecret ? new Refused(Failures.secretInKey()) : null;
    }

    private static Step filled(OpenSettings open, Texts texts) throws Refused, Cut {
        var values = new HashMap<String, String>();
        for (var setting : open.settings()) {
            values.put(setting.text().source(), texts.spelled(setting));
        }
        try {
            return open.reading().read(values);
        } catch (OpenSettings.Clash clash) {
            throw new Refused(Failures.clash(String.valueOf(clash.getMessage())));
        }
    }
}
