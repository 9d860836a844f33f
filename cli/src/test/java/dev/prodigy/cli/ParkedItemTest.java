package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/// An item executes neither while it waits nor while it is parked (spec 02 §12, 05 §8).
class ParkedItemTest {
    private static final int OPEN_MS = 2000;

    @NewDesk
    private Desk desk;

    @Test
    void timeBeforeABreakerIsNoTimeOfExecution() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [1]
                  agent_template:
                    - shell: 'test -e once || { touch once; exit 1; }'
                      retry: {attempts: 2, backoff: none}
                      circuit_breaker: {failure_threshold: 1, timeout: %sms, on_open: wait}
                """.formatted(OPEN_MS));

        desk.call("run flow.yml", 0);

        var events = desk.call("events ls --type agent_completed -o json");
        long duration = Long.parseLong(events.at("events.0.duration_ms"));
        long execution = Long.parseLong(events.at("events.0.execution_ms"));
        assertThat(events.at("events.0.retry_wait_ms")).isEqualTo("0");
        assertThat(duration - execution).isGreaterThan(OPEN_MS / 2);
        assertThat(execution).isNotNegative();
    }
}
