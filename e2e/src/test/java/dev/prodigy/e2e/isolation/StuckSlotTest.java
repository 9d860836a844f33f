package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A slot that can be neither used again nor removed gives way to another (spec 03 §12).
class StuckSlotTest {
    @NewSandbox
    private Sandbox sandbox;

    /// A mount point cannot be removed or moved. Where the machine lets us mount nothing the slot is only damaged.
    @Test
    void theNextItemGetsAnotherSlotAndIsToldWhy() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        echo "$PRODIGY_WORKTREE" >>"$TRACE"
                        test ${item} = 1 || exit 0
                        if mount --bind "$PWD" "$PWD" 2>/dev/null; then echo mounted >>"$TRACE"; fi
                        git bisect start
                """);
        var command = new ArrayList<String>();
        if (canMount()) {
            command.addAll(List.of("unshare", "--map-root-user", "--mount"));
        }
        command.addAll(List.of("sh", "-c", "exec \"$PRODIGY_DIST/bin/prodigy\" run \"$1\" -o json -v", "sh", workflow));

        var ended = sandbox.prodigy().run(command);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().number("items.successful")).isEqualTo(3);
        var trace = sandbox.trace();
        boolean mounted = trace.remove("mounted");
        assertThat(trace).hasSize(3);
        assertThat(trace.get(0)).endsWith("slot-01");
        assertThat(trace.subList(1, 3)).allMatch(place -> place.endsWith(mounted ? "slot-02" : "slot-01"));
        var warned = sandbox.journal().events("warning_raised").stream()
                .filter(event -> event.text("code").equals("SLOT_STUCK"))
                .toList();
        assertThat(warned).hasSize(mounted ? 1 : 0);
        assertThat(warned)
                .allSatisfy(event -> assertThat(event.text("message"))
                        .contains("slot-01", "nor move it aside", "another slot is used"));
    }

    /// @return whether a process may have mounts of its own
    private static boolean canMount() throws IOException {
        try {
            return new ProcessBuilder("unshare", "--map-root-user", "--mount", "true")
                            .start()
                            .waitFor()
                    == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
