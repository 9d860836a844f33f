package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// The checks that need the whole workflow (spec 01 §14, 05 §3). A new one is added to the list.
public final class Lint {
    private static final List<Check> CHECKS = List.of(
            new EnvCycles(),
            new DefaultCycles(),
            new HiddenParameters(),
            new LiteralSecrets(),
            new AgentEvidence(),
            new MapAgents(),
            new CommitConflicts(),
            new SharedRounds(),
            new TimeoutNesting(),
            new NestedRetries(),
            new RetryExplosion(),
            new RetryTime(),
            new HopelessRetries(),
            new UnfitJitter(),
            new FirstWaits(),
            new Thresholds(),
            new BreakerChecks(),
            new WorktreeEscapes(),
            new WithoutEffect(),
            new IdleReactions(),
            new OutputNames(),
            new IdlePolicies());

    private Lint() {}

    /// Reports what is doubtful about a workflow, and what is wrong in one of which a part could not be decoded.
    ///
    /// @param root the composed document that it was decoded from
    /// @param configured names of the configured variables
    /// @param called whether another workflow runs it
    /// @param files finds environment files
    public static void check(
            Workflow workflow,
            Node.Mapping root,
            Decoding decoding,
            Set<String> configured,
            boolean called,
            Function<Text, EnvFiles.Looked> files) {
        var report = new Report(workflow, root, decoding, configured);
        CHECKS.forEach(check -> check.check(workflow, report));
        new EarlySettings(decoding).check(workflow, report);
        new EnvFiles(files).check(workflow, report);
        // A step that could not be read may have set what others use, and used what they set. The captures of a
        // workflow that gives no outputs are its outputs (spec 01 §12).
        boolean captures = decoding.isComplete()
                && (!called || !workflow.header().outputs().isEmpty());
        var read = new UnusedCaptures();
        var names = NameCheck.of(workflow, decoding.isComplete(), report);
        WorkflowWalk.through(workflow, report, captures ? new TextUse.Both(names, read) : names);
        if (captures) {
            read.report(report);
        }
    }
}
