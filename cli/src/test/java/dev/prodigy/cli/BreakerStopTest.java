package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A step whose breaker stops the run when it opens: the attempt that opened it was made (spec 02 §3.6, §12).
class BreakerStopTest {
    private static final String BREAKER = "circuit_breaker: {failure_threshold: 2, timeout: 1ms, on_open: stop}";

    @NewDesk
    private Desk desk;

    @Test
    void eachResumeGoesOnBehindTheAttemptsThatWereMade() throws IOException {
        desk.file("flow.yml", """
                commands:
                  - shell: 'echo $PRODIGY_ATTEMPT >>ran; exit 4'
                    retry: {attempts: 4, backoff: none}
                    %s
                """.formatted(BREAKER));

        var stopped = desk.call("run flow.yml");
        assertThat(stopped.exitCode()).isEqualTo(4);
        assertThat(stopped.err()).contains("attempt 2 of 4 in 0s", "attempt 3 of 4 is left to a resume");
        assertThat(ran()).containsExactly("1", "2");
        var resumed = desk.call("resume last -o json");
        assertThat(resumed.at("error.message")).contains("opened (failure_threshold 2)");
        assertThat(ran()).containsExactly("1", "2", "3");
        assertThat(desk.call("resume last").exitCode()).isEqualTo(4);
        assertThat(ran()).containsExactly("1", "2", "3", "4");
    }

    @Test
    void theItemThatOpenedItHasFailed() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  agent_template: [{shell: 'echo ${item} >>ran; exit 4', %s}]
                """.formatted(BREAKER));

        var stopped = desk.call("run flow.yml -o json");

        assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(4);
        assertThat(stopped.at("error.code")).isEqualTo("CIRCUIT_OPEN");
        assertThat(stopped.at("items.failed")).isEqualTo("2");
        assertThat(stopped.at("items.pending")).isEqualTo("1");
        assertThat(desk.call("dlq list -o json").at("total")).isEqualTo("2");
        assertThat(desk.call("resume last -o json").at("items.failed")).isEqualTo("3");
        assertThat(ran()).containsExactly("1", "2", "3");
    }

    private List<String> ran() throws IOException {
        return Files.readAllLines(desk.folder().resolve("ran"));
    }
}
