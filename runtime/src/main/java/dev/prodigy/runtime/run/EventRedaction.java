package dev.prodigy.runtime.run;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.redact.SecretNames;
import java.util.List;
import java.util.Map;

/// Masks what commands journal that run no step: they know no secrets but those of the environment.
final class EventRedaction {
    private EventRedaction() {}

    static Redactor of(Map<String, String> environment) {
        return Redactor.of(SecretNames.STANDARD.secretsIn(environment), List.of());
    }
}
