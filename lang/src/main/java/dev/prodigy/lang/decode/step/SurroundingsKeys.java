package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Interpreters;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.env.EnvEntryShape;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.text.Text;
import java.util.Map;
import java.util.SequencedMap;

/// Where and in which environment a step runs (spec 01 §3).
final class SurroundingsKeys {
    private static final Key<Text> WORKING_DIR = Key.of(
                    "working_dir", Texts.TEXT, "The directory, relative to the enclosing one.")
            .or("cwd");
    private static final Key<SequencedMap<String, EnvEntry>> ENV =
            Key.of("env", EnvEntryShape.ENV, "Variables of this step, its handlers and its rounds.");
    private static final Key<Boolean> CLEAR_ENV = Key.of(
                    "clear_env", Booleans.BOOLEAN, "Whether only the step's own variables are passed on.")
            .byDefault(false);
    private static final Key<Boolean> TEMPORARY =
            Key.of("temporary", Booleans.BOOLEAN, "Accepted; a step's env always is.");
    private static final Key<String> INTERPRETER =
            Key.of("interpreter", Interpreters.INTERPRETER, "The shell that runs the step's texts.");

    static final KeySet KEYS = KeySet.of(WORKING_DIR, ENV, CLEAR_ENV, TEMPORARY, INTERPRETER);

    private SurroundingsKeys() {}

    static StepOptions.Surroundings read(Entries entries) {
        var env = entries.get(ENV);
        return new StepOptions.Surroundings(
                entries.get(WORKING_DIR),
                env == null ? Map.of() : env,
                entries.get(CLEAR_ENV, false),
                entries.get(INTERPRETER));
    }
}
