package dev.prodigy.e2e.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Where items come from and which of them run (spec 03 §3 to §5, acceptance rows 1 to 6 and 12 to 14).
class ItemInputTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void thePipelineKeepsExactlyTheItemOfTheWorkedExample() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input:
                    - {id: A, category: docs, score: 8}
                    - {id: B, category: code, score: 3}
                    - {id: C, category: docs, score: 6}
                    - {id: D, category: docs, score: 9}
                    - {id: E, category: code, score: 7}
                    - {id: F, category: docs, score: 4}
                  filter: score >= 5
                  sort_by: score DESC
                  distinct: category
                  offset: 1
                  max_items: 2
                  max_parallel: 1
                  agent_template:
                    - shell: echo ${item.id} >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().number("items.total")).isEqualTo(1);
        assertThat(sandbox.trace()).containsExactly("E");
    }

    @Test
    void itemsWithoutTheSortKeyComeLastInInputOrder() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input:
                    - {id: a, score: 3}
                    - {id: b, score: null}
                    - {id: c, score: 9}
                    - {id: d}
                  sort_by: score DESC
                  max_parallel: 1
                  agent_template:
                    - shell: echo ${item.id} >>"$TRACE"
                """);

        sandbox.prodigy().run("run", workflow);

        assertThat(sandbox.trace()).containsExactly("c", "a", "b", "d");
    }

    @Test
    void aPathTakesTheElementsOfACommandsDocument() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: printf '{"things":[{"id":"x"},{"id":"y"},{"id":"z"}]}'
                  json_path: $.things
                  max_parallel: 1
                  agent_template:
                    - shell: echo ${item.id} >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.json().number("items.total")).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("x", "y", "z");
    }

    @Test
    void aNodeOfAPathThatIsNotSingularStaysWhole() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: printf '{"groups":[["p","q"]]}'
                  json_path: $.groups[*]
                  agent_template:
                    - shell: echo "${item[0]} ${item[1]}" >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.json().number("items.total")).as("%s", ended).isEqualTo(1);
        assertThat(sandbox.trace()).containsExactly("p q");
    }

    @Test
    void printedNumbersAreTextItems() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: printf '41\\n42\\n\\n'
                  max_parallel: 1
                  agent_template:
                    - shell: echo "<${item}>" >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.json().number("items.total")).as("%s", ended).isEqualTo(2);
        assertThat(sandbox.trace()).containsExactly("<41>", "<42>");
    }

    @Test
    void aMissingFileIsNeverTriedAsACommand() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: missing.json
                  agent_template:
                    - shell: echo ran >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("status")).isEqualTo("failed");
        assertThat(ended.json().text("error.code")).isEqualTo("INPUT_NOT_FOUND");
        assertThat(sandbox.trace()).isEmpty();
    }

    @Test
    void withoutItemsThereIsAWarningAndReduceRuns() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}, {id: 2}]
                  filter: id > 7
                  agent_template:
                    - shell: echo item >>"$TRACE"
                reduce:
                  - shell: echo "reduce ${map.total} ${map.results}" >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("reduce 0 []");
        assertThat(sandbox.journal().count("warning_raised")).isPositive();
    }

    @Test
    void equalItemsBothRunWithKeysOfTheirOwn() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}, {id: 1}]
                  agent_template:
                    - shell: echo ${item_key} >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.json().number("items.successful")).as("%s", ended).isEqualTo(2);
        assertThat(sandbox.trace()).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void aRepeatedItemKeyFailsTheRunBeforeAnyItem() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1, n: 1}, {id: 1, n: 2}]
                  item_key: id
                  agent_template:
                    - shell: echo ran >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("DUPLICATE_ITEM_KEY");
        assertThat(sandbox.trace()).isEmpty();
    }

    @Test
    void aBatchIsOneWorkItem() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: printf '1\\n2\\n3\\n4\\n5\\n6\\n7\\n'
                  batch_size: 3
                  max_parallel: 1
                  agent_template:
                    - shell: echo "${item_id} ${batch.size} ${batch.index} ${batch.total} ${item}" >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.json().number("items.total")).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace())
                .containsExactly(
                        "item-001 3 0 3 [\"1\",\"2\",\"3\"]",
                        "item-002 3 1 3 [\"4\",\"5\",\"6\"]",
                        "item-003 1 2 3 [\"7\"]");
    }

    @Test
    void anInvalidFileIsNamedWithLineAndColumn() throws IOException {
        sandbox.repository().write("orders.csv", "id,name\n1,a\n2,b,c\n");
        sandbox.repository().git("add", "orders.csv");
        sandbox.repository().git("commit", "--quiet", "-m", "orders");
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map: {input: orders.csv, agent_template: [{shell: "true"}]}
                """);

        var ended = sandbox.prodigy().run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).contains("INPUT_INVALID").contains("orders.csv:3:");
    }

    @Test
    void anItemThatIsNoUnicodeFailsAloneAndForItsOwnFault() throws IOException {
        sandbox.repository().write("items.json", "[{\"v\":\"\\ud800x\"},{\"v\":\"fine\"}]");
        sandbox.repository().git("add", "items.json");
        sandbox.repository().git("commit", "--quiet", "-m", "items");
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: items.json
                  agent_template:
                    - shell: echo ${item.v} >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("fine");
        var letters = sandbox.prodigy().run("dlq", "list", "last", "-o", "json").json();
        assertThat(letters.text("items.0.error_type")).isEqualTo("definition");
        assertThat(letters.text("items.0.reprocess_eligible")).isEqualTo("false");
    }
}
