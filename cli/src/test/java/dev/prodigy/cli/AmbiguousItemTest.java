package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// ITEM is a number, an `item_id` or a key; what means two items is refused, as RUN is (spec 05 §1).
class AmbiguousItemTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void aRunWithKeysThatAreNumbersOfOtherItems() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [{id: 2}, {id: 3}, {id: 1}, {id: 4}]
                  item_key: item.id
                  agent_template: [{shell: exit 3}]
                """);
        assertThat(desk.call("run flow.yml -q").exitCode()).isEqualTo(3);
    }

    @Test
    void itIsRefusedWithBothNamesThatWork() {
        for (var words : List.of(
                "skip last 2",
                "requeue last item-003 2",
                "logs last --item 2",
                "events last --item 2",
                "dlq show last 2",
                "dlq show 2",
                "dlq retry last 2 --dry-run")) {
            var refused = desk.call(words + " -o json");
            assertThat(refused.exitCode()).as("%s: %s", words, refused).isEqualTo(2);
            assertThat(refused.at("error.code")).as(words).isEqualTo("item_ambiguous");
            assertThat(refused.at("error.message")).isEqualTo("`2` is the number of item-002 and the key of item-001");
            assertThat(refused.at("error.hint")).isEqualTo("Type item-002 or item-001.");
        }
    }

    @Test
    void theAnswerNamesTheItem() {
        assertThat(desk.call("skip last item-002").out()).contains(": skip item-002 acknowledged");
        assertThat(desk.call("skip last 4").out()).contains(": skip item-004 acknowledged");
        assertThat(desk.call("requeue last item-002 item-004").out())
                .contains(": requeue item-002 item-004 acknowledged");
    }
}
