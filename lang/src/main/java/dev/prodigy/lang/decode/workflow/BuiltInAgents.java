package dev.prodigy.lang.decode.workflow;

import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.model.workflow.AgentSpec.Argument;
import java.util.ArrayList;
import java.util.List;

/// The agents that exist without being declared (spec 01 §11).
final class BuiltInAgents {
    /// The name of the only one.
    static final String CLAUDE = "claude";

    private static final Span NOWHERE = Span.startOf("<built in>");

    /// `permissions` adds its own arguments, between `--verbose` and the model.
    static final AgentBlock CLAUDE_BLOCK = new AgentBlock(
            List.of(
                    one(CLAUDE),
                    one("--print"),
                    one("--output-format"),
                    one("stream-json"),
                    one("--verbose"),
                    new Argument.Group(List.of(text("--model"), text("{model}"))),
                    one("{prompt}")),
            null,
            AgentSpec.Format.JSONL,
            expression("type == 'result'"),
            expression("result"),
            expression("is_error == true || default(subtype, 'success') != 'success'"),
            new AgentSpec.Report(
                    expression("usage.input_tokens"),
                    expression("usage.output_tokens"),
                    expression("total_cost_usd"),
                    expression("default(model, message.model)")),
            null,
            null,
            null,
            null,
            "skip");

    private BuiltInAgents() {}

    static AgentBlock claudeRunBy(String name) {
        var usual = CLAUDE_BLOCK.program();
        var program = new ArrayList<Argument>(usual == null ? List.of() : usual);
        program.set(0, one(name));
        return new AgentBlock(
                program, null, null, null, null, null, null, null, null, null, null, CLAUDE_BLOCK.permissions());
    }

    private static Argument one(String source) {
        return new Argument.One(text(source));
    }

    private static Text text(String source) {
        return new Text(source, NOWHERE);
    }

    private static Expression expression(String source) {
        return new Expression(source, NOWHERE);
    }
}
