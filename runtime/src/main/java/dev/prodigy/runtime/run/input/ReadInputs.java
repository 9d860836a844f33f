package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.runtime.run.request.InputProblems;
import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import java.util.List;

/// What came into a run from outside, and what was missing or wrong of it. Everything is told at once.
///
/// @param host where it was read
public record ReadInputs(RunRequest request, RunRequest.Host host, InputValues values, InputProblems problems) {

    /// @return what takes away the secrets that are known now
    public Redactor redactor() {
        return Redactor.of(
                KnownSecrets.of(request, values, host),
                host.settings().redaction().patterns());
    }

    /// @return what knows the declared secrets, which no item may hold
    public Redactor declared() {
        return Redactor.of(KnownSecrets.declared(request, values, host), List.of());
    }

    /// @throws RunRefused with exit 2 when a value is missing or wrong
    public InputValues whole() {
        if (!problems.isEmpty()) {
            throw RunRefused.invalidInput(problems.all());
        }
        return values;
    }

    /// For a run that goes on: what its workflow marks as secret is not stored, and must be there again (spec 05 §9).
    ///
    /// @param command that takes the run up, as it is entered when the values are there
    /// @throws RunRefused with exit 2 when a value is missing or wrong
    /// @throws SecretMissing likewise, of a run that a step goes on with
    public InputValues wholeAgain(String command) {
        new MarkedEntries(request, values, host)
                .missing()
                .forEach((name, missing) -> problems.lacking(
                        name, SecretReading.variable(missing.variable()), missing.span(), missing.variable()));
        if (!problems.isEmpty()) {
            checkSecrets();
            var variables = problems.variables();
            throw RunRefused.invalidInput(
                    problems.all(),
                    (variables.isEmpty() ? "mend this" : "set " + String.join(", ", variables)) + ", then: " + command);
        }
        return values;
    }

    /// For a run that a step begins. What the workflow cannot take where a placeholder stands for a number is told with
    /// everything else that is wrong with it.
    ///
    /// @return what was asked for, filled with the values
    /// @throws RunRefused with exit 2 when a value is missing or wrong
    /// @throws SecretMissing when only people can give what is missing
    public RunRequest wholeForStep() {
        checkSecrets();
        try {
            var completed = CompletedRequest.of(request, values, host);
            if (problems.isEmpty()) {
                return completed;
            }
        } catch (RunRefused refusal) {
            if (problems.isEmpty()) {
                throw refusal;
            }
            refusal.problems().forEach(problems::add);
        }
        throw RunRefused.invalidInput(problems.all());
    }

    /// A variable that people forgot is not the step's failure, and every other call would lack it too.
    private void checkSecrets() {
        var caller = request.caller();
        boolean onlyUnset = problems.all().size() == problems.unset().size();
        if (caller != null && caller.live() != null && onlyUnset && !problems.isEmpty()) {
            var ofSteps = caller.live().given();
            if (problems.variables().stream().noneMatch(ofSteps::contains)) {
                throw new SecretMissing(problems.all());
            }
        }
    }
}
