package dev.prodigy.engine.step.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.environment.Language;
import dev.prodigy.model.workflow.AgentSpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Spec 01 §11: what an agent's output is read as.
class AgentAnswerTest {
    private static final String DEEP = "{\"result\":" + "[".repeat(501) + "]".repeat(501) + "}";

    private static @Nullable String fault(AgentSpec.Format format, String stdout) {
        var answer = new AgentSpec.Answer(format, null, null, null, AgentSpec.Report.NONE);
        return AgentAnswer.read(answer, stdout, new Language()).fault();
    }

    @Test
    void anEventThatCannotBeReadIsTold() {
        assertThat(fault(AgentSpec.Format.JSONL, "starting\n" + DEEP + "\n")).contains("500");
        assertThat(fault(AgentSpec.Format.JSON, DEEP)).contains("500");
        assertThat(fault(AgentSpec.Format.JSONL, "{\"a\": \n")).contains("line 1");
    }

    @Test
    void whereThereIsAResultOrNoEventNothingIs() {
        assertThat(fault(AgentSpec.Format.JSONL, DEEP + "\n{\"result\": 1}\n")).isNull();
        assertThat(fault(AgentSpec.Format.JSONL, "no event\n")).isNull();
        assertThat(fault(AgentSpec.Format.JSON, " \n")).isNull();
        assertThat(fault(AgentSpec.Format.TEXT, DEEP)).isNull();
    }
}
