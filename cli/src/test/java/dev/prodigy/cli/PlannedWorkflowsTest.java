package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §2.1, 01 §12: sub-workflows that no step names run before the first step, and stand there in a plan.
class PlannedWorkflowsTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void child() throws IOException {
        desk.with("PRODIGY_ISOLATION", "none");
        desk.file("c.yml", "- {shell: 'echo child >>trace', retry: 5}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan flow.yml", "run flow.yml --dry-run"})
    void theyAreListedWhereTheyRun(String line) throws IOException {
        desk.file("flow.yml", """
                workflows:
                  b: {source: c.yml}
                  called: {source: c.yml}
                  a: {source: c.yml, timeout: 5}
                commands: ["echo x", {workflow: called}]
                """);

        var said = desk.call(line + " -o json");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(paths(said)).containsExactly("workflows.b", "workflows.a", "commands[0]", "commands[1]");
        assertThat(said.at("steps.1")).isEqualTo("""
                {"path":"workflows.a","kind":"workflow","command":"a","action":"run","reason":"no condition",\
                "max_attempts":1,"timeout_ms":5000}""");
        assertThat(said.at("worst_case")).isEqualTo("{\"attempts\":4,\"wait_ms\":0}");
        assertThat(desk.call("validate flow.yml --explain -o json").at("worst_case"))
                .isEqualTo("{\"attempts\":4,\"wait_ms\":0}");
    }

    @Test
    void nothingElseNeedsToBeThere() throws IOException {
        desk.file("flow.yml", "workflows: {a: c.yml}\n");

        var said = desk.call("plan flow.yml -o json");

        assertThat(paths(said)).containsExactly("workflows.a");
        assertThat(said.at("worst_case.attempts")).isEqualTo("1");
    }

    @Test
    void oneThatWasImportedIsDoneWithTheSetup() throws IOException {
        desk.file("more.yml", "workflows: {child: {source: c.yml}}\n");
        desk.file("flow.yml", """
                imports: [more.yml]
                mode: mapreduce
                setup: ["true"]
                map: {input: [1], agent_template: ["echo item >>trace; exit 1"]}
                error_policy: {max_failures: 1}
                """);
        assertThat(paths(desk.call("plan flow.yml -o json")))
                .containsExactly("workflows.child", "setup[0]", "map.agent_template[0]");
        desk.call("run flow.yml");
        assertThat(Files.readAllLines(desk.folder().resolve("trace"))).containsExactly("child", "item");

        var again = desk.call("resume --dry-run -o json");

        assertThat(again.at("steps.0.reason")).as("%s", again).isEqualTo("it was done before");
    }

    @Test
    void oneThatRanInEveryPassIsDone() throws IOException {
        desk.file("flow.yml", "workflows: {a: c.yml}\ncommands: ['test -e mended']\n");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);

        var again = desk.call("resume --dry-run -o json");

        assertThat(again.at("steps.0.action")).as("%s", again).isEqualTo("skip");
        assertThat(again.at("steps.1.action")).isEqualTo("run");
    }

    private static List<String> paths(Desk.Said said) {
        if (said.json().get("steps") instanceof Value.Items(var steps)) {
            return steps.stream()
                    .map(step -> String.valueOf(new FieldsReader((Value.Fields) step).text("path")))
                    .toList();
        }
        throw new AssertionError(said.toString());
    }
}
