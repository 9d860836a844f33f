package dev.prodigy.e2e.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What cleaners take, and what never (spec 05 §1, §2.10).
class CleanTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void aFolderOutsideOfARepositoryHasRunsOfItsOwn() throws IOException {
        for (var name : List.of("one", "two")) {
            var folder = Files.createDirectories(sandbox.folder().resolve(name));
            assertThat(sandbox.prodigy().in(folder).run("exec", "shell: true").exitCode())
                    .isZero();
        }
        var third =
                sandbox.prodigy().in(Files.createDirectories(sandbox.folder().resolve("three")));
        assertThat(third.run("runs", "ls", "-o", "json").json().list("runs")).isEmpty();
        assertThat(third.run("runs", "ls", "--all-repos", "-o", "json").json().list("runs"))
                .hasSize(2);
        assertThat(third.run("status", "last").exitCode()).isZero();
        for (var words :
                List.of("runs clean --all -f", "clean all --all -f", "events clean --all-jobs --older-than 1s -f")) {
            var ended = third.run((words + " -o json").split(" ", -1));
            assertThat(ended.json().number("removed.runs"))
                    .as("%s: %s", words, ended)
                    .isZero();
        }
        var ended = third.run("runs", "clean", "--all", "-f", "--all-repos", "-o", "json");
        assertThat(ended.json().number("removed.runs")).as("%s", ended).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "runs clean RUN",
                "runs clean --all",
                "runs clean",
                "clean all",
                "clean logs --all",
                "events clean RUN"
            })
    void aRunThatIsExecutedIsAlwaysNamed(String words) throws IOException {
        var flow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: seq 5000
                  max_parallel: 2
                  agent_template: ['test ! -e "$TRACE.stop" || sleep 60']
                """);
        var running = sandbox.prodigy().start("run", flow);
        running.until("items run", () -> sandbox.count("agent_completed") > 5);
        var run = sandbox.journal().runId();
        for (int look = 0; look < 3; look++) {
            var ended = sandbox.prodigy().run((words.replace("RUN", run) + " -f -o json").split(" ", -1));
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.json().number("removed.runs")).isZero();
            assertThat(ended.out())
                    .as("%s", ended)
                    .contains("{\"run_id\":\"" + run + "\",\"reason\":\"it is being executed\"}");
        }
        running.kill();
    }
}
