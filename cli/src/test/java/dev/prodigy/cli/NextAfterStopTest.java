package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What to type after a stop by policy: in the message where programs read it, told once to people (spec 02 §6.4).
class NextAfterStopTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void aWorkflow() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                mode: mapreduce
                max_failures: 2
                map: {input: [1, 2, 3], max_parallel: 1, agent_template: [{shell: exit 1}]}
                """);
    }

    @Test
    void theMessageNamesTheCommands() {
        var stopped = desk.call("run flow.yml -o json");

        var run = stopped.at("run_id");
        assertThat(stopped.at("error.message"))
                .isEqualTo("stopped at max_failures 2: 2 of 2 finished items failed; next: prodigy resume " + run
                        + ", or prodigy dlq retry " + run);
        assertThat(stopped.at("error.hint")).isEqualTo("prodigy resume " + run);
    }

    /// Spec 05 §1, "JSON": the error of a run has its hint wherever it is shown.
    @ParameterizedTest
    @CsvSource({"runs show, error.hint", "status, error.hint", "runs ls, runs.0.error.hint"})
    void theErrorNamesTheNextCommandWhereverItIsShown(String command, String path) {
        var run = desk.call("run flow.yml -o json").at("run_id");

        assertThat(desk.call(command + " -o json").at(path)).isEqualTo("prodigy resume " + run);
    }

    @Test
    void aRunThatTimedOutNamesItToo() throws IOException {
        desk.file("slow.yml", "commands: [{shell: sleep 60}]\n");
        var run = desk.call("run slow.yml --timeout 200ms -o json").at("run_id");

        assertThat(desk.call("runs show -o json").at("error.hint"))
                .isEqualTo("prodigy resume " + run + " --timeout 400ms");
    }

    @Test
    void peopleAreToldOnce() {
        var err = desk.call("run flow.yml").err();

        assertThat(err).contains("MAX_FAILURES_REACHED: stopped at max_failures 2: 2 of 2 finished items failed\n");
        assertThat(err).containsPattern("\n\nNext: prodigy resume (mapreduce-\\S+), or prodigy dlq retry \\1\n$");
        assertThat(err.split("prodigy dlq retry", -1)).hasSize(2);
    }

    @Test
    void whoWantsErrorsOnlyReadsThemInTheMessage() {
        assertThat(desk.call("run flow.yml -q").err()).contains("items failed; next: prodigy resume mapreduce-");
    }

    /// Spec 05 §2.2: the stored result is printed again; what only a redrive came to is not what the run is.
    @Test
    void aRunWhoseRedriveWasStoppedIsNotResumed() throws IOException {
        desk.file("six.yml", "mode: mapreduce\nmap: {input: {command: seq 6}, agent_template: [{shell: exit 1}]}\n");
        assertThat(desk.call("run six.yml").exitCode()).isEqualTo(3);
        assertThat(desk.call("dlq retry last").exitCode()).isEqualTo(4);
        var events = desk.call("runs show -o json").at("last_seq");

        var resumed = desk.call("resume last -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(resumed.at("status")).isEqualTo("completed_with_failures");
        assertThat(desk.call("runs show -o json").at("last_seq")).isEqualTo(events);
    }

    /// The step's run goes on with its caller, its dead letters by themselves.
    @Test
    void aSubWorkflowIsResumedWithItsCaller() throws IOException {
        desk.file("outer.yml", "commands: [{workflow: flow.yml, id: inner}]\n");

        var failed = desk.call("run outer.yml -o json");

        var run = failed.at("run_id");
        assertThat(failed.at("error.message"))
                .endsWith(
                        "; next: prodigy resume " + run + ", or prodigy dlq retry " + failed.at("error.child_run_id"));
        assertThat(desk.call("run outer.yml").err())
                .containsPattern("\n\nNext: prodigy resume workflow-\\S+, or prodigy dlq retry mapreduce-\\S+\n$");
    }
}
