package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that would write behind a damage (spec 05 §5.4): they refuse it.
class BrokenJournalWritingTest extends RunToBreak {
    /// Results are read when something uses them: damage must be told before (spec 05 §5.4).
    @ParameterizedTest
    @ValueSource(strings = {"gone", "changed", "cut"})
    void aDamagedResultIsToldByWhoReadsAndRefusedByWhoWrites(String how) throws IOException {
        desk.file("large.yml", """
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: 'head -c 20000 /dev/zero | tr "\\0" x; echo ${item} >>ran; test ${item} = 1'
                """);
        assertThat(desk.call("run large.yml -q").exitCode()).isEqualTo(3);
        var run = desk.call("runs show -o json").at("run_id");
        var results = journal.getParent().resolveSibling(run).resolve("results-1.jsonl");
        var ran = Files.readString(desk.folder().resolve("ran"));
        var text = Files.readString(results);
        switch (how) {
            case "gone" -> Files.delete(results);
            case "cut" -> Files.writeString(results, text.substring(0, text.length() - 10));
            default -> Files.writeString(results, text.replaceFirst("xxx", "xyx"));
        }

        var whole = Files.readString(journalOf(run));
        for (var command : List.of(
                "events last",
                "events export last",
                "events stats last",
                "runs show",
                "runs ls",
                "status last",
                "dlq show last",
                "dlq list last",
                "dlq retry last -y",
                "dlq retry last --dry-run",
                "resume last -y --retry-failed",
                "resume last --dry-run --retry-failed",
                "skip last 2",
                "requeue last 2")) {
            var refused = desk.call(command);
            assertThat(refused.exitCode()).as("%s: %s", command, refused).isEqualTo(75);
            assertThat(refused.err()).as(command).contains("results-1.jsonl");
        }
        assertThat(desk.folder().resolve("ran")).hasContent(ran);
        assertThat(journalOf(run)).hasContent(whole);
    }

    @Test
    void noSalvageIsPromisedForTheRecordOfTheWorkflow() throws IOException {
        var record = journal.resolveSibling("workflow.json");
        Files.writeString(record, Files.readString(record).replaceFirst("item", "itme"));
        var said = desk.call("dlq retry last -y");
        assertThat(said.exitCode()).isEqualTo(75);
        assertThat(said.err())
                .contains("workflow.json", "put it back from a copy")
                .doesNotContain("--salvage");
    }
}
