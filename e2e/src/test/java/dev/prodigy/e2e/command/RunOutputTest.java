package dev.prodigy.e2e.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a command prints where, and its exit code (spec 00, "Output"; spec 05 §1, §11).
class RunOutputTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void stdoutIsOneDocumentWhateverAStepPrints() throws IOException {
        var workflow = sandbox.workflow("""
                name: loud
                commands:
                  - shell: echo '{"run_id":"nonsense"}'; seq 1 10000; seq 1 10000 >&2
                outputs:
                  answer: ${shell.exit_code}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        var result = ended.json();
        assertThat(result.names())
                .startsWith(
                        "run_id",
                        "workflow",
                        "mode",
                        "status",
                        "exit_code",
                        "started_at",
                        "finished_at",
                        "duration_ms",
                        "outputs",
                        "error");
        assertThat(result.text("workflow")).isEqualTo("loud");
        assertThat(result.text("mode")).isEqualTo("standard");
        assertThat(result.text("run_id")).matches("workflow-[0-9]{8}T[0-9]{9}-[a-z0-9]{6}");
        assertThat(result.number("exit_code")).isZero();
        assertThat(result.number("outputs.answer")).isZero();
        assertThat(result.text("error")).isEqualTo("null");
    }

    /// Spec 01 §3: as they arrived.
    @Test
    void bothStreamsAreCapturedInTheOrderInWhichTheyWereWritten() throws IOException {
        var flow = sandbox.workflow("""
                isolation: none
                commands:
                  - foreach: [1, 2, 3]
                    do:
                      - {shell: 'for i in 1 2 3; do echo e$i >&2; echo o$i; done', capture: x, capture_streams: both}
                      - echo ${x} | paste -sd ' ' >>"$TRACE"
                """);
        assertThat(sandbox.prodigy().run("run", flow).exitCode()).isZero();
        assertThat(sandbox.trace()).hasSize(3).containsOnly("e1 o1 e2 o2 e3 o3");
    }

    @Test
    void numbersAreWrittenAlikeInEveryLocale() throws IOException {
        var flow = sandbox.workflow("commands: ['echo one', 'echo oops >&2; exit 1']\n");
        var abroad = sandbox.prodigy().with("JAVA_TOOL_OPTIONS", "-Duser.language=ar -Duser.country=EG");
        var ended = abroad.run("run", flow);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).contains("01-shell.stderr").isASCII();
        var listed = abroad.run("events", "ls", "--limit", "3");
        assertThat(listed.out()).isASCII().contains("workflow_failed");
    }

    @ParameterizedTest
    @CsvSource({"echo item-001; exit 1, dlq list", "'{shell: echo item-001; exit 1, continue_on_error: true}', logs"})
    void whatToTypeNextShowsSomething(String step, String command) throws IOException {
        var flow = sandbox.workflow(
                "mode: mapreduce\nisolation: none\nmap: {input: [1], agent_template: [" + step + "]}\n");
        var ended = sandbox.prodigy().run("run", flow);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var run = sandbox.journal().runId();
        assertThat(ended.err()).contains("Next: prodigy " + command + " " + run);
        var words = (command + " " + run).split(" ", -1);
        assertThat(sandbox.prodigy().run(words).out()).contains("item-001");
    }

    @Test
    void twoVsShowWhatGitIsAskedFor() throws IOException {
        var flow = sandbox.workflow("commands: ['date +%N >y; git add y; git commit -qm y']\n");
        assertThat(sandbox.prodigy().run("run", flow, "-v", "-y").err()).doesNotContain("git worktree add");
        var ended = sandbox.prodigy().run("run", flow, "-vv", "-y");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).contains("git worktree add", "git rev-parse").containsPattern("git .*merge .*--no-ff");
    }

    @Test
    void theLastLineOfTextHasRunIdAndStatus() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow("commands: ['exit 3']"));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.out().lines().toList().getLast())
                .contains(sandbox.journal().runId())
                .contains("failed");
        assertThat(ended.err()).contains("EXIT_3").contains("resume");
    }

    @ParameterizedTest
    @CsvSource({"validate, true", "run, false"})
    void threeProblemsAreReportedAtOnceAndNothingIsWritten(String command, boolean isResult) throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  agent_template:
                    - shell: make
                      timeout: 1 second
                      retry_config:
                        atempts: 3
                """);

        var ended = sandbox.prodigy().run(command, workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        var problems = ended.json().list(isResult ? "problems" : "error.problems");
        assertThat(problems.stream()
                        .filter(problem -> problem.text("severity").equals("error"))
                        .map(problem ->
                                problem.text("code") + " " + problem.text("line") + ":" + problem.text("column")))
                .containsExactly("MISSING_FIELD 3:3", "INVALID_DURATION 5:16", "UNKNOWN_KEY 7:9");
        assertThat(problems.getLast().text("suggestion")).isEqualTo("attempts");
        assertThat(sandbox.homeFiles()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fly                     | fly
            run                     | WORKFLOW
            run nowhere.yml         | nowhere.yml
            run a.yml --max-paralel=2 | --max-parallel
            resume                  | resum
            resume mapreduce-nope   | mapreduce-nope
            """)
    void aBadCommandLineExitsWith2AndSaysWhatIsWrong(String arguments, String message) {
        var ended = sandbox.prodigy().run(arguments.split(" ", -1));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains(message);
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void helpAndVersionGoToStdout() {
        assertThat(sandbox.prodigy().run("--version").out()).matches("prodigy [0-9]+\\.[0-9]+\\.[0-9]+\n");
        assertThat(sandbox.prodigy().run("--help").out()).contains("run").contains("resume");
    }

    /// Whether the work was merged makes no difference to what it gave.
    @ParameterizedTest
    @CsvSource({"--no-merge, true", "-y, true", "-y, false"})
    void theLatestStepsAreThoseOfTheWorkMergedOrNot(String consent, boolean mergesPlainly) throws IOException {
        var merge = mergesPlainly ? "" : "merge: [{shell: echo merging, id: m}]\n";
        var workflow = sandbox.workflow(merge + """
                commands:
                  - {shell: echo new >new, auto_commit: true}
                  - {shell: echo fin, id: x}
                outputs: {last: "${last.output}", shell: "${shell.output}", x: "${x.output}"}
                """);

        var ended = sandbox.prodigy().run("run", workflow, consent, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("outputs.last")).isEqualTo("fin");
        assertThat(ended.json().text("outputs.shell")).isEqualTo("fin");
        assertThat(ended.json().text("outputs.x")).isEqualTo("fin");
        assertThat(ended.err()).doesNotContain("OUTPUT_UNAVAILABLE");
    }
}
