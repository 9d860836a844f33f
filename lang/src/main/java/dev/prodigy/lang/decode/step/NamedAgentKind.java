package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `agent: NAME` with `prompt: TEXT`, the same as `NAME: TEXT` (spec 01 §2).
final class NamedAgentKind implements StepKindShape {
    private static final KeySet BESIDE = KeySet.of(Prompt.PROMPT).and(AgentKind.BESIDE);
    private static final String PROMPT = "prompt";
    private static final StepForm FORM = StepForm.of("agent", Texts.STRING, "The name of the agent that is asked.")
            .with(BESIDE);

    @Override
    public StepForm form() {
        return FORM;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var place = beside.place().key(kind.key());
        var agent = Texts.STRING.read(kind.value(), place);
        var prompt = beside.required(Prompt.PROMPT);
        var agents = place.decoding().agents();
        if (agent != null && !agents.contains(agent)) {
            var message = "there is no agent \"" + agent + "\"; known: " + String.join(", ", agents);
            place.report(Problem.error(
                            ProblemCode.UNDEFINED_REFERENCE,
                            message,
                            kind.value().span(),
                            place.path().toString())
                    .suggesting(Nearest.to(agent, agents)));
            return null;
        }
        return agent == null || prompt == null ? null : AgentKind.step(agent, new Prompt(prompt, null, null), beside);
    }

    @Override
    public List<Value> rules() {
        return List.of(Schemas.of("dependentRequired", Schemas.of(FORM.name(), Value.ofTexts(List.of(PROMPT)))));
    }

    @Override
    public Map<String, Value> normal(Node.Entry kind, Node.Mapping step, Decoding decoding) {
        var members = new LinkedHashMap<String, Value>();
        var prompt = step.get(PROMPT);
        if (kind.value() instanceof Node.Scalar agent && prompt != null) {
            members.put(agent.text(), Prompt.SHAPE.normal(prompt, decoding));
        }
        members.putAll(Keyed.normal(step, AgentKind.BESIDE, decoding).members());
        return members;
    }
}
