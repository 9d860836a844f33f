package dev.prodigy.runtime.run;

import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.input.ForgottenSecrets;
import dev.prodigy.runtime.run.replay.CallJournals;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.world.Halt;
import java.util.List;
import java.util.stream.Collectors;

/// What a run that is taken up knows again of the secrets that commands printed to what is done (spec 05 §9).
///
/// @param host as the run began
record SecretsAgain(RunRequest.Host host, RunRef ref) {
    private static final String MAP = "map.agent_template[";

    /// A caller that is at work has read the secrets of its calls itself.
    ///
    /// @param halt ends the commands of secrets
    ForgottenSecrets.Found of(RunState state, RunRequest request, Halt halt) {
        var caller = request.caller();
        if (caller != null && caller.live() != null) {
            return new ForgottenSecrets.Found(SecretValues.NONE, List.of());
        }
        var ended = state.ledger().ended().stream()
                .filter(StepLedger.Ended::letListGoOn)
                .map(each -> each.context().step())
                .collect(Collectors.toSet());
        boolean hadItems = state.items() != null;
        return ForgottenSecrets.of(
                request,
                () -> CallJournals.begun(host.home(), ref, request.loaded(), host.directory()),
                path -> ended.contains(path) || (hadItems && path.startsWith(MAP)),
                host,
                halt);
    }
}
