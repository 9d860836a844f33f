package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Spec 05 §6: what runs of every kind write, held against the catalogue. A field that is missing or new fails here.
@Isolated("writes a program and runs it at once: a process started meanwhile would hold it open for writing")
class EventCatalogueTest {
    private static final Path CATALOGUE = Path.of("../docs/events.md");
    private static final Pattern ROW = Pattern.compile("\\| `(?<type>[a-z_]+)` \\| (?<fields>[^|]+) \\| [^|]+ \\|");

    private static final Set<String> ENVELOPE =
            Set.of("v", "seq", "timestamp", "elapsed_ms", "event_type", "run_id", "cause", "crc");
    private static final Set<String> CONTEXT = Set.of(
            "phase",
            "pass",
            "item_id",
            "agent_id",
            "correlation_id",
            "step",
            "step_id",
            "round",
            "attempt",
            "max_attempts",
            "item_attempt");

    /// What no run of this test comes to: a broken disk, a damaged journal, a worktree without a run.
    private static final Set<String> NOT_CAUSED =
            Set.of("workflow_interrupted", "journal_salvaged", "worktree_orphaned");

    /// What never happens by itself.
    private static final Set<String> CAUSED = Set.of(
            "retry_scheduled",
            "step_completed",
            "agent_started",
            "agent_completed",
            "agent_failed",
            "dlq_item_added",
            "item_requeued",
            "phase_completed",
            "pass_completed",
            "policy_stopped",
            "workflow_completed");

    @TempDir
    Path temporary;

    private final Map<String, Fields> catalogue = catalogue();
    private final Set<String> seen = new TreeSet<>();

    private record Fields(Set<String> required, Set<String> known) {
        static Fields of(String cell) {
            var names = Arrays.stream(cell.split("[` –]+"))
                    .filter(word -> !word.isEmpty())
                    .toList();
            return new Fields(
                    names.stream().filter(name -> !name.endsWith("?")).collect(Collectors.toSet()),
                    names.stream().map(name -> name.replace("?", "")).collect(Collectors.toSet()));
        }
    }

    private static Map<String, Fields> catalogue() {
        try (var lines = Files.lines(CATALOGUE)) {
            return lines.map(ROW::matcher)
                    .filter(Matcher::matches)
                    .collect(Collectors.toMap(
                            row -> row.group("type"),
                            row -> Fields.of(row.group("fields")),
                            (a, _) -> a,
                            TreeMap::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theCatalogueKnowsEveryEventThatThereIs() {
        assertThat(catalogue.keySet()).containsExactlyElementsOf(EventTypes.names());
    }

    @Test
    void runsWriteWhatTheCatalogueSays() throws Exception {
        standard();
        mapReduce();
        limits();
        withGit();
        control();
        var missing = new TreeSet<>(catalogue.keySet());
        missing.removeAll(seen);
        missing.removeAll(NOT_CAUSED);
        assertThat(missing).as("no run came to these").isEmpty();
    }

    private void standard() throws IOException {
        var desk = new Desk(temporary.resolve("standard")).with("PRODIGY_ISOLATION", "none");
        desk.file("child.yml", "commands: [{shell: 'test ! -e broken'}]\n")
                .file("flow.yml", """
                name: all
                commands:
                  - {foreach: "echo one", do: ["true"]}
                  - shell: 'echo x >>tries; test $(wc -l <tries) -ge 2'
                    retry: {attempts: 3, backoff: none}
                    capture: said
                  - {shell: 'false', when: '1 == 2'}
                  - {shell: 'exit 4', continue_on_error: true, on_failure: [{shell: 'echo mended'}]}
                  - {shell: 'exit 4', continue_on_error: true}
                  - {shell: '(trap "" HUP; sleep 60) & true'}
                  - workflow: child.yml
                  - {shell: 'test ! -e broken'}
                """)
                .file("broken", "");
        desk.call("run flow.yml -n 2");
        append(desk, "{half a line");
        Files.delete(desk.folder().resolve("broken"));
        call(desk, "resume last", 3);
        read(desk);
    }

    private void mapReduce() throws IOException {
        var desk = new Desk(temporary.resolve("items")).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: 'echo ready'}]
                error_policy:
                  retry_config: {max_attempts: 2, backoff: none}
                  on_item_failure: custom:triage
                  error_collection: immediate
                  handlers:
                    triage: {steps: [{shell: 'test ${item} != 3'}], then: dlq}
                map:
                  input: [1, 2, 3, 4]
                  canary: {items: 1, max_failures: 1}
                  max_parallel: 1
                  agent_template: [{shell: 'test ${item} -lt 2 || test -e mended'}, {shell: 'false', when: 'false'}]
                reduce: [{shell: 'echo ${map.total}'}]
                """);
        call(desk, "run flow.yml", 3);
        call(desk, "dlq retry last item-2", 3);
        call(desk, "skip last item-2", 0);
        call(desk, "set last --max-parallel 2", 0);
        desk.file("mended", "");
        call(desk, "dlq retry last", 0);
        desk.file("fails.yml", "mode: mapreduce\nmap: {input: missing.json, agent_template: [{shell: 'true'}]}\n");
        call(desk, "run fails.yml", 1);
        read(desk);
    }

    private void limits() throws IOException {
        var desk = new Desk(temporary.resolve("limits")).with("PRODIGY_ISOLATION", "none");
        desk.file("stops.yml", """
                mode: mapreduce
                max_failures: 1
                map: {input: [1, 2], max_parallel: 1, agent_template: [{shell: 'false'}]}
                """);
        call(desk, "run stops.yml", 4);
        desk.file("late.yml", "mode: mapreduce\nmap: {input: [1], agent_template: [{shell: 'sleep 60'}]}\n");
        call(desk, "run late.yml --timeout 1s", 5);
        desk.file("breaker.yml", """
                mode: mapreduce
                error_policy:
                  circuit_breaker: {failure_threshold: 2, success_threshold: 1, timeout: 300ms, half_open_requests: 1}
                map: {input: [1, 2, 3, 4], max_parallel: 1, agent_template: [{shell: 'test ${item} -gt 2'}]}
                """);
        call(desk, "run breaker.yml", 3);
        agent(desk, """
                if mkdir met 2>/dev/null; then
                  echo "Claude AI usage limit reached|$(( $(date +%s) + 4 ))"; exit 1
                fi
                echo '{"type":"result","subtype":"success","is_error":false,"result":"done","num_turns":2,\
                "total_cost_usd":0.1,"usage":{"input_tokens":3,"output_tokens":4,"cache_read_input_tokens":5}}'
                """);
        desk.file("quota.yml", "mode: mapreduce\nmap: {input: [1], agent_template: [{claude: 'do it'}]}\n");
        call(desk, "run quota.yml", 0);
        read(desk);
    }

    private void withGit() throws IOException, InterruptedException {
        var desk = new Desk(temporary.resolve("git"));
        git(desk, "init", "-q", "-b", "main");
        git(desk, "config", "user.name", "Test");
        git(desk, "config", "user.email", "test@example.org");
        git(desk, "commit", "-q", "--allow-empty", "-m", "first");
        desk.file("../flow.yml", """
                mode: mapreduce
                map:
                  input: [1, 2]
                  max_parallel: 2
                  on_conflict: {commands: [{shell: 'git checkout --ours . && git add -A'}]}
                  agent_template:
                    - shell: |
                        touch "$HOME/begun-${item}"
                        until test -e "$HOME/begun-1" -a -e "$HOME/begun-2"; do sleep 0.1; done
                        echo ${item} >same; echo more >left
                        git add same; git commit -q -m "item ${item}"
                """);
        desk.call("run ../flow.yml -y");
        desk.call("run ../flow.yml --no-merge");
        desk.file("../shared.yml", """
                mode: mapreduce
                map:
                  isolation: none
                  input: [1]
                  agent_template: [{shell: git commit -q --allow-empty -m item}]
                """);
        call(desk, "run ../shared.yml --no-merge", 0);
        read(desk);
    }

    /// The step waits until somebody reads what it writes, so the commands find it running.
    private void control() throws Exception {
        var desk = new Desk(temporary.resolve("control")).with("PRODIGY_ISOLATION", "none");
        var pipe = desk.folder().resolve("pipe");
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        desk.file("flow.yml", "commands: [{shell: 'echo begun >pipe; sleep 60'}]\n");
        var run = CompletableFuture.supplyAsync(() -> desk.call("run flow.yml"));
        assertThat(Files.readString(pipe)).isEqualTo("begun\n");
        for (var command : List.of("pause", "resume-dispatch", "stop")) {
            assertThat(desk.call(command + " last").exitCode()).as(command).isZero();
        }
        assertThat(run.get().exitCode()).isEqualTo(1);
        read(desk);
    }

    private static void call(Desk desk, String line, int exitCode) {
        var said = desk.call(line);
        assertThat(said.exitCode()).as("%s: %s", line, said).isEqualTo(exitCode);
    }

    private static void agent(Desk desk, String text) throws IOException {
        desk.file("claude", "#!/bin/sh\n" + text);
        var program = desk.folder().resolve("claude");
        Files.setPosixFilePermissions(
                program,
                Set.of(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE));
        desk.with("PRODIGY_AGENT_COMMAND", program.toString());
    }

    private static void git(Desk desk, String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        assertThat(new ProcessBuilder(command)
                        .directory(desk.folder().toFile())
                        .start()
                        .waitFor())
                .isZero();
    }

    private static void append(Desk desk, String text) throws IOException {
        var newest = journals(desk).getLast();
        Files.writeString(newest, text, StandardOpenOption.APPEND);
    }

    private static List<Path> journals(Desk desk) throws IOException {
        try (var files = Files.walk(desk.home().resolve("events"))) {
            return files.filter(file -> file.getFileName().toString().matches("events-.*\\.jsonl"))
                    .sorted((a, b) -> modified(a).compareTo(modified(b)))
                    .toList();
        }
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(Desk desk) throws IOException {
        for (var file : journals(desk)) {
            for (var line : Files.readAllLines(file)) {
                var event = (Value.Fields) Json.parse(line);
                check(event);
                caused(event);
            }
        }
    }

    /// What led to an event comes before it; what always follows from something names it.
    private static void caused(Value.Fields event) {
        var cause = event.members().get("cause");
        if (cause == null) {
            assertThat(type(event)).as("%s", Json.write(event)).isNotIn(CAUSED);
        } else {
            assertThat(number(cause)).isBetween(1L, number(event.get("seq")) - 1);
        }
    }

    private static long number(Value value) {
        return ((Value.Num) value).number().longValue();
    }

    private static String type(Value.Fields event) {
        return ((Value.Text) event.get("event_type")).text();
    }

    private void check(Value.Fields event) {
        var type = type(event);
        seen.add(type);
        var fields = catalogue.get(type);
        assertThat(fields).as("the catalogue has %s", type).isNotNull();
        assertThat(event.members().keySet()).as("%s", Json.write(event)).containsAll(fields.required());
        var own = new TreeSet<>(event.members().keySet());
        own.removeAll(ENVELOPE);
        own.removeAll(CONTEXT);
        own.removeAll(fields.known());
        assertThat(own).as("further fields of %s", Json.write(event)).isEmpty();
    }
}
