package dev.prodigy.engine.step;

import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.testkit.program.Program;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.util.List;
import java.util.Map;

/// The agent `claude`, which answers with plain text.
final class PlainAgent {
    static final AgentSpec SPEC = new AgentSpec(
            List.of(new AgentSpec.Argument.One(new Text("claude", Span.startOf("f.yml")))),
            AgentSpec.Input.AUTO,
            new AgentSpec.Answer(AgentSpec.Format.TEXT, null, null, null, AgentSpec.Report.NONE),
            null,
            List.of(),
            Map.of(),
            null,
            null);

    private PlainAgent() {}

    /// @return a stage on which it gives these answers, one after the other
    static Play giving(ScriptedAnswer... answers) {
        return Play.bare().agent("claude", SPEC, Program.inTurn(answers));
    }
}
