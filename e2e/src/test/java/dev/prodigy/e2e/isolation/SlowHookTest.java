package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Hooks of the user that hang while prodigy commits: the limits around a step hold for them too (spec 02 §10, 03 §8,
/// §9).
class SlowHookTest {
    private static final Duration LONG_BEFORE_THE_HOOK_ENDS = Duration.ofSeconds(90);

    @NewSandbox
    private Sandbox sandbox;

    @BeforeEach
    void aHookThatHangs() throws IOException {
        var hook = sandbox.repository().directory().resolve(".git/hooks/pre-commit");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\necho hook >>\"$TRACE\"; exec sleep 120\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void theItemsLimitEndsIt() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  agent_timeout_secs: 4
                  agent_template:
                    - {shell: echo new >new, auto_commit: true}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.elapsed()).isLessThan(LONG_BEFORE_THE_HOOK_ENDS);
        assertThat(sandbox.trace()).containsExactly("hook");
        var failed = sandbox.journal().events("agent_failed").getFirst();
        assertThat(failed.text("error.code")).isEqualTo("TIMEOUT");
        sandbox.assertNothingLeftRunning();
    }

    @Test
    void theRunsDeadlineEndsIt() throws IOException {
        var workflow = sandbox.workflow("""
                timeout: 4
                commands:
                  - {shell: echo new >new, auto_commit: true}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(5);
        assertThat(ended.elapsed()).isLessThan(LONG_BEFORE_THE_HOOK_ENDS);
        assertThat(sandbox.trace()).containsExactly("hook");
        sandbox.assertNothingLeftRunning();
    }
}
