package dev.prodigy.e2e.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Running;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Of several runners that are started at once on one job, one runs it (spec 03 §14, *One runner*).
/// `bench/contention runners` plays a hundred rounds.
class ManyRunnersTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {2, 6})
    void eachItemRunsOnce(int runners) throws IOException {
        var sandbox = Sandbox.in(folder);
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup:
                  - shell: test -e "$TRACE.go"
                map:
                  input: [a, b, c, d]
                  agent_template:
                    - shell: echo "$PRODIGY_ITEM_ID" >>"$TRACE"
                """);
        var failed = sandbox.prodigy().run("run", workflow, "--isolation", "none", "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var all = new ArrayList<Running>();
        for (int i = 0; i < runners; i++) {
            all.add(sandbox.prodigy().start("resume", failed.json().text("run_id")));
        }
        var codes = all.stream().map(each -> each.await().exitCode()).toList();

        assertThat(sandbox.trace()).containsExactlyInAnyOrder("item-001", "item-002", "item-003", "item-004");
        assertThat(codes).contains(0).isSubsetOf(0, 1);
        assertThat(sandbox.count("workflow_resumed")).isEqualTo(1);
    }
}
