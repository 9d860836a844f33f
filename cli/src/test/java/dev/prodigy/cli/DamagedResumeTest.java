package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §5.4: where a segment or the workflow's record is damaged or gone, nothing goes on, whether the run
/// has ended or not.
class DamagedResumeTest {
    @NewDesk
    private Desk desk;

    private DamagedRun run;

    @BeforeEach
    void aRunWithFailedItems() throws IOException {
        run = DamagedRun.on(desk);
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
        "dlq retry last no-such-item, workflow.json, sha256, sha257",
        "dlq retry last no-such-item, items-1.jsonl, 2, 3",
    })
    void isRefused(String command, String file, String was, String becomes) throws IOException {
        run.spoil(file, was, becomes);

        var refused = desk.call(command + " -o json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(75);
        assertThat(refused.at("error.code")).isEqualTo("journal_damaged");
        assertThat(refused.at("error.message")).contains(file);
    }

    /// What has nothing to run looks all the same, as a resume does that has nothing to do.
    @ParameterizedTest
    @CsvSource({
        "workflow.json, sha256, sha257",
        "items-1.jsonl, 2, 3",
        "results-1.jsonl, ,",
        "results-1.jsonl, 299, 298",
    })
    void aRedriveWithoutDeadLettersIsRefusedToo(String file, String was, String becomes) throws IOException {
        desk.call("dlq clear last -y", 0);
        desk.call("dlq retry last", 0);
        run.spoil(file, was, becomes);

        var refused = desk.call("dlq retry last -o json", 75);

        assertThat(refused.at("error.code")).isEqualTo("journal_damaged");
        assertThat(refused.at("error.message")).contains(file);
    }
}
