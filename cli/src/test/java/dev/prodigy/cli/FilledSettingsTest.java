package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Spec 05 §2.5, §2.6, §2.7, §4: a run's own settings that placeholders give.
class FilledSettingsTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void run() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                timeout: "${TIME}"
                env: {WIDTH: "3", TIME: 10m, MOST: "9"}
                error_policy: {max_failures: "$MOST"}
                map:
                  input: {items: [1, 2, 3, 4, 5, 6, 7, 8]}
                  max_parallel: "${WIDTH}"
                  agent_template: [{shell: 'test -e fixed'}]
                """);
        desk.call("run flow.yml");
    }

    private String width() {
        var events = desk.call("events ls --type dlq_retry_started -o json");
        return events.at("events.0.max_parallel");
    }

    @Test
    void whatTheyComeToIsShown() {
        assertThat(desk.call("status -o json").at("max_parallel")).isEqualTo("3");
        var shown = desk.call("runs show -o json");
        assertThat(shown.at("settings.max_parallel")).isEqualTo("3");
        assertThat(shown.at("settings.max_failures")).isEqualTo("9");
        assertThat(shown.at("settings.timeout_ms")).isEqualTo("600000");
        assertThat(shown.out()).doesNotContain("filled", "${");

        desk.call("set last --max-parallel 2 --max-failures 7");

        var changes = desk.call("events ls --type setting_changed -o json");
        assertThat(changes.at("events.0.from")).as("%s", changes).isEqualTo("3");
        assertThat(changes.at("events.1.from")).isEqualTo("9");
        assertThat(desk.call("status -o json").at("max_parallel")).isEqualTo("2");
    }

    /// Spec 01 §1: a value that was given is checked like a literal.
    @Test
    void aValueOutOfBoundsIsSaidToBeNotMissing() throws IOException {
        desk.file("wide.yml", """
                mode: mapreduce
                parameters: {N: {type: integer, default: 2}}
                map: {input: {items: [1]}, max_parallel: "${N}", agent_template: [{shell: 'true'}]}
                """);

        var refused = desk.call("run wide.yml --param N=0", 2);

        assertThat(refused.err()).contains("from 1 to 1000", "Another value can be given with --param");
        assertThat(refused.err()).doesNotContain("Give it with");
    }

    @Test
    void aRedriveKeepsTheRunsWidth() throws IOException {
        Files.createFile(desk.folder().resolve("fixed"));
        desk.call("dlq retry last");
        assertThat(width()).isEqualTo("3");
    }

    @Test
    void theEnvironmentSaysItAsTheCommandLineDoes() throws IOException {
        Files.createFile(desk.folder().resolve("fixed"));
        desk.with("PRODIGY_MAX_PARALLEL", "1").call("dlq retry last");
        assertThat(width()).isEqualTo("1");
    }
}
