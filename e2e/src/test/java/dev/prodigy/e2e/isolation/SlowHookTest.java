package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.process.MarkedProcesses;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A hook of the user that hangs in an automatic commit is part of the step: its limits and signals end it (spec 02
/// §10, 03 §8, §9, §13). It sleeps for far longer than any of them needs on a busy machine.
class SlowHookTest {
    private static final Duration SLEEP = Duration.ofMinutes(10);

    @NewSandbox
    private Sandbox sandbox;

    /// @return the hook
    private Path slowHook() throws IOException {
        var hook = sandbox.repository().directory().resolve(".git/hooks/pre-commit");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\necho hook >>\"$TRACE\"\nsleep " + SLEEP.toSeconds() + "\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        return hook;
    }

    @Test
    void anItemsLimitEndsItAndTheWorkIsSaved() throws IOException {
        slowHook();
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  max_parallel: 1
                  agent_timeout_secs: 2
                  timeout_config: {cleanup_grace_period_secs: 1}
                  agent_template:
                    - shell: echo ${item} >>new
                      auto_commit: true
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var failure = sandbox.journal().events("agent_failed").getFirst();
        assertThat(failure.text("error.code")).isEqualTo("TIMEOUT");
        assertThat(failure.text("error.timeout_scope")).isEqualTo("agent");
        assertThat(sandbox.trace()).containsExactly("hook");
        assertThat(sandbox.repository()
                        .files(sandbox.repository().refs("refs/prodigy/salvage").getFirst()))
                .contains("new");
        sandbox.assertNothingLeftRunning();
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeout: 2", "total_timeout: 2s", "idle_timeout: 2s"})
    void aStepsLimitEndsIt(String limit) throws IOException {
        slowHook();
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo a >>new
                    auto_commit: true
                    LIMIT
                """.replace("LIMIT", limit));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("TIMEOUT");
        assertThat(ended.json().number("error.timeout_ms")).isEqualTo(2000);
        assertThat(sandbox.trace()).containsExactly("hook");
        sandbox.assertNothingLeftRunning();
    }

    @Test
    void theRunsLimitEndsIt() throws IOException {
        slowHook();
        var workflow = sandbox.workflow("""
                timeout: 4
                commands:
                  - {shell: echo new >new, auto_commit: true}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(5);
        assertThat(sandbox.trace()).containsExactly("hook");
        sandbox.assertNothingLeftRunning();
    }

    /// In the user's own checkout git holds its lock while the hook runs, because only some files are committed.
    @Test
    void theCheckoutCanBeUsedAfterwards() throws IOException {
        slowHook();
        var workflow = sandbox.workflow("""
                isolation: none
                timeout: 3
                commands:
                  - shell: echo a >>new
                    auto_commit: true
                    commit_config: {include_files: [new]}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(5);
        sandbox.assertNothingLeftRunning();
        assertThat(sandbox.repository().git("status", "--porcelain")).contains("new");
        sandbox.repository().git("commit", "-q", "--no-verify", "-m", "mine", "new");
    }

    @Test
    void aSignalEndsItAndTheRunGoesOnLater() throws IOException {
        var hook = slowHook();
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  max_parallel: 1
                  agent_template:
                    - shell: echo ${item} >>new
                      auto_commit: true
                """);
        var running = sandbox.prodigy().start("run", workflow, "-o", "json");
        running.until("the hook runs", () -> sandbox.trace().contains("hook"));
        assertThat(MarkedProcesses.of(sandbox.home())).isNotEmpty();

        var stopped = running.signal("TERM").await();

        assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(143);
        assertThat(stopped.json().number("items.pending")).isEqualTo(1);
        sandbox.assertNothingLeftRunning();

        Files.writeString(hook, "#!/bin/sh\n");
        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.repository().files("HEAD")).contains("new");
    }
}
