package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §1, "Scalars": a step's numbers, booleans and durations are those of the moment it starts.
class SettingsOfStepsTest {
    @NewDesk
    private Desk desk;

    /// Wherever the name comes from, and whatever else had it before.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            env: {X: 9}                                  | {shell: echo 3, capture: N}         | ${N}
            env: {N: 9}                                  | {shell: echo 3, capture: N}         | ${N}
            env: {N: {command: echo 3}}                  | true                                | ${N}
            env: {N: {condition: "1 == 1", when_true: 3, when_false: 5}} | true                | ${N}
            parameters: {N: {default: 5}}                | {shell: echo 3, capture: N}         | $N
            env: {X: 9}                                  | {shell: echo 3, id: a}              | ${a.output}
            env: {X: 9}                                  | {shell: 'true', id: a}              | ${a.count:-3}
            env: {X: 9}                                  | {shell: echo 3}                     | ${shell.output}
            env: {X: 9}                                  | {shell: echo 3, capture: N}         | ${N:-x}
            """)
    void everyNameCanGiveThem(String head, String first, String placeholder) throws IOException {
        desk.file("flow.yml", """
                %s
                commands:
                  - %s
                  - {shell: echo . >> tries; exit 1, retry: {attempts: "%s", initial_delay: 1ms}, allow_failure: true}
                """.formatted(head, first, placeholder));

        assertTriedThrice();
    }

    /// Spec 02 §7: breakers with one key are one.
    @Test
    void aBreakerThatIsSharedIsSetAlike() throws IOException {
        desk.file("flow.yml", """
                commands:
                  - {shell: echo 3, capture: N}
                  - {shell: 'true', circuit_breaker: {key: db, failure_threshold: 2}}
                  - {shell: echo . >> tries, circuit_breaker: {key: db, failure_threshold: "$N"}, on_failure: true}
                """);

        var ended = desk.call("run flow.yml");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err() + ended.out()).contains("of commands[2] is shared with commands[1]");
        assertThat(desk.folder().resolve("tries")).doesNotExist();
    }

    /// No report takes what stands in for a value for the value.
    @Test
    void whatIsNotKnownYetIsShownAsItIsWritten() throws IOException {
        desk.file("flow.yml", """
                env: {D: 10ms, T: 5}
                commands:
                  - {shell: echo 3, capture: n}
                  - shell: a
                    timeout: "$n"
                    retry: {attempts: "$n", initial_delay: "$D", jitter: "$n", retry_on: [timeout, {pattern: "x${n}"}]}
                  - {shell: b, timeout: "$T", retry: {attempts: "$T", initial_delay: "$n"}}
                """);

        var checked = desk.call("validate flow.yml --explain -o json");
        assertThat(checked.at("policies")).isEqualTo("""
                [{"path":"commands[1]","layer":"step","max_attempts":"${n}","strategy":"exponential",\
                "max_delay_ms":30000,"jitter":"${n}","retry_on":["timeout",{"pattern":"x${n}"}]},\
                {"path":"commands[2]","layer":"step","max_attempts":5,"strategy":"exponential",\
                "max_delay_ms":30000,"jitter":"none","jitter_factor":0.3,"retry_on":[]}]""");
        assertThat(checked.json().members()).doesNotContainKey("worst_case");
        assertThat(checked.at("normal_form.commands.1.retry_config"))
                .startsWith("{\"attempts\":\"$n\",\"backoff\":{\"exponential\":{\"initial\":\"$D\",\"base\":2.0}}")
                .doesNotContain("initial_delay");
        assertThat(desk.call("validate flow.yml --explain").out())
                .contains("worst case: not known: `${n}` of commands[1]");

        assertThat(desk.call("plan flow.yml").out())
                .contains("up to ${n} attempts, ${n} each", "up to 5 attempts, 5s each", "at worst  not known");
        var planned = desk.call("plan flow.yml -o json");
        assertThat(planned.at("steps.1")).doesNotContain("max_attempts", "timeout_ms");
        assertThat(planned.at("steps.2")).contains("\"max_attempts\":5,\"timeout_ms\":5000");
    }

    @Test
    void eachRoundAndItemHasItsOwn() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [{n: 1, go: true}, {n: 2, go: true}]
                  max_parallel: 1
                  agent_template:
                    - shell: echo ${item.n} >> tries; exit 1
                      retry: {attempts: "${item.n}", initial_delay: 1ms}
                      continue_on_error: "${item.go}"
                    - foreach: [1, 2]
                      do: {shell: "echo ${item}x >> tries; exit 1", retry: {attempts: "${item}", initial_delay: 1ms}}
                      continue_on_error: true
                """);

        var ended = desk.call("run flow.yml");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(desk.folder().resolve("tries")).hasContent("1\n1x\n2x\n2x\n2\n2\n1x\n2x\n2x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            retry: {attempts: "${N}"}              | is `many`, and must be a whole number from 1
            continue_on_error: "${N}"              | is `many`, and must be true or false
            retry: "${N}"                          | is `many`, and must be
            circuit_breaker: {timeout: "${N}"}     | is `many`, and must be
            interpreter: "${N} -e"                 | is `many -e`, and must be a shell
            retry: {attempts: "${M.x}"}            | M
            """)
    void whatCouldNotBeWrittenThereFailsTheStepAlone(String option, String said) throws IOException {
        desk.file("flow.yml", """
                commands:
                  - {shell: echo many, capture: N}
                  - {shell: "echo '{}'", capture: M, capture_format: json}
                  - shell: touch ran
                    %s
                    on_failure: {shell: touch handled}
                """.formatted(option));

        var ended = desk.call("run flow.yml");

        assertThat(ended.exitCode()).isOne();
        assertThat(ended.err()).contains("commands[2] failed").contains(said);
        assertThat(Files.exists(desk.folder().resolve("ran"))).isFalse();
        assertThat(Files.exists(desk.folder().resolve("handled"))).isFalse();
    }

    /// What is wrong whatever happens keeps the run from starting.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            {shell: touch ran, retry: "${V}"}
            {shell: touch ran, timeout: "${V}"}
            {shell: touch ran, idle_timeout: $V}
            {shell: touch ran, total_timeout: "${V}"}
            {shell: touch ran, validate: {commands: a, timeout: "${V}"}}
            {shell: touch ran, on_failure: {shell: a, timeout: "${V}"}}
            {foreach: [1], do: touch ran, parallel: "${V}"}
            {foreach: [1], do: touch ran, max_items: "${V}"}
            """)
    void whatIsKnownToBeWrongKeepsTheRunFromStarting(String step) throws IOException {
        desk.file("flow.yml", "env: {V: many}\ncommands:\n  - touch ran\n  - " + step + "\n");

        var refused = desk.call("run flow.yml");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("is \"many\" when the run starts");
        assertThat(Files.exists(desk.folder().resolve("ran"))).isFalse();
    }

    /// Outside of shell texts a declared name needs no braces; what nobody declares stays as it is (spec 01 §8.1,
    /// §9.1).
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            retry: {attempts: 3, initial_delay: 1ms, retry_on: [{pattern: "$P"}]}
            retry: {attempts: 3, initial_delay: 1ms, retry_on: [!pattern "${P}"]}
            retry: {attempts: 3, initial_delay: 1ms, retry_on: !pattern "$P"}
            retry: {attempts: 3, initial_delay: 1ms, retry_on: [{code: "$CODE"}]}
            retry: {attempts: 3, initial_delay: 1ms, retry_on: [{pattern: '\\$no'}]}
            """)
    void textsInOptionsHoldNames(String option) throws IOException {
        desk.file("flow.yml", """
                env: {P: "^boom", CODE: EXIT_7}
                commands:
                  - {shell: echo . >> tries; echo 'boom $no'; exit 7, %s, allow_failure: true}
                """.formatted(option));

        assertTriedThrice();
    }

    @Test
    void theNormalFormKeepsThem() throws IOException {
        desk.file("flow.yml", """
                commands:
                  - shell: exit 1
                    retry: {attempts: 2, retry_on: [!pattern "q${m}"], backoff: {exponential: {base: "${m}"}}}
                    capture_streams: {stderr: "${m}"}
                """);

        var said = desk.call("validate flow.yml --explain -o json").out();

        assertThat(said)
                .contains("\"pattern\":\"q${m}\"")
                .contains("\"base\":\"${m}\"")
                .contains("\"stderr\":\"${m}\"");
        assertThat(desk.call("run flow.yml --param m=2").err()).doesNotContain("UNKNOWN_PARAMETER");
    }

    /// Entries of a step's own environment are evaluated once, and in its own directory.
    @Test
    void theStepsOwnEntriesCanGiveThem() throws IOException {
        Files.createDirectory(desk.folder().resolve("sub"));
        desk.file("sub/n", "2\n");
        desk.file("flow.yml", """
                commands:
                  - shell: echo $N >> ../tries; exit 1
                    working_dir: sub
                    env: {N: {command: echo . >> ../asked; cat n}}
                    retry: {attempts: "${N}", initial_delay: 1ms}
                    allow_failure: true
                """);

        var ended = desk.call("run flow.yml");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(desk.folder().resolve("tries")).hasContent("2\n2");
        assertThat(desk.folder().resolve("asked")).hasContent(".");
    }

    @Test
    void whereAndHowAStepRunsMayWait() throws IOException {
        desk.file("flow.yml", """
                env: {LEAKS: here}
                commands:
                  - {shell: echo true, capture: B}
                  - {shell: echo bash, capture: SHELL_NAME}
                  - {shell: '[[ 1 == 1 ]] && env > seen', interpreter: "${SHELL_NAME} -eu", clear_env: "${B}"}
                  - {write_file: {path: new/file, content: c, create_dirs: "${B}", mode: "${MODE}"}, env: {MODE: "0600"}}
                """);

        var ended = desk.call("run flow.yml");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(desk.folder().resolve("seen")).content().doesNotContain("LEAKS");
        assertThat(Files.getPosixFilePermissions(desk.folder().resolve("new/file")))
                .hasSize(2);
    }

    /// Spec 03 §1: who may turn out to commit cannot be told apart either.
    @ParameterizedTest
    @CsvSource({"auto_commit, 10, 2", "commit_required, 2, 2", "auto_commit, 1, 0"})
    void itemsInOneFolderDoNotCommitSideBySide(String option, int parallel, int exit) throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                isolation: none
                map:
                  input: [{ac: true}, {ac: true}]
                  max_parallel: %s
                  agent_template: [{shell: "true", %s: "${item.ac}"}]
                """.formatted(parallel, option));

        var said = desk.call("validate flow.yml");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(exit);
    }

    @Test
    void breakersOfOneFilledKeyAreOne() throws IOException {
        desk.file("flow.yml", """
                commands:
                  - {shell: echo db, capture: K}
                  - {shell: exit 1, circuit_breaker: {failure_threshold: 1, key: "to ${K}"}, allow_failure: true}
                  - {shell: touch ran, circuit_breaker: {failure_threshold: 1, key: "to ${K}"}, allow_failure: true}
                """);

        var ended = desk.call("run flow.yml");

        assertThat(ended.err()).contains("CIRCUIT_OPEN: the circuit breaker to db is open");
        assertThat(Files.exists(desk.folder().resolve("ran"))).isFalse();
    }

    private void assertTriedThrice() {
        var ended = desk.call("run flow.yml");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(desk.folder().resolve("tries")).hasContent(".\n.\n.");
    }
}
