package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §2.1, "Plan": what a run would do, with nothing done.
class PlanTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
    }

    private void assertNothingDone() {
        assertThat(desk.home()).doesNotExist();
        assertThat(desk.folder().resolve("trace")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan flow.yml", "run flow.yml --dry-run"})
    void aPlanHasEveryFieldAndDoesNothing(String line) throws IOException {
        desk.file("flow.yml", """
                name: items
                mode: mapreduce
                secrets: {TOKEN: {provider: command, command: "echo >trace; echo abcdef"}}
                setup: [{shell: 'echo made >trace', capture: made}]
                map:
                  input: "echo x >>trace"
                  filter: "item != 'x'"
                  max_parallel: 3
                  error_policy: {max_failures: 7, failure_threshold: 0.5}
                  agent_template:
                    - shell: echo ${item} >>trace
                      timeout: 5s
                      retry: {attempts: 4, backoff: fixed, initial_delay: 1s}
                reduce: [{shell: echo done}]
                """);
        var said = desk.call(line + " -o json");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.json().members().keySet())
                .containsExactly("workflow", "mode", "file", "steps", "items", "limits", "worst_case", "warnings");
        assertThat(said.at("steps.1")).isEqualTo("""
                {"path":"map.agent_template[0]","kind":"shell","command":"echo ${item} >>trace","action":"run",\
                "reason":"for each item: no condition","max_attempts":4,"timeout_ms":5000}""");
        assertThat(said.at("steps.2.reason")).isEqualTo("after the map phase: no condition");
        assertThat(said.at("items.unknown_because")).contains("echo x >>trace");
        assertThat(said.at("limits")).isEqualTo("{\"max_parallel\":3,\"max_failures\":7,\"failure_threshold\":0.5}");
        assertThat(said.at("worst_case")).isEqualTo("{\"attempts\":6,\"wait_ms\":3000}");
        assertNothingDone();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan flow.yml",
                "plan flow.yml -o json",
                "run flow.yml --dry-run",
                "plan flow.yml --show-composition",
                "plan flow.yml --show-composition -o json"
            })
    void aPlanShowsNoSecret(String line) throws IOException {
        desk.file("flow.yml", """
                secrets: {L: 'lit-secret-9999', E: '${env:GIVEN}'}
                env: {API_TOKEN: 'tok-secret-7777', H: {value: hid-secret-6666, secret: true}}
                commands:
                  - shell: echo lit-secret-9999 tok-secret-7777 hid-secret-6666 env-secret-5555
                  - {shell: x, when: "L == 'lit-secret-9999'"}
                """);
        var said = desk.with("GIVEN", "env-secret-5555").call(line);
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.out()).contains("echo *** *** *** ***").doesNotContain("-secret-");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            n > 2                  | run     | `when: n > 2` is true
            n > 3                  | skip    | `when: n > 3` is false
            made == 'x'            | unknown | depends on `made`
            first.exit_code == 0   | unknown | depends on `first.exit_code`
            shell.output == ''     | unknown | depends on `shell.output`
            run.id == 'x'          | unknown | depends on `run.id`
            unheard == null        | run     | is true
            ARG == 'a'             | run     | is true
            """)
    void aConditionIsDecidedWhenNothingOfTheRunIsInIt(String when, String action, String reason) throws IOException {
        desk.file("flow.yml", """
                parameters: [{name: n, type: integer, required: true}]
                commands:
                  - {id: first, shell: 'true', capture: made}
                  - {shell: 'true', when: "%s"}
                """.formatted(when));
        var said = desk.call("plan flow.yml --param n=3 --args a -o json");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.at("steps.1.action")).as("%s", said).isEqualTo(action);
        assertThat(said.at("steps.1.reason")).contains(reason);
        assertThat(said.at("items")).isEqualTo("null");
    }

    @Test
    void whatStandsInAStepFollowsIt() throws IOException {
        desk.file("flow.yml", """
                commands:
                  - foreach: {input: [1], do: [{shell: 'true'}]}
                    when: 1 > 2
                  - shell: 'true'
                    on_failure: {shell: 'echo mended'}
                """);
        var said = desk.call("plan flow.yml -o json");
        assertThat(said.at("steps.1.path")).as("%s", said).isEqualTo("commands[0].do[0]");
        assertThat(said.at("steps.1.action")).isEqualTo("skip");
        assertThat(said.at("steps.1.reason")).contains("commands[0] is skipped");
        assertThat(said.at("steps.3.action")).isEqualTo("unknown");
        assertThat(said.at("steps.3.reason")).isEqualTo("only when commands[1] fails");
    }

    /// Spec 01 §2: a list, a placeholder that may give one, or a command.
    @Test
    void aForeachShowsWhereItsItemsComeFrom() throws IOException {
        desk.file("flow.yml", """
                secrets: {L: 'lit-secret-9999'}
                commands:
                  - {foreach: [1, "${L}", {a: lit-secret-9999}], do: ['true']}
                  - {foreach: "ls *.c", do: ['true']}
                  - {foreach: "${last.output}", do: ['true']}
                """);
        var said = desk.call("plan flow.yml -o json");
        assertThat(said.at("steps.0.command")).as("%s", said).isEqualTo("[1,\"${L}\",{\"a\":\"***\"}]");
        assertThat(said.at("steps.2.command")).isEqualTo("ls *.c");
        assertThat(said.at("steps.4.command")).isEqualTo("${last.output}");
    }

    /// Spec 05 §2.3: rounds that the file lists all count; of those that only the run knows one does.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {foreach: [1, 2, 3], do: [STEP]}                               | 6  | 3000 | 6 executions and 3s of waits between them
            {foreach: [1, 2, 3], parallel: 3, do: [STEP]}                  | 6  | 3000 | 6 executions and 3s of waits between them
            {foreach: [1, 2, 3], do: [{foreach: [1, 2], do: [STEP]}]}      | 12 | 6000 | 12 executions and 6s of waits between them
            {foreach: {input: [1, 2, 3], max_items: 2, do: [STEP]}}        | 4  | 2000 | 4 executions and 2s of waits between them
            {foreach: [1, 2], do: [{foreach: ls, do: [STEP]}]}             | 4  | 2000 | 4 executions and 2s of waits between them, with one round of each loop of unknown length
            {foreach: {input: ls, max_items: 5, do: [STEP]}}               | 10 | 5000 | 10 executions and 5s of waits between them
            """)
    void theWorstCaseCountsTheRoundsOfLists(String loop, int attempts, int waitMs, String told) throws IOException {
        var step = "{shell: x, retry: {attempts: 2, backoff: fixed, initial_delay: 1s}}";
        desk.file("flow.yml", "commands: [" + loop.replace("STEP", step) + "]");
        assertThat(desk.call("plan flow.yml -o json").at("worst_case"))
                .isEqualTo("{\"attempts\":" + attempts + ",\"wait_ms\":" + waitMs + "}");
        assertThat(desk.call("plan flow.yml").out()).contains("at worst  " + told + "\n");
        assertThat(desk.call("validate flow.yml --explain").out()).contains("worst case: " + told + "\n");
    }

    /// Spec 05 §2.1: items that are known all count; of those that only the run knows one does.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            [1, 2, 3, 4, 5, 6] | item > 0 | 25 | 25 executions and 0s of waits between them
            [1, 2, 3, 4, 5, 6] | item > 4 | 9  | 9 executions and 0s of waits between them
            echo 1             | item > 0 | 5  | 5 executions and 0s of waits between them, with one item
            """)
    void theWorstCaseCountsTheItemsThatAreKnown(String input, String filter, int attempts, String told)
            throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                error_policy: {retry_config: {attempts: 2, backoff: none}}
                map:
                  input: %s
                  filter: %s
                  agent_template: [{shell: x, retry: {attempts: 2, backoff: none}}]
                reduce: [{shell: y}, {shell: z, when: 1 > 2}]
                """.formatted(input, filter));
        assertThat(desk.call("plan flow.yml -o json").at("worst_case.attempts")).isEqualTo("" + attempts);
        assertThat(desk.call("plan flow.yml").out()).contains("at worst  " + told + "\n");
    }

    /// Spec 05 §2.1: each pass runs all steps; what follows the passes comes once.
    @ParameterizedTest
    @CsvSource({
        "--args a --args b --args c -n 2, 6, 25, 12000",
        "--args a -n 4 --until-unchanged --fail-fast, 4, 17, 8000",
        "--args a, 1, 5, 2000"
    })
    void theWorstCaseCountsThePasses(String options, int passes, int attempts, int waitMs) throws IOException {
        desk.file("flow.yml", """
                commands:
                  - {shell: x, retry: {attempts: 3, backoff: fixed, initial_delay: 1s}}
                  - {shell: y}
                merge: [{shell: z}]
                """);

        var said = desk.call("plan flow.yml -o json " + options);

        assertThat(said.at("passes")).as("%s", said).isEqualTo("" + passes);
        assertThat(said.at("worst_case")).isEqualTo("{\"attempts\":" + attempts + ",\"wait_ms\":" + waitMs + "}");
        var told = desk.call("plan flow.yml " + options).out();
        if (passes == 1) {
            assertThat(told).doesNotContain("passes");
        } else {
            assertThat(told).contains("\npasses  at most " + passes + "\n");
        }
    }

    /// Spec 05 §2.2: a pass that is done does not count, one that failed does.
    @Test
    void theWorstCaseOfAResumeCountsThePassesThatAreLeft() throws IOException {
        desk.file("flow.yml", "commands: [{shell: 'test ${ARG} = a'}]");
        assertThat(desk.call("run flow.yml --args a --args b --args c --fail-fast")
                        .exitCode())
                .isEqualTo(1);

        var said = desk.call("resume --dry-run -o json");

        assertThat(said.at("passes")).as("%s", said).isEqualTo("2");
        assertThat(said.at("worst_case.attempts")).isEqualTo("2");
    }

    /// Spec 05 §2.2: what is finished does not count.
    @Test
    void theWorstCaseOfAResumeCountsWhatIsLeft() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                error_policy: {retry_config: {attempts: 1}, max_failures: 2}
                setup: [{shell: 'true'}]
                map:
                  input: [1, 2, 3, 4, 5, 6]
                  max_parallel: 1
                  agent_template: [{shell: 'test ${item} = 1'}]
                reduce: [{shell: 'true'}]
                """);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(4);

        assertThat(desk.call("resume --dry-run -o json").at("worst_case.attempts"))
                .isEqualTo("4");
        assertThat(desk.call("resume --dry-run --retry-failed --max-retries 3 -o json")
                        .at("worst_case.attempts"))
                .isEqualTo("10");
    }

    @Test
    void itemsThatAreThereAreChosen() throws IOException {
        desk.file("in.json", "[{\"s\":8},{\"s\":3},{\"s\":6},{\"s\":9}]").file("flow.yml", """
                mode: mapreduce
                map:
                  input: in.json
                  json_path: $[*]
                  filter: s >= ${LEAST}
                  sort_by: s DESC
                  max_items: 2
                  item_key: s
                  agent_template: [{shell: 'true'}]
                parameters: [{name: LEAST, type: integer, default: 5}]
                """);
        var said = desk.call("plan flow.yml -o json");
        assertThat(said.at("items.total")).as("%s", said).isEqualTo("4");
        assertThat(said.at("items.selected")).isEqualTo("2");
        assertThat(said.at("items.stages"))
                .isEqualTo("[{\"stage\":\"json_path\",\"count\":4},{\"stage\":\"filter\",\"count\":3},"
                        + "{\"stage\":\"sort_by\",\"count\":3},{\"stage\":\"max_items\",\"count\":2}]");
        assertThat(said.at("items.sample.0.item_key")).isEqualTo("9");
        assertThat(said.at("items.sample.0.action")).isEqualTo("run");
        assertNothingDone();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter: s > 5",
                "filter: \"${item.s} > 5\"",
                "filter: \"${item.s > 5}\"",
                "filter: \"'${item.s}' != '3'\"",
                "filter: s > 5, item_key: \"${item.s}\""
            })
    void whatAnItemBringsIsKnownHoweverItIsWritten(String selection) throws IOException {
        desk.file("in.json", "[{\"s\":8},{\"s\":3},{\"s\":6}]").file("flow.yml", """
                mode: mapreduce
                map: {input: in.json, json_path: '$[*]', agent_template: ['true'], %s}
                """.formatted(selection));
        var said = desk.call("plan flow.yml -o json");
        assertThat(said.at("items.total")).as("%s", said).isEqualTo("3");
        assertThat(said.at("items.selected")).isEqualTo("2");
        assertThat(said.at("items.unknown_because")).isEqualTo("null");
    }

    @Test
    void aPlanRefusesWhatARunRefuses() throws IOException {
        desk.file("flow.yml", """
                parameters: [{name: n, type: integer, required: true}, {name: m, required: true}]
                commands: [{shell: 'true'}]
                """);
        for (var line : new String[] {"plan flow.yml", "run flow.yml"}) {
            var said = desk.call(line + " --param n=x --param mm=1 -o json");
            assertThat(said.exitCode()).as("%s", said).isEqualTo(2);
            assertThat(said.at("error.message"))
                    .contains("a parameter `mm`; did you mean `m`?")
                    .contains("`n` is `x`, which is no integer")
                    .contains("parameter `m` is required");
        }
        assertThat(desk.call("plan flow.yml --profile none --param n=1 --param m=1")
                        .exitCode())
                .isEqualTo(2);
        assertNothingDone();
    }

    /// A step that failed begins anew, and what answers its failure with it (spec 03 §14).
    @Test
    void handlersOfAStepThatRunsAgainAreNotDone() throws IOException {
        desk.file("flow.yml", "commands: [{shell: 'exit 3', on_failure: {shell: echo H}}]\n");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);

        var plan = desk.call("resume last --dry-run -o json");

        assertThat(plan.at("steps.0.action")).as("%s", plan).isEqualTo("run");
        assertThat(plan.at("steps.1.action")).isEqualTo("unknown");
        assertThat(plan.at("steps.1.reason")).isEqualTo("only when commands[0] fails");
    }

    @Test
    void aResumePlansWhatIsLeft() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: 'true'}]
                map:
                  input: [1, 2, 3, 4]
                  max_parallel: 1
                  error_policy: {max_failures: 1}
                  agent_template: [{shell: "echo ${item} >>trace; test ${item} != 3"}]
                """);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(4);
        var trace = Files.readAllLines(desk.folder().resolve("trace"));
        var said = desk.call("resume --dry-run -o json");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.at("steps.0.reason")).isEqualTo("it was done before");
        assertThat(said.json().members().keySet()).contains("limits");
        var reasons = new String[] {"completed_before", "completed_before", "in_dlq", "pending"};
        for (int i = 0; i < reasons.length; i++) {
            assertThat(said.at("items.sample." + i + ".reason")).isEqualTo(reasons[i]);
        }
        assertThat(desk.call("resume --dry-run --retry-failed -o json").at("items.sample.2.action"))
                .isEqualTo("run");
        assertThat(Files.readAllLines(desk.folder().resolve("trace"))).isEqualTo(trace);
        assertThat(desk.call("events ls last --type workflow_resumed -o json").at("total"))
                .isEqualTo("0");
    }
}
