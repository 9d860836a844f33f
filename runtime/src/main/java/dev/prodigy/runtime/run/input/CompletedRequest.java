package dev.prodigy.runtime.run.input;

import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import java.util.HashSet;

/// A request, filled with what comes into its run from outside.
public final class CompletedRequest {
    private CompletedRequest() {}

    /// @return the same with the numbers, booleans and durations that come from outside, to be stored without the
    ///     secrets that do, and those of the workflows that it runs
    /// @throws RunRefused when one is missing, or is not what may stand in its place
    public static RunRequest of(RunRequest asked, InputValues inputs, RunRequest.Host host) {
        var completion = asked.loaded().completion();
        var whole = completion == null
                ? asked.loaded()
                : completion.with(inputs.outside(asked.options().passes().names(), host.environment()));
        var secrets = new HashSet<>(inputs.secrets().declared());
        secrets.addAll(SecretEntries.texts(asked, inputs, host));
        secrets.addAll(CalledSecrets.of(whole, asked.options().profile(), host).masked());
        secrets.addAll(whole.allWritten());
        return new RunRequest(whole.without(secrets), asked.params(), asked.options(), asked.caller());
    }
}
