package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.StopMode;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.ItemHandler;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MapReduceDecodeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    items.json                                  | FileOrCommand[text=items.json]
                    ls *.rs                                     | FileOrCommand[text=ls *.rs]
                    [1, {a: b}]                                 | Listed[items=[Num[number=1], Fields[members={a=Text[text=b]}]]]
                    {file: a.csv}                               | File[path=a.csv, format=null]
                    {file: a.txt, format: lines}                | File[path=a.txt, format=LINES]
                    {command: ls}                               | Command[command=ls, format=null, timeout=null]
                    {command: ls, format: jsonl, timeout: 30}   | Command[command=ls, format=JSONL, timeout=Fixed[value=PT30S]]
                    {items: [1]}                                | Listed[items=[Num[number=1]]]
                    {list: [1]}                                 | Listed[items=[Num[number=1]]]
                    """)
    void everyShapeOfTheInputIsRead(String written, String input) {
        assertThat(map("input: " + written).input()).hasToString(input);
    }

    @Test
    void theSelectionIsRead() {
        var selection = map("""
                        json_path: "$.items[?@.n > 1]"
                        filter: score >= 5
                        sort_by: "score DESC NULLS FIRST, item.name, age ascending"
                        distinct: [category, item.owner.id]
                        offset: 1
                        max_items: "${N}"
                        item_key: item.id
                        """).selection();
        assertThat(selection.jsonPath()).isEqualTo("$.items[?@.n > 1]");
        assertThat(selection.filter()).hasToString("score >= 5");
        assertThat(selection.sortBy())
                .hasToString("[SortKey[path=score, descending=true, nullsFirst=true],"
                        + " SortKey[path=item.name, descending=false, nullsFirst=false],"
                        + " SortKey[path=age, descending=false, nullsFirst=false]]");
        assertThat(selection.distinct()).hasToString("[category, item.owner.id]");
        assertThat(selection.offset()).isEqualTo(Setting.of(1));
        assertThat(selection.maxItems()).hasToString("Later[text=${N}]");
        assertThat(selection.itemKey()).hasToString("item.id");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    [a DESC, b]               | a DESC,b ASC
                    `"a desc nulls last"`     | a DESC
                    a                         | a ASC
                    `'x["k,1"] DESC'`         | `x["k,1"] DESC`
                    """)
    void sortKeysStandInOneTextOrInAList(String written, String keys) {
        var read = map("sort_by: " + written).selection().sortBy().stream()
                .map(key -> key.path().source() + (key.descending() ? " DESC" : " ASC"))
                .toList();
        assertThat(String.join(",", read)).isEqualTo(keys);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    3                                            | Canary[items=Fixed[value=3], approve=false, maxFailures=0]
                    "${N}"                                       | Canary[items=Later[text=${N}], approve=false, maxFailures=0]
                    {items: 2, gate: approve, max_failures: 1}   | Canary[items=Fixed[value=2], approve=true, maxFailures=1]
                    """)
    void theCanaryIsRead(String written, String canary) {
        assertThat(map("canary: " + written).canary()).hasToString(canary);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
                    4          | Fixed[value=4]
                    "4"        | Fixed[value=4]
                    $P         | Later[text=${P}]
                    "${P}"     | Later[text=${P}]
                    """)
    void parallelismIsANumberOrAPlaceholder(String written, String parallel) {
        assertThat(map("max_parallel: " + written).maxParallel()).hasToString(parallel);
        assertThat(map("batch_size: " + written).batchSize()).hasToString(parallel);
    }

    @Test
    void whatIsNotSaidStaysOpen() {
        var map = map("");
        assertThat(map.maxParallel()).isNull();
        assertThat(map.isolation()).isNull();
        assertThat(map.timeouts()).isEqualTo(MapTimeouts.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    fail                                | Fail[]
                    dlq                                 | Fail[]
                    retry                               | Retry[]
                    /resolve                            | 1 2
                    [a, b]                              | 2 2
                    {claude: /resolve}                  | 1 2
                    {commands: [a], max_rounds: 5}      | 1 5
                    """)
    void conflictsAreFailedRetriedOrResolved(String written, String conflict) {
        var read = map("on_conflict: " + written).onConflict();
        var shown = read instanceof dev.prodigy.model.workflow.OnConflict.Resolve(var steps, var rounds)
                ? steps.size() + " " + rounds
                : read.toString();
        assertThat(shown).isEqualTo(conflict);
    }

    /// Spec 02 §10: they are limits of attempts; who writes nothing else wants them to hold.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {command_timeouts: {shell: 5}}                              | HYBRID
            {agent_timeout_secs: 9, command_timeouts: {shell: 5}}       | HYBRID
            {timeout_policy: per_agent, command_timeouts: {shell: 5}}   | PER_AGENT
            {timeout_policy: per_command, command_timeouts: {shell: 5}} | PER_COMMAND
            {command_timeouts: {}}                                      | PER_AGENT
            {agent_timeout_secs: 9}                                     | PER_AGENT
            """)
    void limitsOfCommandsHoldUnlessThePolicySaysOtherwise(String config, MapTimeouts.Policy policy) {
        assertThat(map("timeout_config: " + config).timeouts().policy()).isEqualTo(policy);
    }

    @Test
    void timeoutsAreRead() {
        var timeouts = map("""
                        timeout_config:
                          agent_timeout_secs: 900
                          timeout_policy: Hybrid
                          command_timeouts: {shell: 30, claude_0: 10m}
                          timeout_action: graceful_terminate
                          enable_monitoring: false
                        """).timeouts();
        assertThat(timeouts.agent()).isEqualTo(Setting.of(Duration.ofMinutes(15)));
        assertThat(timeouts.policy()).isEqualTo(MapTimeouts.Policy.HYBRID);
        assertThat(timeouts.commands())
                .containsEntry("shell", Duration.ofSeconds(30))
                .containsEntry("claude_0", Duration.ofMinutes(10));
        assertThat(timeouts.action()).isEqualTo(MapTimeouts.Action.GRACEFUL_TERMINATE);
        assertThat(timeouts.grace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(timeouts.monitor()).isFalse();
        assertThat(map("agent_timeout_secs: 5m").timeouts().agent()).isEqualTo(Setting.of(Duration.ofMinutes(5)));
    }

    /// Precedence of spec 02 §4, low to high.
    @Test
    void theErrorPolicyIsMergedPerFieldOverFiveLevels() {
        var policy = policy("""
                error_policy: {on_item_failure: skip, max_failures: 1, failure_threshold: 0.1, min_samples: 7,
                               retry_config: {attempts: 2, initial_delay: 1s, max_delay: 9s}, circuit_breaker: {failure_threshold: 9}}
                max_failures: 2
                map:
                  input: []
                  agent_template: x
                  error_policy: {max_failures: 3, failure_threshold: "40%", retry_config: {initial_delay: 2s}, circuit_breaker: false}
                  failure_threshold: 0.5
                  timeout_config: {retry_config: {max_attempts: 6}}
                """);
        assertThat(policy.onItemFailure()).hasToString("Skip[]");
        assertThat(policy.maxFailures()).isEqualTo(3);
        assertThat(policy.failureThreshold()).isEqualTo(0.5);
        assertThat(policy.minSamples()).isEqualTo(7);
        assertThat(policy.itemRetry().attempts()).isEqualTo(6);
        assertThat(policy.itemRetry().backoff()).hasToString("Exponential[initial=PT2S, base=2.0]");
        assertThat(policy.itemRetry().maxDelay()).isEqualTo(Duration.ofSeconds(9));
        assertThat(policy.breaker()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    on_item_failure: dlq                        | Dlq[]               | 1
                    on_item_failure: retry                      | Dlq[]               | 3
                    on_item_failure: skip                       | Skip[]              | 1
                    on_item_failure: stop                       | Stop[]              | 1
                    on_item_failure: custom:h                   | Custom[handler=h]   | 1
                    on_item_failure: {custom: h}                | Custom[handler=h]   | 1
                    on_item_failure: !custom h                  | Custom[handler=h]   | 1
                    on_item_failure: h                          | Custom[handler=h]   | 1
                    """)
    void everySpellingOfOnItemFailureIsRead(String written, String disposition, int attempts) {
        var handlers = "error_policy: {handlers: {h: [x]}}\n";
        for (var yaml : new String[] {
            handlers + written + "\nmap: {input: [], agent_template: x}",
            handlers + "map: {input: [], agent_template: x, " + written + "}",
            "error_policy: {handlers: {h: [x]}, " + written + "}\nmap: {input: [], agent_template: x}",
        }) {
            assertThat(policy(yaml).onItemFailure()).hasToString(disposition);
            assertThat(policy(yaml).itemRetry().attempts()).isEqualTo(attempts);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    aggregate               | Aggregate[]
                    immediate               | Immediate[]
                    batched                 | Batched[size=10]
                    batched:5               | Batched[size=5]
                    {batched: 5}            | Batched[size=5]
                    {batched: {size: 5}}    | Batched[size=5]
                    {batched: }             | Batched[size=10]
                    !batched {size: 5}      | Batched[size=5]
                    !batched                | Batched[size=10]
                    """)
    void everySpellingOfErrorCollectionIsRead(String written, String collection) {
        assertThat(policy("error_collection: " + written + "\nmap: {input: [], agent_template: x}")
                        .errorCollection())
                .hasToString(collection);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    halt: now                           | KILL
                    halt: drain                         | DRAIN
                    error_policy: {stop_mode: kill}     | KILL
                    """)
    void stoppingHasTwoNames(String written, StopMode mode) {
        assertThat(policy(written + "\nmap: {input: [], agent_template: x}").stopMode())
                .isEqualTo(mode);
        assertThat(policy("map: {input: [], agent_template: x, " + written + "}")
                        .stopMode())
                .isEqualTo(mode);
    }

    @Test
    void theRestOfTheErrorPolicyIsRead() {
        var policy = policy("""
                error_policy:
                  continue_on_failure: false
                  confidence: 0.95
                  run_retry_budget: {ratio: 0.2, min_retries: 4}
                  quota: {on_limit: fail, max_wait: 8h, probe_interval_ms: 5000}
                map: {input: [], agent_template: x}
                """);
        assertThat(policy.continueOnFailure()).isFalse();
        assertThat(policy.confidence()).isEqualTo(0.95);
        assertThat(policy.runRetryBudget()).hasToString("RetryBudget[ratio=0.2, minRetries=4]");
        assertThat(policy.quota()).hasToString("QuotaPolicy[onLimit=FAIL, maxWait=PT8H, probeInterval=PT5S]");
    }

    @Test
    void handlersOfItemsAreRead() {
        var handlers = Workflows.mapReduce("""
                        error_policy:
                          handlers:
                            a: [x, y]
                            b: {steps: [x], timeout: 30, then: resolved}
                            c: {commands: /look}
                            d: {shell: x}
                        map: {input: [], agent_template: x}
                        """).handlers();
        assertThat(handlers.values())
                .extracting(handler ->
                        handler.name() + " " + handler.steps().size() + " " + handler.timeout() + " " + handler.then())
                .containsExactly("a 2 PT10M DLQ", "b 1 PT30S RESOLVED", "c 1 PT10M DLQ", "d 1 PT10M DLQ");
        assertThat(handlers.get("b").then()).isEqualTo(ItemHandler.Then.RESOLVED);
    }

    @Test
    void phasesHaveTimeoutsAndConditions() {
        var job = Workflows.mapReduce("""
                setup: {commands: [a], timeout: 60}
                map: {input: [], agent_template: x}
                reduce: {commands: [b], when: always, timeout: 2m}
                merge: {commands: [c], when: complete, finish: keep, timeout: "${T}", on_conflict: [r]}
                """);
        assertThat(Objects.requireNonNull(job.setup()).timeout()).isEqualTo(Setting.of(Duration.ofMinutes(1)));
        assertThat(Objects.requireNonNull(job.reduce()).when()).isEqualTo(PhaseSteps.When.ALWAYS);
        var merge = job.header().merge();
        assertThat(merge.keep()).isTrue();
        assertThat(merge.phase().when()).isEqualTo(PhaseSteps.When.COMPLETE);
        assertThat(merge.phase().timeout()).hasToString("Later[text=${T}]");
        assertThat(merge.phase().steps()).hasSize(1);
    }

    @Test
    void aMergeMayBeSettingsOnly() {
        var merge = Workflows.workflow("commands: x\nmerge: {finish: keep}")
                .header()
                .merge();
        assertThat(merge.keep()).isTrue();
        assertThat(merge.phase().steps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reduce: {shell: x, timeout: 5}", "reduce: x", "reduce: [x]"})
    void oneStepIsNoPhase(String written) {
        var reduce = Objects.requireNonNull(Workflows.mapReduce("map: {input: [], agent_template: x}\n" + written)
                .reduce());
        assertThat(reduce.timeout()).isNull();
        assertThat(reduce.steps()).hasSize(1);
    }

    @Test
    void capturesOfSetupNameTheirSteps() {
        var captures = Workflows.mapReduce("""
                        setup:
                          commands: [{shell: a}, {shell: b, id: second}]
                          capture_outputs:
                            one: 0
                            two: {command_index: second, source: stderr, max_size: 10KB, pattern: "v(.*)", multiline: last_line, format: number, default: 3}
                            three: {index: 1, json_path: $.a, format: text}
                        map: {input: [], agent_template: x}
                        """).captures();
        assertThat(captures.get(0).step()).isEqualTo("setup[0]");
        assertThat(captures.get(0).maxSize()).isEqualTo(1024 * 1024);
        assertThat(captures.get(1))
                .hasToString("SetupCapture[name=two, step=setup[1], source=STDERR, maxSize=10000, pattern=v(.*),"
                        + " jsonPath=null, multiline=LAST_LINE, format=NUMBER, defaultValue=Num[number=3]]");
        assertThat(captures.get(2).jsonPath()).isEqualTo("$.a");
    }

    @Test
    void worktreesAreRead() {
        var header = Workflows.workflow("""
                        isolation: worktree
                        worktree: {base: main, target: "${B}", include: [.env, "*.key"], setup: make, reuse: keep_ignored,
                                   max_disk: 2GiB, submodules: true, keep_slots: true}
                        commands: x
                        """).header();
        assertThat(header.isolation()).isEqualTo(Isolation.WORKTREE);
        var worktree = header.worktree();
        assertThat(worktree.base()).hasToString("main");
        assertThat(worktree.include()).containsExactly(".env", "*.key");
        assertThat(worktree.maxDisk()).isEqualTo(2L << 30);
        assertThat(worktree.keepIgnored()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    commands: x                                                  | STANDARD
                    # mode: mapreduce⏎commands: "mode: mapreduce"                | STANDARD
                    mode: 'mapreduce'⏎map: {input: [], agent_template: x}        | MAPREDUCE
                    map: {input: [], agent_template: x}                          | MAPREDUCE
                    mode: standard⏎commands: x                                   | STANDARD
                    """)
    void theModeComesFromTheDocument(String yaml, Workflow.Mode mode) {
        assertThat(Workflows.workflow(yaml.replace("⏎", "\n")).mode()).isEqualTo(mode);
    }

    private static MapPhase map(String keys) {
        var input = keys.startsWith("input:") ? "" : "  input: []\n";
        return Workflows.mapReduce("map:\n" + input + "  agent_template: x\n" + keys.indent(2))
                .map();
    }

    private static ErrorPolicy policy(String yaml) {
        return Workflows.mapReduce(yaml).header().errorPolicy();
    }
}
