package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.runtime.run.request.InputProblems;
import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.ProfileChoice;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import dev.prodigy.runtime.run.request.Warning;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The secrets of the workflows that a run's steps will run, which read them only then. What a command will print is
/// not known before.
public final class CalledSecrets {
    private CalledSecrets() {}

    /// The run keeps them secret from its beginning, as its own (spec 00, promise 6).
    ///
    /// @param profile of the workflow that calls them
    /// @return the values that are known
    static SecretValues of(RunnableWorkflow workflow, ProfileChoice profile, RunRequest.Host host) {
        var secrets = SecretValues.NONE;
        for (var child : workflow.children().values()) {
            var its = profile.ofCalled(child.workflow().header());
            boolean hasEntries = SecretEntries.areIn(
                    child.workflow(), host.settings().redaction().secretNames());
            if (hasSecrets(child) || hasEntries) {
                secrets = secrets.with(values(InputReading.ofCalled(child, its, host), host));
            }
            secrets = secrets.with(of(child, its, host));
        }
        return secrets;
    }

    private static SecretValues values(ReadInputs read, RunRequest.Host host) {
        return new SecretValues(
                SecretEntries.texts(read.request(), read.values(), host),
                KnownSecrets.declared(read.request(), read.values(), host));
    }

    /// A run of a person, and the plan of one, say at once what a call would end the run for, hours later.
    ///
    /// @return a warning for each secret whose variable is not set and that no step gives
    public static List<Warning> missing(RunRequest request, InputValues inputs, RunRequest.Host host) {
        var missing = new ArrayList<Warning>();
        if (request.caller() == null && !request.loaded().children().isEmpty()) {
            var given = new HashSet<>(inputs.given().keySet());
            given.addAll(inputs.files().keySet());
            given.addAll(inputs.secrets().names());
            addMissing(request.loaded(), request.options().profile(), given, host, missing);
        }
        return missing;
    }

    private static void addMissing(
            RunnableWorkflow workflow,
            ProfileChoice profile,
            Set<String> above,
            RunRequest.Host host,
            List<Warning> missing) {
        var given = new HashSet<>(above);
        given.addAll(StepNames.of(workflow.workflow()));
        workflow.children().forEach((file, child) -> {
            var its = profile.ofCalled(child.workflow().header());
            if (hasSecrets(child)) {
                InputReading.ofCalled(child, its, host).problems().unset().stream()
                        .filter(each -> !given.contains(each.variable()))
                        .map(each -> warning(file, each))
                        .filter(warning -> !missing.contains(warning))
                        .forEach(missing::add);
            }
            if (!child.children().isEmpty()) {
                addMissing(child, its, given, host, missing);
            }
        });
    }

    private static Warning warning(String file, InputProblems.Unset unset) {
        return new Warning(
                "SECRET_MISSING", "`" + file + "` will be called and stop the run: " + unset.message(), unset.span());
    }

    private static boolean hasSecrets(RunnableWorkflow child) {
        return !child.workflow().header().environment().secrets().isEmpty();
    }
}
