package dev.prodigy.e2e.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What reduce reads of the items' ends (spec 03 §7).
class ResultsTest {
    @TempDir
    Path folder;

    private Sandbox sandbox;

    @BeforeEach
    void sandbox() throws IOException {
        sandbox = Sandbox.in(folder);
    }

    @Test
    void everyFinalItemHasAResultObjectWithAllItsMembers() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{n: 1}, {n: 2}]
                  max_parallel: 1
                  agent_template:
                    - shell: echo hello ${item.n}
                      capture: said
                    - shell: test ${item.n} = 1
                reduce:
                  - shell: cat ${map.results_file} >>"$TRACE"
                  - shell: echo ${map.results[0].captures.said} ${map.results[1].status} >>"$TRACE"
                  - shell: echo ${map.outputs} >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).hasSize(4);
        var good = Document.parse(sandbox.trace().getFirst());
        assertThat(good.names())
                .contains("item_id", "index", "key", "item", "status", "success", "attempts", "output")
                .contains("output_truncated", "captures", "tolerated", "commits", "files_changed", "duration_ms")
                .contains("error", "branch", "log_dir");
        assertThat(good.text("item_id")).isEqualTo("item-001");
        assertThat(good.number("item.n")).isEqualTo(1);
        assertThat(good.text("status")).isEqualTo("success");
        assertThat(good.text("output")).isEqualTo("hello 1\n");
        assertThat(good.text("log_dir")).endsWith("/item-001/attempt-1");
        var bad = Document.parse(sandbox.trace().get(1));
        assertThat(bad.text("status")).isEqualTo("failed");
        assertThat(bad.at("error").names()).contains("code", "category", "message");
        assertThat(bad.text("output")).isEqualTo("hello 2\n");
        assertThat(sandbox.trace().get(2)).isEqualTo("hello 1 failed");
        assertThat(sandbox.trace().get(3)).contains("hello 1").doesNotContain("hello 2");
    }

    @Test
    void anItemThatIsGivenUpHasAResultToo() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a, b]
                  error_policy: { on_item_failure: skip }
                  agent_template:
                    - shell: test ${item} = a
                reduce:
                  - shell: echo ${map.results[1].status} ${map.results[1].attempts} >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("skipped 1");
    }

    @Test
    void processesMayWriteIntoTheLogFolderAndQuietItemsLeaveNone() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [quiet, loud]
                  agent_template:
                    - shell: test -d "$PRODIGY_LOG_DIR" && echo "${PRODIGY_LOG_DIR##*/run*/}" >>"$TRACE"
                    - shell: echo saw >"$PRODIGY_LOG_DIR/notes"
                      when: item == 'loud'
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).hasSize(2);
        assertThat(sandbox.homeFiles())
                .anyMatch(file -> file.endsWith("/item-002/attempt-1/notes"))
                .noneMatch(file -> file.contains("/item-001"));
    }

    @Test
    void aQuietItemTakesAtMostAKibibyte() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: seq 1 200
                  agent_template:
                    - shell: ':'
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-q");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        long size = 0;
        for (var file : sandbox.homeFiles()) {
            size += file.startsWith("events/")
                    ? sandbox.home().resolve(file).toFile().length()
                    : 0;
        }
        assertThat(size).isLessThan(200 * 1024 + 8192);
    }
}
