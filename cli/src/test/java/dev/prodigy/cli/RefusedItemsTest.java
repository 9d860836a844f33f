package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Items that their breaker refused before any attempt: their dead letters name them like all others (spec 02 §7, 05
/// §7).
class RefusedItemsTest {
    private static final String WORKFLOW = """
            mode: mapreduce
            error_policy:
              circuit_breaker: {failure_threshold: 1, timeout: 30s, on_open: reject}
              on_item_failure: %s
              handlers: {triage: ['true']}
            map:
              input: [{id: aa}, {id: bb}, {id: cc}]
              %s
              max_parallel: 1
              agent_template: [{shell: 'echo ${item.id} >>ran; echo no luck >&2; test -e mended'}]
            """;

    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @ValueSource(strings = {"dlq", "custom:triage", "stop"})
    void theyAreFoundByKeyAndCorrelationId(String disposition) throws IOException {
        desk.file("flow.yml", WORKFLOW.formatted(disposition, "item_key: item.id"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(disposition.equals("stop") ? 4 : 3);
        var name = disposition.equals("stop") ? "aa" : "bb";
        var item = disposition.equals("stop") ? "item-001" : "item-002";

        for (var each : new String[] {name, "agent-1-" + item}) {
            var shown = desk.call("dlq show last " + each + " -o json");
            assertThat(shown.exitCode()).as("%s", shown).isZero();
            assertThat(shown.out()).contains("\"item_key\":\"" + name + "\"", "\"agent-1-" + item + "\"");
        }
    }

    @Test
    void theirEventsAreFoundByKeyThoughNoAttemptNamesIt() throws IOException {
        desk.file("flow.yml", WORKFLOW.formatted("dlq", "item_key: item.id"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);

        var events = desk.call("events last --item bb -o json");

        assertThat(events.at("total")).as("%s", events).isEqualTo("2");
        assertThat(events.at("events.0.item_id")).isEqualTo("item-002");
    }

    @Test
    void theyCanBeRetriedByNameAndStayWhoTheyAre() throws IOException {
        desk.file("flow.yml", WORKFLOW.formatted("dlq", "item_key: item.id"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);
        var before = desk.call("dlq show last bb -o json");

        // the breaker is open still
        var retried = desk.call("dlq retry last bb -o json");

        assertThat(retried.at("still_failed")).as("%s", retried).isEqualTo("1");
        removeViews();
        var after = desk.call("dlq show last 2 -o json");
        assertThat(identity(after)).isEqualTo(identity(before)).contains("bb", "agent-1-item-002");
        assertThat(desk.call("skip last agent-1-item-003").exitCode()).isZero();
        assertThat(desk.call("dlq list -o json").at("total")).isEqualTo("2");
    }

    /// A refusal is no attempt: what the last one left is still all that is known of the item (spec 05 §7).
    @Test
    void aRefusalInARedriveLeavesTheEvidenceOfTheLastAttempt() throws IOException {
        desk.file("flow.yml", WORKFLOW.formatted("dlq", "item_key: item.id"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);
        var log = desk.call("dlq show last aa -o json").at("logs.0");

        // the breaker is open still
        assertThat(desk.call("dlq retry last aa -o json").at("still_failed")).isEqualTo("1");

        var live = Files.readString(written("item-001.json"));
        var shown = desk.call("dlq show last aa -o json");
        assertThat(shown.at("history.0.attempt")).isEqualTo("1");
        assertThat(shown.at("history.1.attempt")).isEqualTo("0");
        assertThat(shown.at("history.1.error.code")).isEqualTo("CIRCUIT_OPEN");
        assertThat(shown.at("error_type")).isEqualTo("circuit_open");
        assertThat(shown.at("error_details")).isEqualTo("no luck");
        assertThat(shown.at("logs.0")).isEqualTo(log).endsWith("/item-001/attempt-1/00-shell.stderr");
        assertThat(shown.at("attempt_count")).isEqualTo("1");
        removeViews();
        assertThat(desk.call("fsck last --repair").exitCode()).isZero();
        assertThat(Files.readString(written("item-001.json"))).isEqualTo(live);
    }

    private static List<String> identity(Desk.Said shown) {
        return Pattern.compile("\"(?:item_key|correlation_id)\":\"([^\"]*)\"")
                .matcher(shown.out())
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    @Test
    void hashedKeysAreKnownToo() throws IOException {
        desk.file("flow.yml", WORKFLOW.formatted("dlq", ""));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);

        assertThat(desk.call("dlq show last 2 -o json").out()).containsPattern("\"item_key\":\"[0-9a-f]{16}-1\"");
        assertThat(Files.readString(written("item-002.json")))
                .containsPattern("\"item_key\":\"[0-9a-f]{16}-1\"")
                .contains("\"correlation_id\":\"agent-1-item-002\"");
    }

    /// Item, code, message, attempts (spec 02 §4).
    @Test
    void theReportTellsTheAttemptsOfEachItem() throws IOException {
        desk.file("flow.yml", WORKFLOW.formatted("dlq", "item_key: item.id"));

        var report = desk.call("run flow.yml")
                .err()
                .lines()
                .dropWhile(line -> !line.startsWith("report"))
                .toList();

        assertThat(report.get(0)).endsWith("3 failed items");
        assertThat(report.get(1)).contains("item-001  EXIT_1: ").endsWith(", attempt 1)");
        assertThat(report.get(2)).contains("item-002  CIRCUIT_OPEN: ").endsWith("no attempt)");
    }

    private Path written(String name) throws IOException {
        try (var files = Files.walk(desk.home().resolve("dlq"))) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }

    private void removeViews() throws IOException {
        try (var files = Files.walk(desk.home().resolve("dlq"))) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
