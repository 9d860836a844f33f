package dev.prodigy.runtime.run.input;

import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.RunRequest;
import java.util.LinkedHashSet;
import java.util.Set;

/// What a run keeps secret from its beginning on (spec 02 §11, 05 §9). Entries of environments that need what a step
/// or a command brings forth join it when they are read.
public final class KnownSecrets {
    private KnownSecrets() {}

    /// @param inputs what came into the run from outside
    /// @return the values
    public static Set<String> of(RunRequest request, InputValues inputs, RunRequest.Host host) {
        var known = new LinkedHashSet<>(inputs.layers(request.workflow(), host).secretValues());
        known.addAll(host.settings().redaction().secretNames().secretsIn(host.environment()));
        known.addAll(request.loaded().allWritten());
        known.addAll(SecretEntries.texts(request, inputs, host));
        return known;
    }

    /// @return those that no file and no item may hold: what only a name makes secret may stand there by chance
    public static Set<String> declared(RunRequest request, InputValues inputs, RunRequest.Host host) {
        var declared = new LinkedHashSet<>(inputs.secrets().kept());
        declared.addAll(SecretEntries.marked(request, inputs, host));
        return declared;
    }
}
