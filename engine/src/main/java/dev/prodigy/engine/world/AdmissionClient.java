package dev.prodigy.engine.world;

import dev.prodigy.engine.admission.Answer;
import dev.prodigy.engine.run.Signal;

/// How a step reaches the run that decides on its admission.
public interface AdmissionClient {
    /// @return a number for one more step that stands there
    long next();

    /// Asks, and waits for the answer while the limits of the step stand still.
    ///
    /// @throws Cut when the run is ending; then nobody waits for the answer any more
    Answer ask(long number, Signal signal) throws Cut;

    /// The step went away without a word.
    void forget(long number);
}
