package dev.prodigy.model.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventTypesTest {
    @Test
    void anEventIsReadBackAsItWasWritten() {
        var started = new ItemEvent.Started("k-1", "/w/slot-01", "b", "abc", "mark", null);
        assertThat(EventTypes.read(started.type(), started.body())).isEqualTo(started);
    }

    @Test
    void aTypeOfANewerVersionIsKeptAsItStands() {
        var body = new Value.Fields(Map.of("optional", Value.Bool.TRUE));
        assertThat(EventTypes.read("gadget_seen", body)).isEqualTo(new UnknownEvent("gadget_seen", body));
    }

    @Test
    void everyTypeHasOneName() {
        assertThat(EventTypes.names()).hasSizeGreaterThan(40).allMatch(name -> name.matches("[a-z_]+"));
    }

    @Test
    void theContextIsReadBackFromAFlatLine() {
        var context = Context.item("item-007", 2, "agent-3", "agent-1-item-007")
                .inStep("map.agent_template[0]", "build", List.of(1, 0))
                .inAttempt(3, 4);
        var line = new FieldsWriter();
        context.write(line);
        assertThat(Context.read(line.done())).isEqualTo(context);
    }
}
