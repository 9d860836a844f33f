package dev.prodigy.cli.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// How far a redrive has come, as its events tell it (spec 05 §2.5).
class RedriveOutcomesTest {
    private static final ItemEvent.Completed GOOD =
            new ItemEvent.Completed("success", 2, 0, 0, 0, List.of(), Value.Null.NULL, Value.Null.NULL, false);
    private static final LetterEvent.Removed RETRIED = new LetterEvent.Removed("retried", null);

    private final RedriveOutcomes outcomes = new RedriveOutcomes(Set.of("item-001", "item-002", "item-003"), null);

    @Test
    void whatAKilledRedriveHadMergedSucceedsWithoutBeingRun() {
        outcomes.take("item-001", GOOD);
        outcomes.take("item-001", RETRIED);
        outcomes.take("item-002", RETRIED);
        outcomes.take("item-003", new ItemEvent.Requeued("dlq_retry", null));
        outcomes.take("item-003", GOOD);
        outcomes.take("item-003", RETRIED);
        outcomes.take("item-009", GOOD);

        assertThat(outcomes.succeeded()).isEqualTo(3);
        assertThat(outcomes.without(3)).isZero();
    }
}
