package dev.prodigy.runtime.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The secrets of the workflows that a run's steps will run, which read them only then. What a command will print is
/// not known before.
final class CalledSecrets {
    private CalledSecrets() {}

    /// The run keeps them secret from its beginning, as its own (spec 00, promise 6).
    ///
    /// @return the values that are known
    static Set<String> of(RunnableWorkflow workflow, RunRequest.Host host) {
        var secrets = new HashSet<String>();
        workflow.children().values().forEach(child -> {
            if (hasSecrets(child)) {
                secrets.addAll(
                        InputReading.ofCalled(child, host).values().secrets().declared());
            }
            secrets.addAll(of(child, host));
        });
        return secrets;
    }

    /// A run of a person, and the plan of one, say at once what a call would end the run for, hours later.
    ///
    /// @return a warning for each secret whose variable is not set and that no step gives
    static List<RunPreview.Warning> missing(RunRequest request, InputValues inputs, RunRequest.Host host) {
        var missing = new ArrayList<RunPreview.Warning>();
        if (request.caller() == null && !request.loaded().children().isEmpty()) {
            var given = new HashSet<>(inputs.given().keySet());
            given.addAll(inputs.files().keySet());
            given.addAll(inputs.secrets().names());
            addMissing(request.loaded(), given, host, missing);
        }
        return missing;
    }

    private static void addMissing(
            RunnableWorkflow workflow, Set<String> above, RunRequest.Host host, List<RunPreview.Warning> missing) {
        var given = new HashSet<>(above);
        given.addAll(StepNames.of(workflow.workflow()));
        workflow.children().forEach((file, child) -> {
            if (hasSecrets(child)) {
                InputReading.ofCalled(child, host).problems().unset().stream()
                        .filter(each -> !given.contains(each.variable()))
                        .map(each -> warning(file, each))
                        .filter(warning -> !missing.contains(warning))
                        .forEach(missing::add);
            }
            if (!child.children().isEmpty()) {
                addMissing(child, given, host, missing);
            }
        });
    }

    private static RunPreview.Warning warning(String file, InputProblems.Unset unset) {
        return new RunPreview.Warning(
                "SECRET_MISSING", "`" + file + "` will be called and stop the run: " + unset.message(), unset.span());
    }

    private static boolean hasSecrets(RunnableWorkflow child) {
        return !child.workflow().header().environment().secrets().isEmpty();
    }
}
