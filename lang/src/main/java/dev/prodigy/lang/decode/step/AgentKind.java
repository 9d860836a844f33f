package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.StepKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `claude: PROMPT`, and so for every declared agent (spec 01 §11).
record AgentKind(String agent, StepForm form) implements StepKindShape {
    static final KeySet BESIDE = KeySet.of(Prompt.MODEL, Prompt.ARGS);

    static AgentKind of(String agent) {
        var form = StepForm.of(agent, Prompt.SHAPE, "What the agent " + agent + " is asked.")
                .with(BESIDE);
        return new AgentKind(agent, form);
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var prompt = Prompt.SHAPE.read(kind.value(), beside.place().key(kind.key()));
        return prompt == null ? null : step(agent, prompt, beside);
    }

    /// @return the step that asks; the model and the arguments stand with the prompt or beside it, not both
    static StepKind step(String agent, Prompt prompt, Entries beside) {
        refuse(Prompt.MODEL, prompt.model(), beside);
        refuse(Prompt.ARGS, prompt.args(), beside);
        var model = prompt.model() == null ? beside.get(Prompt.MODEL) : prompt.model();
        var args = prompt.args() == null ? beside.get(Prompt.ARGS, List.of()) : prompt.args();
        return new StepKind.Agent(agent, prompt.prompt(), model, args);
    }

    private static void refuse(Key<?> key, @Nullable Object inside, Entries beside) {
        if (inside != null && beside.has(key)) {
            var message = "\"" + key.name() + "\" stands with the prompt already";
            beside.at(key).error(ProblemCode.CONFLICTING_KEYS, beside.keySpan(key), message);
            beside.take(key);
        }
    }
}
