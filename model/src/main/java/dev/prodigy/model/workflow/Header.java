package dev.prodigy.model.workflow;

import dev.prodigy.model.env.Environment;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.text.Text;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What workflows of every mode have (spec 01 §1).
///
/// @param interpreter of shell texts, or null for bash (sh where there is none)
/// @param timeout the run's own deadline, or null
/// @param outputs name → text evaluated when the run ends, in source order
/// @param isolation null = `worktree` in a git repository, else `none`
public record Header(
        String name,
        @Nullable String description,
        Environment environment,
        List<Parameter> parameters,
        Map<String, Data> defaults,
        Map<String, AgentSpec> agents,
        @Nullable String interpreter,
        @Nullable Setting<Duration> timeout,
        Map<String, Text> outputs,
        List<SubWorkflowEntry> workflows,
        @Nullable Isolation isolation,
        WorktreeOptions worktree,
        MergePhase merge,
        ErrorPolicy errorPolicy) {
    /// @return the sub-workflows that no step names, in the order in which they run before the first step (spec 01 §12)
    public List<Step> workflowsBeforeSteps() {
        return workflows.stream()
                .filter(entry -> !entry.isCalled())
                .map(SubWorkflowEntry::step)
                .toList();
    }
}
