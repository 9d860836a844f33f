package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §5.4: where a segment or the workflow's record is damaged or gone, nothing goes on, whether the run
/// has ended or not.
class DamagedResumeTest {
    @NewDesk
    private Desk desk;

    private Path folder;

    @BeforeEach
    void aRunWithFailedItems() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  agent_template:
                    - {shell: 'seq 300; test ${item} != 2', capture_output: lines}
                """);
        assertThat(desk.call("run flow.yml -q").exitCode()).isEqualTo(3);
        try (var files = Files.walk(desk.home().resolve("events"))) {
            folder = files.filter(file -> file.endsWith("results-1.jsonl"))
                    .findFirst()
                    .orElseThrow()
                    .getParent();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "resume last, workflow.json, sha256, sha257",
        "resume last, workflow.json, ,",
        "resume last, items-1.jsonl, ,",
        "resume last, items-1.jsonl, 2, 3",
        "resume last, results-1.jsonl, ,",
        "resume last, results-1.jsonl, 299, 298",
        "resume last --retry-failed, workflow.json, ,",
        "resume last --retry-failed, items-1.jsonl, ,",
        "resume last --retry-failed, results-1.jsonl, ,",
        "resume last --retry-failed, results-1.jsonl, 299, 298",
        "dlq retry last -y, results-1.jsonl, 299, 298",
    })
    void isRefused(String command, String file, String was, String becomes) throws IOException {
        var damaged = folder.resolve(file);
        if (was == null) {
            Files.delete(damaged);
        } else {
            assertThat(Files.readString(damaged)).contains(was);
            Files.writeString(damaged, Files.readString(damaged).replace(was, becomes));
        }

        var refused = desk.call(command + " -o json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(75);
        assertThat(refused.at("error.code")).isEqualTo("journal_damaged");
        assertThat(refused.at("error.message")).contains(file);
    }
}
