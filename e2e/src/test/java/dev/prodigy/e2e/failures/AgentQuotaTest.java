package dev.prodigy.e2e.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The acceptance rows of the agents' usage limit (spec 02 §8). The agent prints the notice until a file
/// with the epoch of the reset says that the limit is over.
class AgentQuotaTest {
    private static final String AGENT = """
            #!/bin/sh
            here=$(dirname -- "$0")
            now=$(date +%s)
            # two begin at once: whoever links first decides, and nobody reads a file that is not written yet
            echo $((now + SECONDS)) >"$here/epoch.$$"
            ln "$here/epoch.$$" "$here/epoch" 2>/dev/null
            epoch=$(cat "$here/epoch")
            echo "${PRODIGY_ITEM_ID:-none} $(date +%s%3N)" >>"$here/launches"
            while [ "$(wc -l <"$here/launches")" -lt AT_ONCE ]; do sleep 0.05; done
            if [ "$now" -lt "$epoch" ]; then text="NOTICE"; error=true; else text=done; error=false; fi
            printf '{"type":"result","subtype":"success","is_error":%s,"result":"%s","num_turns":1}\\n' $error "$text"
            """;

    @NewSandbox
    private Sandbox sandbox;

    /// @param atOnce how many agents have begun when the first one meets the limit
    private void agent(int atOnce, int seconds, String notice) throws IOException {
        var text = AGENT.replace("SECONDS", String.valueOf(seconds))
                .replace("NOTICE", notice)
                .replace("AT_ONCE", String.valueOf(atOnce));
        var program = sandbox.agent().program();
        Files.writeString(program, text);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String workflow(String policy) throws IOException {
        return sandbox.workflow("""
                mode: mapreduce
                isolation: none
                error_policy: {quota: POLICY}
                map:
                  input: [1, 2, 3, 4]
                  max_parallel: 2
                  agent_timeout_secs: 6
                  agent_template: [ { claude: "work on ${item}" } ]
                """.replace("POLICY", policy));
    }

    private List<Instant> launches() throws IOException {
        return Files.readAllLines(sandbox.folder().resolve("bin/launches")).stream()
                .map(line -> Instant.ofEpochMilli(Long.parseLong(line.substring(line.indexOf(' ') + 1))))
                .toList();
    }

    private Instant epoch() throws IOException {
        var text = Files.readString(sandbox.folder().resolve("bin/epoch")).strip();
        return Instant.ofEpochSecond(Long.parseLong(text));
    }

    @Test
    void theRunWaitsForTheResetAndProbesAlone() throws IOException {
        agent(2, 8, "Claude AI usage limit reached|$epoch");

        var ended = sandbox.prodigy().run("run", workflow("{max_wait: 1h}"), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().number("items.successful")).isEqualTo(4);
        assertThat(sandbox.count("agent_failed")).isZero();
        var after = launches().stream().skip(2).toList();
        assertThat(after).hasSize(4).allMatch(launch -> !launch.isBefore(epochQuietly()));
        // the probe comes alone: the others wait for its end
        var journal = sandbox.journal();
        assertThat(journal.count("quota_probe")).isEqualTo(1);
        var resumed = Instant.parse(journal.events("quota_resumed").getFirst().text("timestamp"));
        assertThat(after.stream().skip(1)).allMatch(launch -> !launch.isBefore(resumed));
    }

    private Instant epochQuietly() {
        try {
            return epoch();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void thePauseSurvivesKill9() throws IOException {
        agent(2, 8, "Claude AI usage limit reached|$epoch");
        var running = sandbox.prodigy().start("run", workflow("{max_wait: 1h}"));
        running.until("two items are parked", () -> sandbox.count("item_waiting") == 2);
        running.kill();

        var ended = sandbox.prodigy().run("resume", sandbox.journal().runId(), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().number("items.successful")).isEqualTo(4);
        assertThat(ended.err()).contains("the agent's usage limit is reached; next try at");
        assertThat(launches().stream().skip(2)).allMatch(launch -> !launch.isBefore(epochQuietly()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {on_limit: stop}                    | Claude AI usage limit reached            | 4 | USAGE_LIMIT
            {max_wait: 5s}                      | Claude AI usage limit reachedBAR$epoch     | 4 | QUOTA_WAIT_EXCEEDED
            {max_wait: 3s, probe_interval: 1s}  | Usage limit reached                      | 4 | QUOTA_WAIT_EXCEEDED
            {on_limit: wait}                    | Credit balance is too low                | 4 | SPEND_LIMIT
            """)
    void aStopLeavesItsItemsPending(String policy, String notice, int exitCode, String code) throws IOException {
        agent(2, 1000, notice.replace("BAR", "|"));

        var ended = sandbox.prodigy().run("run", workflow(policy), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(ended.json().text("error.code")).isEqualTo(code);
        assertThat(ended.json().number("items.pending")).isEqualTo(4);
        assertThat(sandbox.count("dlq_item_added")).isZero();
    }

    @Test
    void failMakesOrdinaryFailuresOfIt() throws IOException {
        agent(2, 1000, "Claude AI usage limit reached|$epoch");

        var ended = sandbox.prodigy().run("run", workflow("{on_limit: fail}"), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.journal().events("agent_failed"))
                .extracting((Document each) -> each.text("error.code"))
                .containsOnly("USAGE_LIMIT");
    }

    @Test
    void anAgentOfAStandardWorkflowIsParkedToo() throws IOException {
        agent(1, 20, "You've hit your session limit · try again in 20 seconds");
        var workflow = sandbox.workflow("""
                isolation: none
                commands:
                  - claude: work
                    timeout: 18
                    total_timeout: 18s
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.journal().events("step_completed").getFirst().number("attempts"))
                .isEqualTo(1);
        assertThat(sandbox.journal().count("quota_paused")).isEqualTo(1);
    }
}
