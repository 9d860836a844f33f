package dev.prodigy.runtime.run.input;

import dev.prodigy.runtime.run.request.InputProblem;
import java.util.List;

/// A workflow that a step calls needs a secret whose variable is not set. Nothing fails of it and nothing is lost: the
/// run ends, and goes on when a person has set it.
public final class SecretMissing extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param problems at least one
    SecretMissing(List<InputProblem> problems) {
        super(InputProblem.joined(problems), null, false, false);
    }
}
