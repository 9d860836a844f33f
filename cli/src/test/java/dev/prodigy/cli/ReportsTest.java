package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a run leaves for people to read: results, reports, logs and their modes (spec 00; 03 §6, §7; 05 §5.5, §9).
@Isolated("writes a program and runs it at once: a process started meanwhile would hold it open for writing")
class ReportsTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        desk.file("claude", """
                #!/bin/sh
                echo 'starting up'
                echo '{"type":"system","model":"m-1"}'
                echo trouble >&2
                test ! -e broken || { echo '{"type":"result","is_error":true,"result":"no idea"}'; exit 0; }
                printf '{"type":"result","subtype":"success","is_error":false,"result":"all done","num_turns":2}'
                """);
        var agent = desk.folder().resolve("claude");
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        desk.with("PRODIGY_AGENT_COMMAND", agent.toString());
    }

    @ParameterizedTest
    @CsvSource({"jsonl, 2, 2", "csv, 2, 3", "csv, 1000, 7", "markdown, 1, 3"})
    void anExportTakesTheNewestEventsThatMatch(String format, int limit, int lines) throws IOException {
        desk.file("flow.yml", "commands: [{shell: 'true'}, {shell: 'true'}, {shell: 'true'}]\n");
        assertThat(desk.call("run flow.yml -q").exitCode()).isZero();
        var words = "events export --type step_started --type step_completed --format " + format + " --limit " + limit;
        var said = desk.call(words);
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.out().lines()).hasSize(lines);
        assertThat(said.out().lines().toList().getLast()).contains("step_completed", "commands[2]");
        assertThat(desk.call(words + " --output events.out").out())
                .contains(Math.min(limit, 6) + (limit == 1 ? " event in" : " events in"));
    }

    @Test
    void aResultSaysTheSameMomentsAsTheRunsRecord() throws IOException {
        desk.file("flow.yml", "commands: [{shell: 'true'}]\n");
        var result = desk.call("run flow.yml -o json");
        var shown = desk.call("runs show last -o json");
        for (var name : List.of("run_id", "status", "started_at", "finished_at", "duration_ms")) {
            assertThat(result.at(name)).as(name).isEqualTo(shown.at(name));
        }
        assertThat(desk.call("plan flow.yml").out()).contains("at worst  1 execution and ");
    }

    @Test
    void anAgentsEventsHaveALogOfTheirOwnThatStepsCanRead() throws IOException {
        desk.file("flow.yml", """
                commands:
                  - claude: think
                  - shell: 'cat ${claude.log}; echo; ls "$PRODIGY_LOG_DIR"'
                    capture: log
                """);
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isZero();
        var logs = desk.call("logs last -o json").json();
        assertThat(Json.write(logs)).contains("00-claude.agent.jsonl", "00-claude.stdout", "00-claude.stderr");
        var text = desk.call("logs last --step commands[1] --stream stdout").out();
        assertThat(text)
                .contains("{\"type\":\"system\",\"model\":\"m-1\"}\n{\"type\":\"result\"")
                .doesNotContain("starting up")
                .contains("00-claude.agent.jsonl\n00-claude.stderr\n00-claude.stdout\n");
        assertThat(desk.call("logs last --step commands[0]").out())
                .contains(", agent ", ", stderr ")
                .doesNotContain(", stdout ");
        assertThat(desk.call("logs last --stream agent").out()).contains("all done\"");
    }

    @Test
    void anErrorNamesALogThatExists() throws IOException {
        desk.file("broken", "").file("flow.yml", """
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  agent_template:
                    - shell: 'test ${item} != 1 || { echo only errors >&2; exit 1; }'
                    - {claude: think, when: '${item} == 2'}
                    - shell: 'test ${item} != 3 || { echo first; echo said last; exit 9; }'
                """);
        var said = desk.call("run flow.yml");
        assertThat(said.exitCode()).as("%s", said).isEqualTo(3);
        for (var letter : letters()) {
            var logs = (Value.Items) Objects.requireNonNull(letter.get("logs"));
            var files = logs.values().stream()
                    .map(log -> desk.home().resolve(((Value.Text) log).text()))
                    .toList();
            assertThat(files).isNotEmpty().allSatisfy(file -> assertThat(file).exists());
            assertThat(files).anySatisfy(file -> assertThat(said.err()).contains("log: " + file));
        }
        assertThat(said.err())
                .contains("item-001  EXIT_1: exit status 1: only errors")
                .contains("item-002  AGENT_ERROR: no idea")
                .contains("item-002/attempt-1/01-claude.agent.jsonl")
                .contains("said last")
                .contains("prodigy dlq show ");
    }

    private List<Value.Fields> letters() {
        var items = (Value.Items)
                Objects.requireNonNull(desk.call("dlq list last -o json").json().get("items"));
        return items.values().stream().map(Value.Fields.class::cast).toList();
    }

    @Test
    void atMostTenFailedItemsAreTold() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: {command: 'seq 12'}
                  agent_template: [{shell: 'echo no; exit 1'}]
                """);
        var said = desk.call("run flow.yml");
        assertThat(said.err().lines().filter(line -> line.startsWith("    log: ")))
                .hasSize(10);
        assertThat(said.err()).contains("\nItems: 12 total, 0 successful, 12 failed, 0 skipped, 0 pending\n");
        assertThat(desk.call("run flow.yml -q").err().lines()).hasSize(12).allMatch(line -> line.startsWith("failed "));
    }

    @Test
    void resultsSayWhereTheirLogsAreAndWhatWasSkipped() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [1, 2]
                  on_item_failure: skip
                  agent_template: [{shell: 'echo out; test ${item} = 1'}]
                reduce: [{shell: 'cp ${map.results_file} copy'}]
                """);
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isEqualTo(3);
        var lines = Files.readAllLines(desk.folder().resolve("copy"));
        var good = (Value.Fields) Json.parse(lines.getFirst());
        var bad = (Value.Fields) Json.parse(lines.getLast());
        assertThat(good.members())
                .containsKeys(
                        "item_id",
                        "index",
                        "key",
                        "item",
                        "status",
                        "success",
                        "attempts",
                        "output",
                        "output_truncated",
                        "captures",
                        "tolerated",
                        "commits",
                        "files_changed",
                        "duration_ms",
                        "error",
                        "branch",
                        "log_dir");
        assertThat(bad.members().keySet()).isEqualTo(good.members().keySet());
        assertThat(good.get("status")).isEqualTo(Value.of("success"));
        assertThat(bad.get("status")).isEqualTo(Value.of("skipped"));
        assertThat(Path.of(((Value.Text) Objects.requireNonNull(good.get("log_dir"))).text())
                        .resolve("00-shell.stdout"))
                .hasContent("out");
        assertThat(desk.call("events last --type agent_started -o json").out())
                .contains("\"log_dir\":\"item-001/attempt-1\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            completed               | 0 | -                    | mode: standard%ncommands: [{shell: 'seq 10000; echo "{}"'}]
            completed               | 0 | -                    | mode: mapreduce%nmap: {input: [1], agent_template: [{shell: 'echo 1'}]}
            completed_with_failures | 3 | -                    | mode: standard%ncommands: [{shell: 'exit 1', continue_on_error: true}]
            completed_with_failures | 3 | -                    | mode: mapreduce%nmap: {input: [1], agent_template: [{shell: 'exit 1'}]}
            failed                  | 1 | EXIT_7               | mode: standard%ncommands: [{shell: 'exit 7'}]
            failed                  | 1 | INPUT_NOT_FOUND      | mode: mapreduce%nmap: {input: gone.json, agent_template: [{shell: 'exit 7'}]}
            stopped                 | 4 | MAX_FAILURES_REACHED | mode: mapreduce%nmax_failures: 1%nmap: {input: [1], agent_template: [{shell: 'exit 7'}]}
            timed_out               | 5 | WORKFLOW_TIMEOUT     | mode: standard%ntimeout: 1s%ncommands: [{shell: 'sleep 60'}]
            timed_out               | 5 | WORKFLOW_TIMEOUT     | mode: mapreduce%ntimeout: 1s%nmap: {input: [1], agent_template: [{shell: 'sleep 60'}]}
            """)
    void theResultIsOneDocument(String status, int exitCode, String code, String workflow) throws IOException {
        desk.file("flow.yml", "name: w\n" + workflow.replace("%n", "\n"));
        var said = desk.call("run flow.yml -o json -vvv");
        assertThat(said.exitCode()).as("%s", said).isEqualTo(exitCode);
        var result = said.json();
        boolean hasItems = workflow.contains("mapreduce");
        assertThat(result.members().keySet())
                .containsExactlyInAnyOrderElementsOf(hasItems ? fields("items") : fields());
        assertThat(said.at("status")).isEqualTo(status);
        assertThat(said.at("exit_code")).isEqualTo(String.valueOf(exitCode));
        assertThat(said.at("workflow")).isEqualTo("w");
        assertThat(said.at("mode")).isEqualTo(workflow.contains("mapreduce") ? "mapreduce" : "standard");
        if (code == null) {
            assertThat(result.get("error")).isEqualTo(Value.Null.NULL);
        } else {
            assertThat(said.at("error.code")).isEqualTo(code);
            assertThat(said.at("error.hint")).startsWith("prodigy resume " + said.at("run_id"));
            assertThat(said.at("error.codes")).contains(code);
            assertThat(said.at("error.run_id")).isEqualTo(said.at("run_id"));
            assertThat(said.at("error.timestamp")).endsWith("Z");
            assertThat(desk.call("runs show last -o json").at("error.code")).isEqualTo(code);
        }
        if (hasItems) {
            assertThat(((Value.Fields) Objects.requireNonNull(result.get("items")))
                            .members()
                            .keySet())
                    .containsExactlyInAnyOrder("total", "successful", "failed", "skipped", "pending");
        }
        assertThat(desk.call("runs show last -o json").json().members())
                .containsAllEntriesOf(
                        Map.of("status", Value.of(status), "run_id", Objects.requireNonNull(result.get("run_id"))));
    }

    private static List<String> fields(String... more) {
        var names = new ArrayList<>(List.of(
                "run_id",
                "workflow",
                "mode",
                "status",
                "exit_code",
                "started_at",
                "finished_at",
                "duration_ms",
                "outputs",
                "error"));
        names.addAll(List.of(more));
        return names;
    }

    @Test
    void everythingInTheHomeIsPrivate() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: 'echo ready'}]
                map:
                  input: [1, 2, 3]
                  agent_template: [{shell: 'echo ${item}; test ${item} != 2'}, {claude: think}]
                reduce: [{shell: 'cat ${map.results_file}'}]
                """).file("plain.yml", "commands: [{shell: 'exit 3'}]\n");
        desk.call("run flow.yml");
        desk.call("dlq retry last");
        desk.call("set last --max-parallel 2");
        desk.call("run plain.yml");
        desk.call("resume last");
        desk.call("fsck --repair");
        desk.call("checkpoints validate last --repair");
        var open = new ArrayList<String>();
        try (var files = Files.walk(desk.home())) {
            for (var file : files.toList()) {
                var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                if (!mode.equals(Files.isDirectory(file) ? "rwx------" : "rw-------")) {
                    open.add(mode + " " + desk.home().relativize(file));
                }
            }
        }
        assertThat(open).isEmpty();
    }
}
