package dev.prodigy.runtime.run.input;

import dev.prodigy.runtime.run.request.ProfileChoice;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import dev.prodigy.runtime.run.request.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The workflows with profiles that a run's steps will run without the one that was asked for (spec 01 §13).
public final class CalledProfiles {
    private CalledProfiles() {}

    /// @return a warning for each
    public static List<Warning> missing(RunRequest request) {
        var missing = new ArrayList<Warning>();
        if (request.caller() == null && request.options().profile() instanceof ProfileChoice.Asked asked) {
            addMissing(request.loaded(), asked, asked.name(), missing);
        }
        return missing;
    }

    private static void addMissing(
            RunnableWorkflow workflow, ProfileChoice profile, String asked, List<Warning> missing) {
        boolean isGiven = StepNames.of(workflow.workflow()).contains(ProfileChoice.VARIABLE);
        workflow.children().forEach((file, child) -> {
            var its = profile.ofCalled(child.workflow().header());
            if (!isGiven && !(its instanceof ProfileChoice.Asked)) {
                var warning = warning(file, child, asked);
                if (hasProfiles(child) && !missing.contains(warning)) {
                    missing.add(warning);
                }
            }
            addMissing(child, its, asked, missing);
        });
    }

    private static boolean hasProfiles(RunnableWorkflow child) {
        return !child.workflow().header().environment().profiles().isEmpty();
    }

    private static Warning warning(String file, RunnableWorkflow child, String asked) {
        var environment = child.workflow().header().environment();
        var own = environment.activeProfile();
        var why = environment.profiles().containsKey(asked)
                ? "what calls it has none of that name"
                : "it has "
                        + String.join(", ", new TreeSet<>(environment.profiles().keySet()));
        return new Warning(
                "UNDEFINED_REFERENCE",
                "`" + file + "` will be called without the profile `" + asked + "`: " + why
                        + (own == null ? "" : "; its own `" + own + "` holds"));
    }
}
