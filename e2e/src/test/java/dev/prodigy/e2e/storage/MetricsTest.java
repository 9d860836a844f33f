package dev.prodigy.e2e.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Spec 05 §8: figures are a fold over the journal, of a live run, after a crash, and when it has been resumed.
class MetricsTest {
    @NewSandbox
    private Sandbox sandbox;

    private List<String> samples(String name) {
        var told = sandbox.prodigy().run("metrics", "last", "--prometheus");
        assertThat(told.exitCode()).as("%s", told).isZero();
        return told.out()
                .lines()
                .filter(line -> line.startsWith("prodigy_" + name + "{"))
                .map(line -> line.substring(line.indexOf('{')))
                .toList();
    }

    @Test
    void figuresAreToldOfALiveRunAfterACrashAndAfterTheResume() throws IOException {
        var go = sandbox.folder().resolve("go");
        var workflow = sandbox.workflow("""
                name: figures
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  agent_template:
                    - shell: 'test ${item} != 1'
                      retry_config: {attempts: 2, initial_delay: 1ms}
                    - shell: 'test ${item} != 2 || while ! test -e %s; do sleep 0.05; done'
                """.formatted(go));
        var running = sandbox.prodigy().start("run", workflow);
        running.until("the second item is under way", () -> sandbox.count("agent_started") == 2);

        assertThat(samples("active_attempts").getFirst()).endsWith("} 1");
        assertThat(samples("items")).anyMatch(line -> line.endsWith("state=\"running\"} 1"));
        assertThat(samples("items_total")).containsExactly("{workflow=\"figures\",outcome=\"failed\"} 1");
        assertThat(samples("runs_total")).isEmpty();

        running.kill();
        assertThat(samples("active_attempts").getFirst()).endsWith("} 0");
        assertThat(samples("items")).anyMatch(line -> line.endsWith("state=\"pending\"} 2"));

        Files.createFile(go);
        var resumed = sandbox.prodigy().run("resume", "last");
        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(samples("items_total"))
                .containsExactly(
                        "{workflow=\"figures\",outcome=\"failed\"} 1",
                        "{workflow=\"figures\",outcome=\"successful\"} 2");
        assertThat(samples("agent_attempts_total"))
                .containsExactly(
                        "{action_kind=\"item\",outcome=\"failed\"} 1",
                        "{action_kind=\"item\",outcome=\"interrupted\"} 1",
                        "{action_kind=\"item\",outcome=\"succeeded\"} 2");
        assertThat(samples("step_retries_total")).containsExactly("{action_kind=\"shell\",code=\"EXIT_1\"} 1");
        assertThat(samples("runs_total"))
                .containsExactly("{workflow=\"figures\",mode=\"mapreduce\",status=\"completed_with_failures\"} 1");

        var document = sandbox.prodigy().run("metrics", "last", "-o", "json").json();
        assertThat(document.number("error_metrics.failed")).isEqualTo(1);
        assertThat(document.number("rates.agent.first_attempts")).isEqualTo(3);
        var otlp = sandbox.prodigy().run("metrics", "last", "--format", "otlp").json();
        assertThat(otlp.text("resourceMetrics.0.scopeMetrics.0.metrics.0.name")).isEqualTo("prodigy.runs");
    }
}
