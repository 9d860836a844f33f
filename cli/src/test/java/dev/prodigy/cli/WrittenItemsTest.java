package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 03 §3, §5: items that stand in the workflow and cannot be taken are mended there, and the next command says so.
class WrittenItemsTest {
    private static final String FLOW =
            "{mode: mapreduce, map: {input: INPUT, item_key: KEY, agent_template: [{shell: 'echo ${item.n} >>trace'}]}}\n";

    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [{id: 1, n: 1}, {id: 1, n: 2}] | id
            [{id: 1, n: 1}, {n: 2}]        | id
            """)
    void theNextCommandAcceptsTheChange(String input, String key) throws IOException {
        write(input, key);

        var ended = desk.call("run flow.yml -o json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.at("error.code")).isEqualTo("DUPLICATE_ITEM_KEY");
        var next = ended.at("error.hint");
        assertThat(next).isEqualTo("prodigy resume " + ended.at("run_id") + " --accept-changes");
        assertThat(ended.err()).contains("\nNext: " + next).doesNotContain("; next: ");
        assertThat(desk.call("runs show last -o json").at("error.hint")).isEqualTo(next);
        write("[{id: 1, n: 1}, {id: 2, n: 2}]", key);
        assertThat(desk.call(next.replaceFirst("prodigy ", "")).exitCode()).isZero();
    }

    @Test
    void itemsOfAFileAreMendedInTheFile() throws IOException {
        desk.file("items.json", "[{\"id\": 1, \"n\": 1}, {\"id\": 1, \"n\": 2}]");
        write("items.json", "id");

        var ended = desk.call("run flow.yml -o json");

        assertThat(ended.at("error.hint")).as("%s", ended).isEqualTo("prodigy resume " + ended.at("run_id"));
    }

    private void write(String input, String key) throws IOException {
        desk.file("flow.yml", FLOW.replace("INPUT", input).replace("KEY", key));
    }
}
