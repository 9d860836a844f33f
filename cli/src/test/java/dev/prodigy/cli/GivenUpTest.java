package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §3.6: people are told why attempts that were left were not made.
class GivenUpTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            exit 8                            | {attempts: 4, retry_on: [timeout]}                  | a failure of this kind is not retried
            exit 3                            | {attempts: 4, initial_delay: 60s, max_delay: 60s}   | the next attempt would begin after a timeout
            exit 3                            | {attempts: 4, retry_budget: 1s, initial_delay: 10s} | the wait would go beyond retry_budget
            echo 429 Too Many Requests, Retry-After: 60 >&2; exit 1 | {attempts: 4, max_retry_after: 5s}              | the wait it asks for is longer than max_retry_after
            """)
    void theReasonIsSaidForStepsAndItems(String command, String retry, String reason) throws IOException {
        var desk = new Desk(folder).with("PRODIGY_ISOLATION", "none");
        var step = "{shell: '" + command + "', total_timeout: 30s, retry: " + retry + "}";
        desk.file("steps.yml", "commands: [" + step + "]");
        var steps = desk.call("run steps.yml");
        assertThat(steps.err()).contains("attempt 1 of 4; not tried again: " + reason);
        desk.file("items.yml", """
                mode: mapreduce
                timeout: 30s
                map: {input: [1], agent_template: [{shell: '%s'}]}
                error_policy: {on_item_failure: retry, retry_config: %s}
                """.formatted(command, retry));
        assertThat(desk.call("run items.yml").err()).contains("(not tried again: " + reason + ")");
    }
}
