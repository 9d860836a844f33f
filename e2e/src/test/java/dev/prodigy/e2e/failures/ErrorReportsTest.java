package dev.prodigy.e2e.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// What is told about failed items: reports as `error_collection` asks, patterns, clusters (spec 02 §4, §9).
class ErrorReportsTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void failuresAreReportedInBatchesAndTheFiguresNamePatternsAndClusters() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                error_collection: "batched:2"
                map:
                  input: [{n: 1, file: alpha}, {n: 2, file: beta}, {n: 3, file: gamma}, {n: 44, file: delta},
                          {n: 55, file: epsilon}, {n: 6, file: zeta}]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        [ ${item.n} -le 3 ] && { echo "deadline exceeded" >&2; exit 1; }
                        [ ${item.n} = 6 ] && exit 0
                        echo "cannot open /data/${item.file}.txt at ${item.n} (0x7f00${item.n}aa): \\"${item.file}\\"" >&2
                        exit 7
                reduce:
                  - shell: |
                      echo "${map.failure_rate} ${map.success_rate} ${map.duration_ms}" >>"$TRACE"
                      echo '${map.error_types}' >>"$TRACE"
                      echo '${map.failure_patterns}' >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var journal = sandbox.journal();
        assertThat(journal.events("error_report"))
                .extracting(report -> report.number("count"))
                .containsExactly(2L, 2L, 1L);
        assertThat(journal.events("error_report").getLast().text("errors.0.item_id"))
                .isEqualTo("item-005");
        assertThat(ended.err()).contains("2 failed items").contains("item-005  EXIT_7: exit status 7: cannot open");
        assertThat(ended.err())
                .contains("3 items failed with TIMEOUT (timeout)")
                .contains("  item-001, item-002, item-003\n")
                .contains("2 items failed with EXIT_7 (command_failed): exit status 7: cannot open /data/delta.txt")
                .contains("Next: prodigy dlq list ");
        var metrics = journal.events("error_metrics").getLast();
        assertThat(metrics.text("failure_rate")).isEqualTo("0.8333");
        var pattern =
                "[{\"pattern_type\":\"timeout\",\"frequency\":3,\"items\":[\"item-001\",\"item-002\",\"item-003\"],"
                        + "\"suggested_action\":\"Consider increasing agent_timeout_secs in timeout_config\"}]";
        assertThat(metrics.text("failure_patterns")).isEqualTo(pattern);
        assertThat(metrics.list("error_clusters")).hasSize(2);
        var cluster = metrics.list("error_clusters").get(1);
        assertThat(cluster.number("count")).isEqualTo(2);
        assertThat(cluster.text("normalized")).isEqualTo("exit status <n>: cannot open <path> at <n> (<hex>): <q>");
        assertThat(sandbox.trace().getFirst()).matches("0.8333 0.1667 [1-9][0-9]*");
        assertThat(sandbox.trace().subList(1, 3)).containsExactly("{\"timeout\":3,\"command_failed\":2}", pattern);
    }

    @Test
    void subWorkflowsThatFailAlikeAreOneCluster() throws IOException {
        sandbox.workflow("child.yml", "commands: ['echo broken >&2; exit 4']\n");
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map: {input: [1, 2, 3], agent_template: [{workflow: child.yml}]}
                """);

        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(3);

        var analysis =
                sandbox.prodigy().run("dlq", "analyze", "last", "-o", "json").json();
        assertThat(analysis.list("clusters")).hasSize(1);
        assertThat(analysis.number("clusters.0.count")).isEqualTo(3);
    }
}
