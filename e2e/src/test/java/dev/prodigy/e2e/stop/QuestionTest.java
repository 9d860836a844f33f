package dev.prodigy.e2e.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Distribution;
import dev.prodigy.e2e.launcher.Running;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a person at a terminal is asked, and may also leave unanswered (spec 03 §8, §11).
class QuestionTest {
    private static final String COMMITTING = "commands: ['date +%N >made; git add made; git commit -qm made']\n";

    @NewSandbox
    private Sandbox sandbox;

    private Path shown() {
        return sandbox.folder().resolve("shown");
    }

    /// Runs it on a terminal of its own, up to the question.
    private Running asked(String flow) {
        var run = String.join(" ", Distribution.underTest().command(List.of("run", flow)));
        var text = "mkfifo \"$1/typed\"; exec 3<>\"$1/typed\"; exec script -qfec \"$2\" \"$1/shown\" <&3";
        var folder = sandbox.folder().toString();
        return sandbox.prodigy()
                .start(List.of("bash", "-c", text, "bash", folder, run))
                .until(
                        "it asks",
                        () -> Files.exists(shown()) && Files.readString(shown()).contains("[y/N]"));
    }

    private void type(String keys) throws IOException {
        Files.writeString(sandbox.folder().resolve("typed"), keys);
    }

    @ParameterizedTest
    @CsvSource({"y, 0, true", "n, 0, false", "'', 0, false"})
    void theAnswerDecidesWhetherCommitsAreMerged(String answer, int exit, boolean merged) throws IOException {
        var running = asked(sandbox.workflow(COMMITTING));
        type(answer + "\n");
        assertThat(running.await().exitCode()).isEqualTo(exit);
        assertThat(sandbox.repository().git("ls-files", "made").isEmpty()).isNotEqualTo(merged);
    }

    @Test
    void ctrlCIsObeyedWhereAPersonIsAsked() throws IOException {
        var running = asked(sandbox.workflow(COMMITTING));
        type("\003");
        assertThat(running.await().exitCode()).isEqualTo(130);
        assertThat(Files.readString(shown())).contains("SIGINT: stopping");
        assertThat(sandbox.count("workflow_cancelled")).isEqualTo(1);
        assertThat(sandbox.repository().git("ls-files", "made")).isEmpty();
        assertThat(sandbox.prodigy().run("resume", "last", "-y").exitCode()).isZero();
        assertThat(sandbox.repository().git("ls-files", "made")).isNotEmpty();
    }

    @Test
    void ctrlCIsObeyedWhereACanaryWaitsForAPerson() throws IOException {
        var running = asked(sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2, 3]
                  canary: {items: 1, gate: approve}
                  agent_template: ['true']
                """));
        type("\003");
        assertThat(running.await().exitCode()).isEqualTo(130);
        assertThat(sandbox.count("agent_completed")).isEqualTo(1);
        assertThat(sandbox.count("canary_evaluated")).isZero();
        assertThat(sandbox.prodigy().run("resume", "last", "-y").exitCode()).isZero();
        assertThat(sandbox.count("agent_completed")).isEqualTo(3);
    }
}
